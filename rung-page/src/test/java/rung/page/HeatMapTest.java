package rung.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import rung.linalg.Matrix;

/** Pictures of matrices. */
class HeatMapTest {
    @Test
    void aLargeMatrixIsShrunk() {
        Matrix sparse = new Matrix(1200, 800);
        sparse.set(700, 501, -3);
        Matrix low = new Matrix(1200, 800);
        Arrays.fill(low.array(), 1);
        low.set(0, 0, 7);
        HeatMap map = HeatMap.of(low, low, sparse).get(2);
        BufferedImage image = map.image();
        assertThat(image.getWidth()).isEqualTo(400);
        assertThat(image.getHeight()).isEqualTo(400);
        assertThat(image.getRGB(250, 233)).as("one entry stays visible").isEqualTo(0xff0072b2);
        assertThat(image.getRGB(251, 233)).isEqualTo(0xfff7f7f7);
    }
}

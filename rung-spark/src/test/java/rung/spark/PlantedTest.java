package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import rung.linalg.Matrix;

/** What is found of one column that was planted where it is hard to see, and that nothing is found where nothing was. */
class PlantedTest {
    /* Five entries a line: the singular vectors of the residuals show nothing. Who finds nothing has an error of about 1. */
    @Test
    void whatAllLinesShareIsFoundWithFiveEntriesALine() {
        int lines = 4_000;
        int count = 5 * lines;
        double noise = 0.1;
        SplittableRandom random = new SplittableRandom(11);
        double[] u = Matrix.gaussian(lines, 1, random).array();
        double[] v = Matrix.gaussian(lines, 1, random).array();
        int[] users = random.ints(2L * count, 0, lines).toArray();
        int[] items = random.ints(2L * count, 0, lines).toArray();
        float[] values = new float[2 * count];
        for (int k = 0; k < values.length; k++) {
            values[k] = (float) (u[users[k]] * v[items[k]] + noise * random.nextGaussian());
        }
        Generated train = part(lines, users, items, values, 0, count);
        Generated test = part(lines, users, items, values, count, 2 * count);
        RankConstrainedModel model = new RankConstrained()
                .setRank(1)
                .setMaxIter(10)
                .setColdStartStrategy("bias")
                .fit(train.frame());
        double squares = 0;
        for (Row row : model.transform(test.frame()).collectAsList()) {
            squares += Math.pow(row.getFloat(2) - row.getFloat(3), 2);
        }
        assertThat(Math.sqrt(squares / count)).isBetween(noise, 0.8);
    }

    private static Generated part(int lines, int[] users, int[] items, float[] values, int from, int to) {
        return new Generated(
                lines,
                lines,
                Arrays.copyOfRange(users, from, to),
                Arrays.copyOfRange(items, from, to),
                Arrays.copyOfRange(values, from, to));
    }

    @Test
    void whereNothingIsSharedTheRankIsZero() {
        Dataset<Row> frame = Generated.of(300, 90, 25, 0, 1, 1).frame();
        RankConstrainedModel model =
                new RankConstrained().setMaxRank(3).setMaxIter(5).fit(frame);
        assertThat(model.rank()).isZero();
        double error = Double.parseDouble(model.facts().get("held-out error"));
        assertThat(error).isCloseTo(1, within(0.1));
        assertThat(model.transform(frame).collectAsList()).allMatch(row -> Float.isFinite(row.getFloat(3)));
        assertThat(model.recommendForAllUsers(2).count()).isEqualTo(300);
        assertThat(model.toCore().factors().rank()).isZero();
    }
}

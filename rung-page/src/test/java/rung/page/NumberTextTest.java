package rung.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers as people read them. */
class NumberTextTest {
    @Test
    void percentHaveTheDigitsThatMeanSomething() {
        assertThat(NumberText.percent(0.34)).isEqualTo("34 %");
        assertThat(NumberText.percent(0.027)).isEqualTo("2.70 %");
        assertThat(NumberText.percent(1.1e-4)).isEqualTo("0.01 %");
        assertThat(NumberText.percent(9.5e-5)).isEqualTo("<0.01 %");
        assertThat(NumberText.percent(0)).isEqualTo("0 %");
        assertThat(NumberText.percent(Double.NaN)).isEqualTo(NumberText.NONE);
    }

    @Test
    void zeroHasNoSign() {
        assertThat(NumberText.fixed(-0.0004, 3)).isEqualTo("0.000");
        assertThat(NumberText.fixed(-0.0, 0)).isEqualTo("0");
        assertThat(NumberText.fixed(-0.0006, 3)).isEqualTo("-0.001");
        assertThat(NumberText.fixed(-10, 0)).isEqualTo("-10");
        assertThat(NumberText.error(-0.0)).isEqualTo("0.0000");
        assertThat(NumberText.precise(-0.0)).isEqualTo("0.00000");
    }
}

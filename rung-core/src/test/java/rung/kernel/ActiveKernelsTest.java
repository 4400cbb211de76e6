package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** The build runs the whole suite once for each family and says which; without this a fallback would go unnoticed. */
class ActiveKernelsTest {
    @Test
    void theExpectedKernelsAreActive() {
        String expected = System.getProperty("rung.expected.kernels");
        assumeTrue(expected != null, "only the build knows which kernels to expect");
        assertThat(KernelChoice.hint().isPresent()).isEqualTo(expected.equals("scalar"));
        boolean vectors = expected.equals("vector") && KernelChoice.vectorsPay(); // they do not on every machine
        assertThat(KernelChoice.active().name()).isEqualTo(vectors ? "vector" : "scalar");
    }
}

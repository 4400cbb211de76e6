package rung.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.cuda.CudaAccelerator;
import rung.cuda.device.Kernel;
import rung.engine.device.Accelerator;
import rung.engine.device.DeviceException;

/** What needs no GPU of what calls one. */
class CudaDeviceTest {
    @Test
    void whereThereIsNoGpuASentenceSaysWhatIsMissing() {
        try (Accelerator.Session<?, ?> session = Accelerator.open("gpu")) {
            assertThat(session.description()).contains("GB");
        } catch (DeviceException thrown) {
            assertThat(thrown.getMessage()).containsAnyOf("no NVIDIA driver", "no GPU", "too old", "libnvrtc");
        }
    }

    @Test
    void theServiceIsFoundByItsName() {
        assertThat(new CudaAccelerator().name()).isEqualTo("gpu");
    }

    @Test
    void everyKernelIsInItsFile() {
        for (Kernel kernel : Kernel.values()) {
            String source = KernelCache.source(kernel.file() + ".cu");
            assertThat(source)
                    .containsPattern(
                            "extern \"C\" __global__ void (__launch_bounds__\\(.*\\) )?" + kernel.function() + "\\(");
        }
    }
}

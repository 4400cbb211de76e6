package rung.cuda.engine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import rung.cuda.device.Device;
import rung.cuda.driver.CudaDevice;

/** Preferences on a real GPU; skipped where there is none. */
class GpuChoiceTest extends ChoiceContract {
    private static CudaDevice gpu;

    @BeforeAll
    static void open() {
        gpu = RealGpu.openOrSkip();
    }

    @AfterAll
    static void close() {
        if (gpu != null) {
            gpu.close();
        }
    }

    @Override
    Device device() {
        return gpu;
    }
}

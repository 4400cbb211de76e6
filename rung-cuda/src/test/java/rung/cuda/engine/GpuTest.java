package rung.cuda.engine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import rung.cuda.device.Device;
import rung.cuda.driver.CudaDevice;

/** The training on a real GPU; skipped where there is none. */
class GpuTest extends DeviceContract {
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

package rung.cuda.engine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import rung.cuda.device.Device;
import rung.cuda.driver.CudaDevice;
import rung.engine.device.DeviceException;

/** The training on a real GPU; skipped where there is none. */
class GpuTest extends DeviceContract {
    private static CudaDevice gpu;

    @BeforeAll
    static void open() {
        try {
            gpu = CudaDevice.open();
        } catch (DeviceException isMissing) {
            if ("true".equals(System.getenv("RUNG_GPU_REQUIRED"))) {
                throw isMissing;
            }
            Assumptions.abort("not tested on a GPU: " + isMissing.getMessage());
        }
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

package rung.cuda.engine;

import org.junit.jupiter.api.Assumptions;
import rung.cuda.driver.CudaDevice;
import rung.engine.device.DeviceException;

/** The GPU of this machine, for tests. */
final class RealGpu {
    private RealGpu() {}

    /** Opens it. Where there is none the tests are skipped, unless RUNG_GPU_REQUIRED says that one must be there. */
    static CudaDevice openOrSkip() {
        try {
            return CudaDevice.open();
        } catch (DeviceException isMissing) {
            if ("true".equals(System.getenv("RUNG_GPU_REQUIRED"))) {
                throw isMissing;
            }
            return Assumptions.abort("not tested on a GPU: " + isMissing.getMessage());
        }
    }
}

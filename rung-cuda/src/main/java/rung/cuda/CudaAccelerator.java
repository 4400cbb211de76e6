package rung.cuda;

import rung.cuda.device.Device;
import rung.cuda.device.ProfiledDevice;
import rung.cuda.driver.CudaDevice;
import rung.cuda.engine.DeviceFactors;
import rung.cuda.engine.DeviceSampling;
import rung.engine.sampling.Accelerator;
import rung.engine.sampling.SamplingProblem;

/** An NVIDIA GPU, called {@code gpu}. */
public final class CudaAccelerator implements Accelerator {
    /** Creates the service; nothing is opened yet. */
    public CudaAccelerator() {}

    @Override
    public String name() {
        return "gpu";
    }

    @Override
    public Session<DeviceFactors> open() {
        Device device = CudaDevice.open();
        return new CudaSession(Boolean.getBoolean("rung.profile") ? new ProfiledDevice(device) : device);
    }

    private record CudaSession(Device device) implements Session<DeviceFactors> {
        @Override
        public String description() {
            return device.description();
        }

        @Override
        public SamplingProblem<DeviceFactors> sampling(
                int rows, int columns, int[] i, int[] j, float[] values, long seed) {
            return DeviceSampling.of(device, rows, columns, i, j, values).withSeed(seed);
        }

        @Override
        public String profile() {
            return device instanceof ProfiledDevice profiled ? profiled.report() : "";
        }

        @Override
        public void close() {
            device.close();
        }
    }
}

package rung.cuda;

import rung.cuda.device.Device;
import rung.cuda.device.ProfiledDevice;
import rung.cuda.driver.CudaDevice;
import rung.cuda.engine.ChoicePair;
import rung.cuda.engine.DeviceFactors;
import rung.engine.device.Accelerator;

/** An NVIDIA GPU, called {@code gpu}. */
public final class CudaAccelerator implements Accelerator {
    /** Creates the service; nothing is opened yet. */
    public CudaAccelerator() {}

    @Override
    public String name() {
        return "gpu";
    }

    @Override
    public Session<DeviceFactors, ChoicePair> open() {
        Device device = CudaDevice.open();
        return new DeviceSession(Boolean.getBoolean("rung.profile") ? new ProfiledDevice(device) : device);
    }
}

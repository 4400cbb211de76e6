package rung.cuda;

import rung.cuda.device.PlainDevice;
import rung.cuda.engine.ChoicePair;
import rung.cuda.engine.DeviceFactors;
import rung.engine.device.Accelerator;

/** A device of plain Java, called {@code plain}, which the core finds as it finds a GPU. */
public final class PlainAccelerator implements Accelerator {
    /** Creates the service. */
    public PlainAccelerator() {}

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Session<DeviceFactors, ChoicePair> open() {
        return new DeviceSession(new PlainDevice());
    }
}

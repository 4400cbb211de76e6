package rung.cuda;

import java.util.Optional;
import rung.cuda.device.Device;
import rung.cuda.device.ProfiledDevice;
import rung.cuda.engine.ChoicePair;
import rung.cuda.engine.DeviceChoices;
import rung.cuda.engine.DeviceFactors;
import rung.cuda.engine.DeviceSampling;
import rung.engine.device.Accelerator;
import rung.engine.preference.ChoiceProblem;
import rung.engine.sampling.SamplingProblem;

/**
 * A device in use.
 *
 * @param device the device
 */
record DeviceSession(Device device) implements Accelerator.Session<DeviceFactors, ChoicePair> {
    @Override
    public String description() {
        return device.description();
    }

    @Override
    public SamplingProblem<DeviceFactors> sampling(int rows, int columns, int[] i, int[] j, float[] values, long seed) {
        return DeviceSampling.of(device, rows, columns, i, j, values).withSeed(seed);
    }

    @Override
    public ChoiceProblem<ChoicePair> preferences(
            int rows, int columns, int[] i, int[] j, Optional<float[]> weights, double alpha, long seed) {
        return DeviceChoices.of(device, rows, columns, i, j, weights, alpha, seed);
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

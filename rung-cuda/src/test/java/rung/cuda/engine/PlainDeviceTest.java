package rung.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.cuda.device.Device;
import rung.cuda.device.PlainDevice;
import rung.engine.sampling.SamplingIterate;
import rung.linalg.Side;

/** The host's part of the training on a device, where the device is plain Java. */
class PlainDeviceTest extends DeviceContract {
    private final PlainDevice device = new PlainDevice();

    @Override
    Device device() {
        return device;
    }

    @Test
    void whatIsReleasedIsGivenBack() {
        SamplingIterate<DeviceFactors> a = problem().start();
        long before = device.held();
        SamplingIterate<DeviceFactors> copy = a.copy();
        copy.refit(Side.LEFT);
        copy.refit(Side.RIGHT);
        copy.posteriorModel();
        copy.release();
        assertThat(device.held()).isEqualTo(before);
    }
}

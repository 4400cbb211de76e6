package rung.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import rung.Refit;
import rung.cuda.device.Device;
import rung.cuda.device.PlainDevice;
import rung.linalg.Side;

/** The host's part of preferences on a device, where the device is plain Java. */
class PlainChoiceTest extends ChoiceContract {
    private final PlainDevice device = new PlainDevice();

    @Override
    Device device() {
        return device;
    }

    @Test
    void whatIsReleasedIsGivenBack() {
        int[] i = {0, 1, 2, 2, 3};
        int[] j = {0, 1, 0, 2, 1};
        DeviceChoices choices = DeviceChoices.of(device, 4, 3, i, j, Optional.empty(), 0.4, 0);
        ChoicePair zero = choices.start(0.1, 0.5);
        long before = device.held();
        ChoicePair a = zero.copy();
        a.appendTop(2);
        a.refit(Side.LEFT, Refit.exact());
        a.value();
        a.release();
        assertThat(device.held()).isEqualTo(before);
    }
}

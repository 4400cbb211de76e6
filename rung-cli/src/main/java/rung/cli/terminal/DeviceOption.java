package rung.cli.terminal;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import rung.engine.device.Accelerator;
import rung.engine.device.DeviceException;
import rung.ratings.Recommender;

/** The option that says where a model is trained. */
public final class DeviceOption {
    private static final String CPU = "cpu";
    private static final String GPU = "gpu";

    @Option(
            names = "--device",
            paramLabel = "WHERE",
            defaultValue = CPU,
            description =
                    "Where the model is trained: 'cpu', or 'gpu' for an NVIDIA GPU, which needs its driver, CUDA's"
                            + " libnvrtc and Java 22 or newer (default: ${DEFAULT-VALUE}).")
    private String device;

    /** Creates the option; picocli sets its value. */
    public DeviceOption() {}

    /**
     * Ends the command if the device is not there: that should not be found out after minutes of reading.
     *
     * @param spec the command
     * @param other another option that a GPU does not go with; empty for none
     */
    public void check(CommandSpec spec, String other) {
        if (!List.of(CPU, GPU).contains(device)) {
            throw new ParameterException(spec.commandLine(), "--device must be cpu or gpu, got '" + device + "'");
        }
        if (device.equals(GPU) && !other.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--device gpu does not go with " + other);
        }
        if (device.equals(GPU)) {
            try {
                Accelerator.open(GPU).close();
            } catch (DeviceException e) {
                throw new InputException("--device gpu: " + e.getMessage());
            }
        }
    }

    /**
     * The recommender that trains there.
     *
     * @param recommender a recommender
     * @return the same, or a changed copy
     */
    public Recommender on(Recommender recommender) {
        return device.equals(GPU) ? recommender.withDevice(GPU) : recommender;
    }
}

package rung.engine.device;

import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import rung.engine.preference.ChoiceProblem;
import rung.engine.preference.PreferenceClimb;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.SamplingProblem;

/**
 * A device that trains in place of the processors of this machine. Those on the class path are found as services; the core has none and
 * needs none.
 */
public interface Accelerator {
    /** The first version of Java that can call a device. */
    int LEAST_JAVA = 22;

    /**
     * What it is called, such as {@code gpu}.
     *
     * @return the name
     */
    String name();

    /**
     * Opens the device.
     *
     * @return the device, until it is closed
     * @throws DeviceException if there is none; the message says what is missing
     */
    Session<?, ?> open();

    /**
     * A device in use, by one thread at a time.
     *
     * @param <F> factors of ratings on the device
     * @param <A> a pair of preferences on the device
     */
    interface Session<F extends SampledFactors<F>, A extends PreferenceClimb<A>> extends AutoCloseable {
        /**
         * The device in words.
         *
         * @return its name and memory
         */
        String description();

        /**
         * A problem of given entries, in any order, that is solved on the device.
         *
         * @param rows the number of rows
         * @param columns the number of columns
         * @param i the row of each entry; not copied
         * @param j the column of each entry; not copied
         * @param values the value of each entry; not copied
         * @param seed the seed of all random numbers
         * @return the problem
         */
        SamplingProblem<F> sampling(int rows, int columns, int[] i, int[] j, float[] values, long seed);

        /**
         * A problem of who chose what, in any order, that is solved on the device. It has neither scales nor a penalty yet.
         *
         * @param rows the number of rows
         * @param columns the number of columns
         * @param i the row of each entry; not copied
         * @param j the column of each entry; not copied
         * @param weights the weight of each entry; empty if all are 1
         * @param alpha how much an entry that is not there counts beside one that is
         * @param seed the seed of all random numbers
         * @return the problem
         */
        ChoiceProblem<A> preferences(
                int rows, int columns, int[] i, int[] j, Optional<float[]> weights, double alpha, long seed);

        /**
         * How long each part of the work took.
         *
         * @return a line for each; empty unless the system property rung.profile is true, since measuring slows the work down
         */
        String profile();

        @Override
        void close();
    }

    /**
     * Opens a device by its name.
     *
     * @param name the name, such as {@code gpu}
     * @return the device, until it is closed
     * @throws DeviceException if there is none; the message says what is missing
     */
    static Session<?, ?> open(String name) {
        if (Runtime.version().feature() < LEAST_JAVA) {
            throw new DeviceException("Java " + LEAST_JAVA + " or newer is needed, and this is Java "
                    + Runtime.version().feature() + ": train on the CPU, or with a newer Java");
        }
        return find(name)
                .orElseThrow(() -> new DeviceException(
                        "this build of Rung has nothing to call it with: it was built with a Java older than "
                                + LEAST_JAVA + ", or without the module for it"))
                .open();
    }

    private static Optional<Accelerator> find(String name) {
        try {
            return ServiceLoader.load(Accelerator.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(found -> found.name().equals(name))
                    .findFirst();
        } catch (ServiceConfigurationError thrown) {
            throw new DeviceException("the module for a " + name + " cannot be loaded: " + thrown.getMessage());
        }
    }
}

package rung.cli.terminal;

import java.io.IOException;
import picocli.CommandLine.Option;
import rung.file.FormatException;

/** The option that passes over lines that are wrong, for use as a {@code @Mixin}. */
public final class BadLineOptions {
    @Option(
            names = "--skip-bad",
            description =
                    "Skip lines that are wrong, such as ones without a rating or with one far from all others; they are counted, and the first"
                            + " of them listed.")
    private boolean skips;

    /** Creates the option; picocli sets it. */
    public BadLineOptions() {}

    /**
     * Whether lines that are wrong are to be skipped.
     *
     * @return true if the option was given
     */
    public boolean areSkipped() {
        return skips;
    }

    /**
     * Reads a file.
     *
     * @param <T> what is read
     */
    @FunctionalInterface
    public interface Reading<T> {
        /**
         * Called once.
         *
         * @param skipsBad whether lines that are wrong are skipped
         * @return what was read
         * @throws IOException if the file cannot be read
         */
        T read(boolean skipsBad) throws IOException;
    }

    /**
     * Reads a file as the option says; if a line is wrong, the message says that there is the option.
     *
     * @param reading reads the file
     * @param <T> what is read
     * @return what was read
     * @throws IOException if the file cannot be read
     */
    public <T> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read(skips);
        } catch (FormatException e) {
            if (skips || !e.isAboutLine()) {
                throw e;
            }
            throw new FormatException(e.getMessage() + "; --skip-bad passes such lines over", e);
        }
    }
}

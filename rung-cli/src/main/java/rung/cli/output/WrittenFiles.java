package rung.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rung.cli.terminal.Failure;
import rung.file.FormatException;

/** The files that a command writes one after the other: if one of them fails, the message says which are there already. */
public final class WrittenFiles {
    private final List<String> names = new ArrayList<>();

    /** Nothing is written yet. */
    public WrittenFiles() {}

    /** Writes a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Called once.
         *
         * @throws IOException if writing fails
         */
        void write() throws IOException;
    }

    /**
     * Writes the next file.
     *
     * @param file its name, as the user gave it
     * @param writing writes it
     * @throws IOException if that fails
     */
    public void write(Object file, Writing writing) throws IOException {
        try {
            writing.write();
        } catch (FormatException e) {
            throw e; // of what is read again
        } catch (IOException e) {
            if (names.isEmpty()) {
                throw e;
            }
            String sentence = Failure.sentence(e).replaceFirst("; nothing was written$", "");
            throw new IOException(
                    sentence + "; " + String.join(", ", names) + (names.size() == 1 ? " was" : " were")
                            + " written before",
                    e);
        }
        names.add(file.toString());
    }
}

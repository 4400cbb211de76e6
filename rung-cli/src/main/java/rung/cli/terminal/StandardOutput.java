package rung.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Where results go if no file is named, as UTF-8. What cannot be written is an {@link OutputException}, which ends the command; a
 * {@link PrintWriter} alone would go on in silence.
 */
public final class StandardOutput extends Writer {
    private final OutputStream bytes;
    private final Writer text;

    /**
     * Writes to a stream.
     *
     * @param stream takes the bytes
     */
    public StandardOutput(OutputStream stream) {
        this.bytes = new BufferedOutputStream(stream);
        this.text = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
    }

    /**
     * A printer to a stream that fails where the stream does.
     *
     * @param stream takes the bytes
     * @return a printer that sends each printed line at once
     */
    public static PrintWriter printer(OutputStream stream) {
        return new PrintWriter(new StandardOutput(stream), true);
    }

    @Override
    public void write(char[] characters, int from, int length) {
        attempt(() -> text.write(characters, from, length));
    }

    @Override
    public void flush() {
        attempt(text::flush);
    }

    @Override
    public void close() {
        attempt(text::close);
    }

    /** Something that may fail. */
    private interface Attempt {
        void run() throws IOException;
    }

    private static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }
}

package rung.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Runs the command inside the tests' own JVM. */
public final class Commands {
    /** How it ended, and what it printed where. */
    public record Result(int status, String out, String err) {}

    private Commands() {}

    public static Result rung(Object... args) {
        return piped(new byte[0], args);
    }

    /** Runs the command with these bytes on standard input. */
    public static Result piped(byte[] in, Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Result result = into(new ByteArrayInputStream(in), out, args);
        return new Result(result.status, out.toString(StandardCharsets.UTF_8), result.err);
    }

    /** Runs the command with standard output into a stream; {@code out} of the result is empty. */
    public static Result into(InputStream in, OutputStream out, Object... args) {
        StringWriter err = new StringWriter();
        String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        int status = Main.commandLine(in, out, words)
                .setErr(new PrintWriter(err, true))
                .execute(words);
        return new Result(status, "", err.toString());
    }
}

package rung.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** Runs the command inside the tests' own JVM. */
public final class Commands {
    /** How it ended, and what it printed where. */
    public record Result(int status, String out, String err) {}

    private Commands() {}

    public static Result rung(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        int status = Main.commandLine(words)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
        return new Result(status, out.toString(), err.toString());
    }
}

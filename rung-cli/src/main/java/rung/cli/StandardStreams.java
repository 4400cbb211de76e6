package rung.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;
import rung.cli.output.OutputFile;
import rung.cli.terminal.InputFile;

/**
 * Lets {@code -} stand for standard input and output wherever a command takes a file, and {@code /dev/stdout} for the latter. Each can be
 * named once.
 */
final class StandardStreams {
    private static final Set<String> STANDARD_OUTPUT = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private final InputStream in;
    private final OutputStream out;
    private boolean isRead;

    private StandardStreams(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Makes a command line understand files that are read or written. */
    static void register(CommandLine line, InputStream in, OutputStream out) {
        StandardStreams streams = new StandardStreams(in, out);
        line.registerConverter(InputFile.class, streams::input);
        line.registerConverter(OutputFile.class, streams::output);
        line.registerConverter(Path.class, text -> Path.of(named(text)));
    }

    private InputFile input(String text) {
        InputFile input = new InputFile(named(text), in);
        if (input.isStandardInput() && isRead) {
            throw new TypeConversionException("- is standard input, which can be read for one file only");
        }
        isRead |= input.isStandardInput();
        return input;
    }

    /* An empty name is what a script gives whose variable is not set. */
    private static String named(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("the name of the file must not be empty");
        }
        return text;
    }

    private OutputFile output(String text) {
        return new OutputFile(STANDARD_OUTPUT.contains(named(text)) ? "-" : text, out);
    }
}

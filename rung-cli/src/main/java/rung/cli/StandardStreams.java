package rung.cli;

import java.io.InputStream;
import java.io.OutputStream;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;
import rung.cli.output.OutputFile;
import rung.cli.terminal.InputFile;

/** Lets {@code -} stand for standard input and output wherever a command takes a file. Each can be named once. */
final class StandardStreams {
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
    }

    private InputFile input(String text) {
        InputFile input = new InputFile(text, in);
        if (input.isStandardInput() && isRead) {
            throw new TypeConversionException("- is standard input, which can be read for one file only");
        }
        isRead |= input.isStandardInput();
        return input;
    }

    private OutputFile output(String text) {
        return new OutputFile(text, out);
    }
}

package rung.cli.help;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rung help}: prints the help of the program or of a command. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = {"Prints the help of a command, or of the program.", "", "Writes nothing else."},
        footer = {"", "Examples:", "  rung help", "  rung help train"})
public final class HelpOn implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command (default: the program itself).")
    private String command;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public HelpOn() {}

    @Override
    public Integer call() {
        CommandModel.find(spec.parent().commandLine(), command)
                .usage(spec.commandLine().getOut());
        return 0;
    }
}

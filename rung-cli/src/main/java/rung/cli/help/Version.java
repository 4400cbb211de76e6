package rung.cli.help;

import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rung version}: prints what {@code rung --version} prints. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        description = {"Prints the version, the JVM, the cores and the kernels in use.", "", "Writes nothing else."},
        footer = {"", "Examples:", "  rung version", "  rung --version"})
public final class Version implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Creates the command. */
    public Version() {}

    @Override
    public Integer call() throws Exception {
        String[] lines = spec.parent().versionProvider().getVersion();
        Arrays.stream(lines).forEach(spec.commandLine().getOut()::println);
        return 0;
    }
}

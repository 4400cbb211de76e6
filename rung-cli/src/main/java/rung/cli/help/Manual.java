package rung.cli.help;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.Provenance;
import rung.file.AtomicFile;

/** {@code rung man}: prints the man page of the program or of a command. */
@Command(
        name = "man",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the man page of a command, or of the program.",
            "",
            "Writes nothing but the page, to standard output, in the language that man reads; with --folder, all pages into a folder."
        },
        footer = {"", "Examples:", "  rung man train | man -l -", "  rung man --folder ~/.local/share/man/man1"})
public final class Manual implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command (default: the program itself).")
    private String command;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Write the pages of the program and of every command into this folder, which must exist.")
    private Path folder;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Manual() {}

    @Override
    public Integer call() throws IOException {
        CommandLine program = spec.parent().commandLine();
        if (folder != null) {
            write(program.getCommandSpec());
            for (CommandLine each : program.getSubcommands().values()) {
                write(each.getCommandSpec());
            }
            return 0;
        }
        CommandLine of = CommandModel.find(program, command);
        spec.commandLine().getOut().print(page(of.getCommandSpec()));
        return 0;
    }

    private void write(CommandSpec of) throws IOException {
        AtomicFile.write(
                folder.resolve(of.qualifiedName("-") + ".1"),
                out -> out.write(page(of).getBytes(StandardCharsets.UTF_8)));
    }

    /** The man page of a command. */
    static String page(CommandSpec of) {
        String name = of.qualifiedName("-");
        String[] description = of.usageMessage().description();
        StringBuilder page = new StringBuilder(".TH \"" + name.toUpperCase(Locale.ROOT) + "\" 1 \"\" \"rung "
                + Provenance.libraryVersion() + "\" \"Rung\"\n");
        page.append(".SH NAME\n")
                .append(escaped(name))
                .append(" \\- ")
                .append(escaped(CommandModel.sentence(CommandModel.text(description[0]))))
                .append('\n');
        Help help = new Help(of, Help.defaultColorScheme(Help.Ansi.OFF));
        page.append(".SH SYNOPSIS\n")
                .append(escaped(help.synopsis(0).strip().replaceAll("\\s+", " ")))
                .append('\n');
        page.append(".SH DESCRIPTION\n");
        lines(page, description);
        if (!of.subcommands().isEmpty()) {
            page.append(".SH COMMANDS\n");
            of.subcommands()
                    .forEach((word, line) -> item(
                            page,
                            word,
                            CommandModel.text(
                                    line.getCommandSpec().usageMessage().description()[0])));
        }
        if (!of.positionalParameters().isEmpty()) {
            page.append(".SH ARGUMENTS\n");
            of.positionalParameters().forEach(each -> item(page, each.paramLabel(), description(each)));
        }
        options(page, "OPTIONS", HelpSections.common(of));
        options(page, "FURTHER OPTIONS", HelpSections.rare(of));
        page.append(".SH NOTES\n");
        lines(page, of.usageMessage().footer());
        return page.toString();
    }

    private static void options(StringBuilder page, String heading, List<OptionSpec> options) {
        if (!options.isEmpty()) {
            page.append(".SH ").append(heading).append('\n');
            options.forEach(option -> item(
                    page,
                    List.of(option.names()).stream().collect(Collectors.joining(", "))
                            + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                    description(option)));
        }
    }

    private static String description(ArgSpec spec) {
        return CommandModel.text(spec.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(spec.defaultValueString()));
    }

    private static void item(StringBuilder page, String head, String text) {
        page.append(".TP\n\\fB")
                .append(escaped(head))
                .append("\\fR\n")
                .append(escaped(text))
                .append('\n');
    }

    /* Blank lines divide paragraphs; lines that begin with blanks, such as examples, stay as they are. */
    private static void lines(StringBuilder page, String... lines) {
        for (String line : lines) {
            String text = CommandModel.text(line);
            if (text.isEmpty()) {
                page.append(".PP\n");
            } else if (line.startsWith(" ")) {
                page.append(".nf\n").append("    ").append(escaped(text)).append("\n.fi\n");
            } else {
                page.append(escaped(text)).append('\n');
            }
        }
    }

    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-").replaceAll("\\s*\\R\\s*", " ");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}

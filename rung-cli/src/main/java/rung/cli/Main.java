package rung.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import rung.Provenance;
import rung.cli.comparison.Compare;
import rung.cli.completion.Complete;
import rung.cli.completion.Demo;
import rung.cli.help.Doctor;
import rung.cli.help.HelpOn;
import rung.cli.help.HelpSections;
import rung.cli.help.Manual;
import rung.cli.help.ShellCompletion;
import rung.cli.help.Version;
import rung.cli.paper.Paper;
import rung.cli.ratings.Evaluate;
import rung.cli.ratings.Export;
import rung.cli.ratings.FoldInLines;
import rung.cli.ratings.Inspect;
import rung.cli.ratings.Predict;
import rung.cli.ratings.Recommend;
import rung.cli.ratings.Similar;
import rung.cli.ratings.Train;
import rung.cli.separation.Separate;
import rung.cli.serve.Serve;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Failure;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.OutputException;
import rung.cli.terminal.StandardOutput;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.file.Spelling;

/** The command {@code rung}. Results go to standard output, messages to standard error. */
@Command(
        name = "rung",
        mixinStandardHelpOptions = true,
        versionProvider = Main.VersionLines.class,
        description = "Finds the best matrix of a given rank: minimizes any convex R(A) subject to rank(A) <= r.",
        commandListHeading = "%nCommands:%n",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit status: 0 success, 1 the run failed or its output could not be written, 2 bad usage or input; of"
                    + " a run that was ended, which may have written what it found so far, 130 by Ctrl-C, 143 by the signal TERM"
                    + " (kill), 129 by HUP (the terminal was closed); 141 nobody reads the output any more.",
            "A file named - is standard input or output; pipes are read and written, too.",
            "Help on one command: rung help COMMAND"
        })
public final class Main implements Runnable {
    /* The commands by name, in the order in which the help lists them. */
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("demo", Demo.class);
        COMMANDS.put("complete", Complete.class);
        COMMANDS.put("train", Train.class);
        COMMANDS.put("evaluate", Evaluate.class);
        COMMANDS.put("predict", Predict.class);
        COMMANDS.put("recommend", Recommend.class);
        COMMANDS.put("similar", Similar.class);
        COMMANDS.put("fold-in", FoldInLines.class);
        COMMANDS.put("inspect", Inspect.class);
        COMMANDS.put("export", Export.class);
        COMMANDS.put("serve", Serve.class);
        COMMANDS.put("separate", Separate.class);
        COMMANDS.put("paper", Paper.class);
        COMMANDS.put("compare", Compare.class);
        COMMANDS.put("help", HelpOn.class);
        COMMANDS.put("version", Version.class);
        COMMANDS.put("doctor", Doctor.class);
        COMMANDS.put("completion", ShellCompletion.class);
        COMMANDS.put("man", Manual.class);
    }

    /* The commands that need to know all others. */
    private static final Set<String> ABOUT_OTHERS = Set.of("help", "completion", "man");

    /* The least width of help that picocli lays out. */
    private static final int LEAST_HELP_WIDTH = 55;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /**
     * Runs the command and exits with its status.
     *
     * @param args the arguments of the command
     */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true"); // pictures need no display, and one that is named may be gone
        PrintWriter err = messages();
        if (System.getProperty("rung.kernels") != null) {
            try {
                Provenance.platform(); // fails here, once, if the kernels that are forced do not load
            } catch (ExceptionInInitializerError e) {
                err.println(Terminal.message(e.getCause().getMessage()));
                System.exit(ExitStatus.USAGE);
            }
        }
        System.exit(commandLine(System.in, new FileOutputStream(FileDescriptor.out), args)
                .setErr(err)
                .execute(args));
    }

    /**
     * Where messages go: standard error, or the file descriptor that the launcher names. The launcher filters what the JVM
     * itself prints on standard error, so our messages take another way. The descriptor is adopted, not opened again by its
     * name: a file would get a second position, and both would write over each other. The launcher opens the package for it.
     */
    private static PrintWriter messages() {
        Integer number = Integer.getInteger("rung.messages");
        if (number != null) {
            try {
                Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
                constructor.setAccessible(true);
                return new PrintWriter(
                        new FileOutputStream(constructor.newInstance(number)), true, StandardCharsets.UTF_8);
            } catch (ReflectiveOperationException | RuntimeException e) {
                // another JVM, another inside: standard error it is
            }
        }
        return new PrintWriter(System.err, true);
    }

    /**
     * A command line with the command that is asked for, because reading the options of all takes long; with all of them if that command
     * is about the others; with their names and descriptions alone if none is asked for.
     */
    static CommandLine commandLine(InputStream in, OutputStream out, String... args) {
        CommandLine line = new CommandLine(new Main());
        if (args.length == 0 || !COMMANDS.containsKey(args[0])) {
            COMMANDS.forEach((name, command) -> line.addSubcommand(name, summary(command)));
        } else if (ABOUT_OTHERS.contains(args[0])) {
            COMMANDS.values().forEach(line::addSubcommand);
        } else {
            line.addSubcommand(COMMANDS.get(args[0]));
        }
        StandardStreams.register(line, in, out);
        HelpSections.install(line);
        return line.setOut(StandardOutput.printer(out))
                .setParameterExceptionHandler((e, words) -> badUsage(e))
                .setExecutionStrategy(Main::execute)
                .setExecutionExceptionHandler((e, command, parsed) -> e instanceof UsageException
                        ? badUsage(new ParameterException(command, e.getMessage()))
                        : Failure.report(e, command.getErr()))
                .setUsageHelpWidth(Math.max(LEAST_HELP_WIDTH, Terminal.proseColumns()));
    }

    /** What the list of commands says about one, without its options. */
    private static CommandSpec summary(Class<?> command) {
        Command words = command.getAnnotation(Command.class);
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage()
                .header(words.header())
                .description(words.description())
                .hidden(words.hidden());
        return spec;
    }

    /**
     * Runs the command, and sends what it printed. Running out of memory is the one error that the user can do something about, so it
     * gets a sentence.
     */
    private static int execute(ParseResult parsed) {
        CommandLine line = parsed.commandSpec().commandLine();
        try {
            int status = new CommandLine.RunLast().execute(parsed);
            line.getOut().flush();
            return status;
        } catch (OutputException e) { // from the help, which runs no command
            return Failure.report(e, line.getErr());
        } catch (OutOfMemoryError e) {
            return Failure.reportMemory(line.getErr());
        }
    }

    /** Without a command, prints the help. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int badUsage(ParameterException e) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        String message = e.getMessage();
        if (e instanceof UnmatchedArgumentException unmatched) {
            message = unknown(line, unmatched.getUnmatched().get(0));
        }
        Optional<String> wanted = wantedNumber(e).or(() -> wantedWord(e));
        if (wanted.isPresent()) {
            message = wanted.get();
        } else if (e instanceof MissingParameterException && !message.isEmpty()) {
            message = Character.toLowerCase(message.charAt(0)) + message.substring(1);
        }
        Optional<String> suggestion = suggestion(e);
        if (e instanceof MissingParameterException && suggestion.isPresent()) { // all else may come from that word
            message = "there is no '" + line.getUnmatchedArguments().get(0) + "' here";
        } else {
            faultsBeside(e).forEach(fault -> err.println(Terminal.message(fault)));
        }
        err.println(Terminal.message(message));
        String name = line.getCommandSpec().qualifiedName();
        err.println(suggestion.map(words -> "Did you mean '" + words + "'?").orElse("Try '" + name + " --help'."));
        return ExitStatus.USAGE;
    }

    /* What is said about a word that a command does not know. One that is no option has no place among those that the command takes. */
    private static String unknown(CommandLine line, String word) {
        CommandSpec command = line.getCommandSpec();
        List<String> taken = command.positionalParameters().stream()
                .map(ArgSpec::paramLabel)
                .distinct()
                .toList();
        return word.startsWith("-") || command.parent() == null || taken.isEmpty()
                ? "there is no '" + word + "' here"
                : "'" + word + "' is one too many: " + command.qualifiedName() + " takes " + String.join(" ", taken)
                        + " and options";
    }

    /* What is said about a word that is not one of some; empty if that is not what is wrong. */
    private static Optional<String> wantedWord(ParameterException e) {
        int rule = e.getMessage().indexOf(" must be one of ");
        return rule < 0 || e.getArgSpec() == null
                ? Optional.empty()
                : Optional.of((e.getArgSpec() instanceof OptionSpec option
                                ? option.longestName()
                                : e.getArgSpec().paramLabel())
                        + e.getMessage().substring(rule));
    }

    /* What is said about a word in the place of a number; empty if that is not what is wrong. */
    private static Optional<String> wantedNumber(ParameterException e) {
        if (!(e.getArgSpec() instanceof OptionSpec option) || e.getValue() == null) {
            return Optional.empty();
        }
        Class<?> type = option.type();
        boolean isWhole = type == int.class || type == Integer.class || type == long.class || type == Long.class;
        boolean isNumber = isWhole || type == double.class || type == Double.class;
        return isNumber
                ? Optional.of(
                        option.names()[0] + (isWhole ? " must be a whole number, got '" : " must be a number, got '")
                                + e.getValue() + "'")
                : Optional.empty();
    }

    /* What else is wrong if something is missing, so that not only that is said: files that are not there, words that nobody knows. */
    private static List<String> faultsBeside(ParameterException e) {
        if (!(e instanceof MissingParameterException missing)) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        for (ArgSpec each : e.getCommandLine().getCommandSpec().args()) {
            Object value = each.getValue();
            for (Object one : value instanceof List<?> several ? several : Collections.singletonList(value)) {
                if (one instanceof InputFile input) {
                    input.whyUnreadable().ifPresent(faults::add);
                }
            }
        }
        boolean isWithoutOutput = missing.getMissing().stream()
                .anyMatch(each -> each instanceof OptionSpec option
                        && List.of(option.names()).contains("-o"));
        for (String word : e.getCommandLine().getUnmatchedArguments()) {
            boolean isOutput = isWithoutOutput && !word.startsWith("-");
            faults.add(unknown(e.getCommandLine(), word) + (isOutput ? "; '-o " + word + "' writes there" : ""));
        }
        return faults;
    }

    /** What was probably meant by a word that is no command, or by an option that is none; empty if nothing is like it. */
    private static Optional<String> suggestion(ParameterException e) {
        List<String> unknown = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : e instanceof MissingParameterException ? e.getCommandLine().getUnmatchedArguments() : List.of();
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String word = unknown.get(0).replaceFirst("=.*", "");
        if (word.startsWith("-")) {
            List<String> names = spec.options().stream()
                    .flatMap(option -> Arrays.stream(option.names()))
                    .filter(name -> name.startsWith("--"))
                    .toList();
            Optional<String> longer = names.stream()
                    .filter(name -> word.length() > 3 && name.startsWith(word))
                    .findFirst();
            return longer.or(() -> Spelling.nearest(names, word));
        }
        return spec.parent() == null
                ? Spelling.nearest(COMMANDS.keySet(), word).map(name -> "rung " + name)
                : Optional.empty();
    }

    /** Name and version of Rung, and the JVM and the kernels in use. */
    static final class VersionLines implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"rung " + Provenance.libraryVersion(), Provenance.platform()};
        }
    }
}

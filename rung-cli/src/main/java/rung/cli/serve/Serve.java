package rung.cli.serve;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.serve.DemoModel;
import rung.serve.ServedKind;
import rung.serve.Server;
import rung.serve.ServerSettings;

/** {@code rung serve}: a model behind HTTP, and a page to look at it. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Serves a model: a page for people and JSON for programs, at an address that it prints.",
            "",
            "Prints the address, such as http://127.0.0.1:8080, as its first line.",
            "",
            "The page searches items, recommends at once for what one rates there, explains, and draws a map. Programs"
                    + " find what they can ask at /openapi.json. Only this machine can reach the server, unless --host"
                    + " says otherwise. A new model file in the place of the old one is picked up by itself; move it there, since a"
                    + " large one is mapped and must not be overwritten. Ctrl-C finishes the requests in flight and ends; a"
                    + " second one ends at once."
        },
        footer = {
            "",
            "Examples:",
            "  rung serve movies.rung --titles movies.csv",
            "  rung serve --demo",
            "  rung serve movies.rung --titles movies.csv --port 0 --log ratings.csv",
            "  rung serve filled.csv --errors sure.tsv"
        })
public final class Serve implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODEL",
            description =
                    "The model file, made by 'rung train'; or a folder that 'rung separate --as frames' wrote, or a"
                            + " table that 'rung complete' wrote.")
    private InputFile model;

    @Option(
            names = "--demo",
            description = "Serve a small model of made-up readers and books, which is trained in seconds.")
    private boolean demo;

    @Option(
            names = "--titles",
            paramLabel = "FILE",
            description = "A file with an item and its title in each line, such as movies.csv, movies.dat or u.item.")
    private InputFile titles;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description =
                    "Keep what people rate in this file; an existing one is continued. 'rung train RATINGS FILE' learns from"
                            + " both.")
    private Path log;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description =
                    "With a table: the file that 'rung complete --errors' wrote, which says what was filled and how"
                            + " sure that is.")
    private InputFile errors;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = ServerSettings.LOOPBACK,
            description = "The address to listen at; beyond this machine it needs --token or --open"
                    + " (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--token",
            paramLabel = "SECRET",
            description = "Answer only those who send 'Authorization: Bearer SECRET'; the page asks for it.")
    private String token;

    @Option(names = "--open", description = "Answer anybody who can reach --host, without a token.")
    private boolean open;

    @Option(
            names = "--origin",
            paramLabel = "ORIGIN",
            description = "Let pages of this other origin ask, such as https://example.org; may be given again.")
    private List<String> origins = List.of();

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Serve() {}

    @Override
    public Integer call() throws IOException {
        check();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), false);
        ServerSettings settings = (demo ? demo(terminal) : ServerSettings.of(model.path()))
                .at(host, port)
                .withOrigins(Set.copyOf(origins))
                .withMessages(message -> terminal.say("%s", message));
        settings = titles == null ? settings : settings.withTitles(titles.path());
        settings = log == null ? settings : settings.withLog(log);
        settings = errors == null ? settings : settings.withErrors(errors.path());
        settings = token == null ? settings : settings.withToken(token);
        requireUse(settings.kind());
        serve(settings);
        return ExitStatus.INTERRUPTED;
    }

    private static ServerSettings demo(Terminal terminal) throws IOException {
        Path folder = Files.createTempDirectory("rung-demo");
        terminal.stage("training a model of made-up readers and books");
        ServerSettings settings = DemoModel.write(folder);
        folder.toFile().deleteOnExit(); // what is registered last is deleted first
        folder.resolve(DemoModel.MODEL).toFile().deleteOnExit();
        folder.resolve(DemoModel.TITLES).toFile().deleteOnExit();
        terminal.clear();
        return settings;
    }

    private void check() {
        if (demo == (model != null)) {
            throw new UsageException(
                    demo ? "--demo brings its own model, so none goes with it" : "there must be a model, or --demo");
        }
        if (demo && titles != null) {
            throw new UsageException("--demo brings its own titles, so --titles does not go with it");
        }
        if (demo) {
            requireUse(ServedKind.MODEL);
        }
        if (errors != null) {
            errors.requireReadable();
        }
        if (port < 0 || port > 65535) {
            throw new UsageException("--port must be between 0 and 65535, got " + port);
        }
        if (token != null && token.isBlank()) {
            throw new UsageException("--token must not be empty");
        }
        try {
            if (!InetAddress.getByName(host).isLoopbackAddress() && token == null && !open) {
                throw new UsageException("--host " + host
                        + " lets others than this machine ask, so it needs --token SECRET, or --open if anybody may");
            }
        } catch (UnknownHostException e) {
            throw new UsageException("--host must be a name or an address of this machine, got '" + host + "'");
        }
    }

    /** Fails if an option was given that means nothing to what is served. */
    private static void requireUse(String option, Object given, ServedKind of, ServedKind served) {
        if (given != null && of != served) {
            throw new UsageException(option + " is for " + of.words() + ", so it does not go with " + served.words());
        }
    }

    private void requireUse(ServedKind served) {
        requireUse("--titles", titles, ServedKind.MODEL, served);
        requireUse("--log", log, ServedKind.MODEL, served);
        requireUse("--errors", errors, ServedKind.TABLE, served);
    }

    private Server start(ServerSettings settings) throws IOException {
        try {
            return Server.start(settings);
        } catch (IOException e) {
            boolean isTaken = String.valueOf(e.getMessage()).endsWith("in use");
            throw isTaken
                    ? new IOException(e.getMessage() + "; --port names another, and --port 0 takes a free one", e)
                    : e;
        }
    }

    /** Serves until Ctrl-C, which lets requests in flight end first. */
    private void serve(ServerSettings settings) throws IOException {
        Server server = start(settings);
        Terminal terminal = new Terminal(spec.commandLine().getErr(), false);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            Interruption.endAtNextSignal();
                            server.close();
                            terminal.say("the server has ended");
                            ended.countDown();
                        },
                        "rung-serve-end"));
        spec.commandLine().getOut().println(server.address());
        spec.commandLine().getOut().flush();
        terminal.say("%s: %s", demo ? "the demonstration" : model, server.description());
        for (String other : othersAddresses(server.address().getPort())) {
            terminal.say("other machines reach it at %s", other);
        }
        terminal.say("Ctrl-C ends the server");
        try {
            ended.await();
        } catch (InterruptedException e) {
            server.close();
        }
    }

    /** Where other machines reach a server that listens at every address of this one; empty if it listens at one alone. */
    private List<String> othersAddresses(int serverPort) throws IOException {
        if (!InetAddress.getByName(host).isAnyLocalAddress()) {
            return List.of();
        }
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                .map(each -> "http://" + each.getHostAddress() + ":" + serverPort)
                .toList();
    }
}

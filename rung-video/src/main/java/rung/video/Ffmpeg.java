package rung.video;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rung.file.FormatException;

/**
 * The programs {@code ffmpeg} and {@code ffprobe}, which read and write video files for us.
 *
 * <p>They are looked for in the folder that the property or the environment variable names, where one is set; else on the PATH.
 */
record Ffmpeg(Path ffmpeg, Path ffprobe) {
    /** The property that names the folder of the programs. */
    static final String PROPERTY = "rung.ffmpeg";

    /** The environment variable that does so. */
    static final String VARIABLE = "RUNG_FFMPEG";

    /** How pixels are converted: the same on every processor, to the last bit. */
    static final String CONVERSION = "scale=flags=bilinear+accurate_rnd+full_chroma_int+bitexact";

    /** Programs that install others, and the words that make each install ffmpeg. */
    private static final Map<String, String> INSTALLERS = new LinkedHashMap<>();

    static {
        INSTALLERS.put("apt-get", "install ffmpeg");
        INSTALLERS.put("dnf", "install ffmpeg-free");
        INSTALLERS.put("zypper", "install ffmpeg");
        INSTALLERS.put("pacman", "-S ffmpeg");
        INSTALLERS.put("apk", "add ffmpeg");
    }

    private static final Pattern ENCODER = Pattern.compile(" V\\S{5} (\\S+) .*");
    private static final Pattern BEGINNING = Pattern.compile("(\\[[^\\]]*\\] )+");

    /** The video encoders of each program that was asked for them. */
    private static final Map<Path, Set<String>> ENCODERS = new ConcurrentHashMap<>();

    /**
     * The programs, or a sentence that tells how to get them.
     *
     * @param deed what they are needed for, "reading" say
     */
    static Ffmpeg find(Path video, String deed) throws FormatException {
        Path ffmpeg = program("ffmpeg");
        Path ffprobe = program("ffprobe");
        if (ffmpeg == null || ffprobe == null) {
            String folder = folder();
            throw new FormatException(video + ": " + deed + " videos needs the "
                    + (ffmpeg == null ? "ffmpeg" : "ffprobe")
                    + " program, which was not found" + (folder == null ? "" : " in " + folder + " (" + VARIABLE + ")")
                    + "; install it with: " + installation());
        }
        return new Ffmpeg(ffmpeg, ffprobe);
    }

    static boolean isInstalled() {
        return program("ffmpeg") != null && program("ffprobe") != null;
    }

    private static String folder() {
        String property = System.getProperty(PROPERTY);
        String named = property == null ? System.getenv(VARIABLE) : property;
        return named == null || named.isBlank() ? null : named;
    }

    private static Path program(String name) {
        String folder = folder();
        return folder == null ? onPath(name) : inFolder(folder, name);
    }

    /** A program of this name on the PATH, or null. */
    static Path onPath(String name) {
        String path = System.getenv("PATH");
        return path == null
                ? null
                : Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                        .filter(folder -> !folder.isEmpty())
                        .flatMap(folder -> Stream.ofNullable(inFolder(folder, name)))
                        .findFirst()
                        .orElse(null);
    }

    private static Path inFolder(String folder, String name) {
        Path program = new File(folder, isWindows() ? name + ".exe" : name).toPath();
        return Files.isRegularFile(program) && Files.isExecutable(program) ? program.toAbsolutePath() : null;
    }

    static boolean isWindows() {
        return system().startsWith("windows");
    }

    private static String system() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT);
    }

    /** The command that installs the programs on this system. */
    static String installation() {
        if (isWindows()) {
            return "winget install ffmpeg";
        }
        if (system().startsWith("mac")) {
            return "brew install ffmpeg";
        }
        String usual = INSTALLERS.keySet().iterator().next();
        String installer = INSTALLERS.keySet().stream()
                .filter(name -> onPath(name) != null)
                .findFirst()
                .orElse(usual);
        return installer + " " + INSTALLERS.get(installer);
    }

    /** The names of the video encoders that this program was built with. */
    Set<String> encoders() throws IOException {
        Set<String> known = ENCODERS.get(ffmpeg);
        if (known == null) {
            String list = Program.ask(ffmpeg, List.of("-hide_banner", "-nostdin", "-encoders"))
                    .text();
            known = list.lines()
                    .map(ENCODER::matcher)
                    .filter(Matcher::matches)
                    .map(line -> line.group(1))
                    .collect(Collectors.toUnmodifiableSet());
            ENCODERS.put(ffmpeg, known);
        }
        return known;
    }

    /** A file as the programs must be told: no name is an option, another protocol or a pattern. */
    static String url(Path file) {
        return "file:" + file.toAbsolutePath();
    }

    /** A message without the parts of the program that it comes from, its level, and the long name of the file. */
    static String words(String message, String url) {
        String words = BEGINNING.matcher(message).replaceFirst("").strip();
        return (words.startsWith(url + ": ") ? words.substring(url.length() + 2) : words).replace(url, "the file");
    }
}

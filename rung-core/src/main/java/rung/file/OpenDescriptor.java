package rung.file;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something that the process was given open, and that is named as a file: {@code /dev/stdout}, {@code /dev/stderr}, {@code
 * /dev/fd/3}, or a link to one of these. It may be a regular file, such as the one after {@code >>} in a shell. That file is never
 * replaced: what is written follows what others wrote to the same descriptor.
 */
final class OpenDescriptor {
    private static final int MOST_LINKS = 40;
    private static final Path OWN = Path.of("/proc/self");
    private static final int APPENDING = 02000; // O_APPEND on Linux

    private final Path target;
    private final int number;

    private OpenDescriptor(Path target, int number) {
        this.target = target;
        this.number = number;
    }

    /**
     * Returns the descriptor that a path names.
     *
     * @param target the path
     * @return the descriptor; empty for a file
     */
    static Optional<OpenDescriptor> find(Path target) throws IOException {
        Path at = target.toAbsolutePath();
        for (int k = 0; k < MOST_LINKS && at.getParent() != null; k++) {
            if (at.getFileName().toString().matches("\\d{1,9}") && holdsDescriptors(at.getParent())) {
                return Optional.of(new OpenDescriptor(
                        target, Integer.parseInt(at.getFileName().toString())));
            }
            if (!Files.isSymbolicLink(at)) {
                return Optional.empty();
            }
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return Optional.empty();
    }

    private static boolean holdsDescriptors(Path folder) throws IOException {
        if (!folder.endsWith("fd") || !Files.isDirectory(folder)) {
            return false;
        }
        String real = folder.toRealPath().toString();
        return real.equals("/dev/fd")
                || Files.isDirectory(OWN)
                        && real.matches(Pattern.quote(OWN.toRealPath().toString()) + "(/task/\\d+)?/fd");
    }

    /**
     * Checks that the descriptor can be written to. Only the first three are open to Java. Another one that is a file is opened anew,
     * at a position of its own, so it must be one to which everything is appended.
     *
     * @throws FormatException if it cannot
     */
    void check() throws IOException {
        if (!isStandard() && Files.isRegularFile(target) && !isAppending()) {
            throw new FormatException(target + ": is a file that was not opened to append to; open it by " + number
                    + ">>FILE, or name the file itself");
        }
    }

    /** A stream to the descriptor, which stays open when the stream is closed. */
    OutputStream open() throws IOException {
        if (isStandard()) {
            return new FilterOutputStream(new FileOutputStream(number == 1 ? FileDescriptor.out : FileDescriptor.err)) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    out.write(bytes, from, length);
                }

                @Override
                public void close() {
                    // others print there, too
                }
            };
        }
        check();
        OpenOption option = Files.isRegularFile(target) ? StandardOpenOption.APPEND : StandardOpenOption.WRITE;
        return Files.newOutputStream(target, option);
    }

    private boolean isStandard() {
        return number == 1 || number == 2;
    }

    private boolean isAppending() throws IOException {
        Path facts = OWN.resolve("fdinfo").resolve(Integer.toString(number));
        if (!Files.isReadable(facts)) {
            return false;
        }
        for (String line : Files.readAllLines(facts)) {
            if (line.startsWith("flags:")) {
                return (Integer.parseInt(line.substring(6).trim(), 8) & APPENDING) != 0;
            }
        }
        return false;
    }
}

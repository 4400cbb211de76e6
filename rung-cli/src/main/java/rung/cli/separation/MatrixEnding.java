package rung.cli.separation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;

/** Tells by the name of the input, or by what comes through a pipe, whether it is a matrix, and in which format its parts are written. */
final class MatrixEnding {
    private static final List<String> ENDINGS = List.of(".csv", ".tsv", ".tab", ".txt", ".mtx", ".npy");

    /** Endings of what is neither a matrix that can be separated nor a video. */
    private static final List<String> OTHERS =
            List.of(".json", ".jsonl", ".ndjson", ".npz", ".parquet", ".xls", ".xlsx", ".ods");

    /** How many bytes of what comes through a pipe are looked at. */
    private static final int START = 4096;

    private MatrixEnding() {}

    /** The ending of the names of the parts, without ".gz"; empty if the input is no matrix. */
    static String of(InputFile input) throws IOException {
        String lower = input.name().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (OTHERS.stream().anyMatch(lower::endsWith)) {
            throw new InputException(
                    input + ": cannot be separated; expected a video, a folder of images, or a matrix in "
                            + String.join(", ", ENDINGS.subList(0, ENDINGS.size() - 1)) + " or "
                            + ENDINGS.get(ENDINGS.size() - 1));
        }
        if (!input.isStream()) {
            return Files.isRegularFile(input.given()) ? ofName(input.name()) : "";
        }
        String named = ofName(input.name());
        return named.isEmpty() ? ofContents(input) : named;
    }

    private static String ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
        return ENDINGS.stream().filter(plain::endsWith).findFirst().orElse("");
    }

    private static String ofContents(InputFile input) throws IOException {
        byte[] start = start(input);
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u0093NUMPY")) {
            return ".npy";
        }
        if (text.toLowerCase(Locale.ROOT).startsWith("%%matrixmarket")) {
            return ".mtx";
        }
        if (text.indexOf('\0') >= 0) {
            return "";
        }
        return text.contains("\t") ? ".tsv" : ".csv";
    }

    private static byte[] start(InputFile input) throws IOException {
        try (InputStream in = Files.newInputStream(input.path())) {
            byte[] start = in.readNBytes(START);
            boolean isZipped = start.length > 1 && start[0] == 0x1f && start[1] == (byte) 0x8b;
            if (!isZipped) {
                return start;
            }
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(input.path()))) {
            return in.readNBytes(START);
        }
    }
}

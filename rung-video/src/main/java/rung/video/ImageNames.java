package rung.video;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.file.FormatException;

/** The images of a folder, in natural order, and the numbers in their names. */
final class ImageNames {
    /** Numbers by their value, so that in2 comes before in10; equal but for zeros or capitals, as they are written. */
    static final Comparator<String> NATURAL =
            ((Comparator<String>) ImageNames::compare).thenComparing(Comparator.naturalOrder());

    private static final Pattern PART = Pattern.compile("\\d+|\\D+");
    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d{1,18})\\D*$");

    private ImageNames() {}

    /** The images of a folder; other files, folders and hidden files are left out, but some image there must be. */
    static List<Path> in(Path folder) throws IOException {
        List<Path> images = new ArrayList<>();
        if (!Files.isReadable(folder)) {
            throw new FormatException(folder + ": cannot be read, its permissions forbid it");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (StillImage.hasEnding(file) && !isHidden(file) && Files.isRegularFile(file)) {
                    images.add(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        if (images.isEmpty()) {
            throw new FormatException(
                    folder + ": has no images in it, which are files that end in " + StillImage.endings());
        }
        images.sort(Comparator.comparing(ImageNames::name, NATURAL));
        return images;
    }

    private static boolean isHidden(Path file) {
        return name(file).startsWith(".");
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    /** The name without its ending. */
    private static String stem(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** The last number in a name without its ending: 470 of in000470.jpg. */
    static OptionalLong number(Path file) {
        Matcher number = LAST_NUMBER.matcher(stem(name(file)));
        return number.find() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
    }

    private static int compare(String left, String right) {
        Matcher a = PART.matcher(stem(left));
        Matcher b = PART.matcher(stem(right));
        while (true) {
            boolean more = a.find();
            if (!b.find()) {
                return more ? 1 : 0;
            }
            if (!more) {
                return -1;
            }
            int order = comparePart(a.group(), b.group());
            if (order != 0) {
                return order;
            }
        }
    }

    private static int comparePart(String a, String b) {
        if (!isNumber(a) || !isNumber(b)) {
            return a.compareToIgnoreCase(b);
        }
        String left = a.replaceFirst("^0+", "");
        String right = b.replaceFirst("^0+", "");
        return left.length() != right.length() ? left.length() - right.length() : left.compareTo(right);
    }

    private static boolean isNumber(String part) {
        return part.charAt(0) >= '0' && part.charAt(0) <= '9';
    }
}

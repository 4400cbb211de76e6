package rung.file.ratings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Ids;
import rung.data.Ratings;

/** What tests of files of ratings share: a folder for them, and what was read in plain texts. */
abstract class RatingsTexts {
    @TempDir
    Path folder;

    /** Writes a file, whose name tells nothing of its form. */
    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    static List<String> names(Ids ids) {
        return IntStream.range(0, ids.size()).mapToObj(ids::name).toList();
    }

    /** The ratings in their order, as "user|item|rating" with the names. */
    static List<String> entries(Ratings ratings) {
        return IntStream.range(0, ratings.count())
                .mapToObj(k -> ratings.users().name(ratings.user()[k]) + "|"
                        + ratings.items().name(ratings.item()[k]) + "|" + ratings.value()[k])
                .toList();
    }
}

package rung.serve.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.model.ModelFile;
import rung.ratings.Recommender;

/**
 * A small model of films that people with one of four tastes rated, and its titles. Each taste has films of its own; people like those
 * and rate a few others low.
 */
final class Films {
    static final List<String> TASTES = List.of("Space", "Love", "Crime", "Jungle");
    static final int FILMS_OF_A_TASTE = 12;

    /** A title that would run as script if it were markup. */
    static final String HOSTILE = "<img src=x onerror=\"window.hacked=true\"> & <b>bold</b>";

    /** A title with an accent, which is found without it. */
    static final String ACCENTED = "Amélie's Heart (2001)";

    private static final int PEOPLE = 160;
    private static final int OF_OWN_TASTE = 8;
    private static final int OF_OTHERS = 4;
    private static final long SEED = 18;

    private Films() {}

    /** The id of a film. */
    static String id(int taste, int number) {
        return TASTES.get(taste).toLowerCase(Locale.ROOT) + number;
    }

    /** The title of a film. */
    static String title(int taste, int number) {
        if (taste == 1 && number == 0) {
            return ACCENTED;
        }
        if (taste == 2 && number == 0) {
            return HOSTILE;
        }
        return TASTES.get(taste) + " story number " + number + " (" + (1980 + number) + ")";
    }

    /** Trains the model and writes it to a folder. */
    static Path model(Path folder) throws IOException {
        Random random = new Random(SEED);
        Ratings.Builder ratings = Ratings.builder();
        for (int person = 0; person < PEOPLE; person++) {
            int taste = person % TASTES.size();
            for (int k = 0; k < OF_OWN_TASTE; k++) {
                ratings.add("person" + person, id(taste, skewed(random)), 4 + random.nextInt(2));
            }
            for (int k = 0; k < OF_OTHERS; k++) {
                int other = (taste + 1 + random.nextInt(TASTES.size() - 1)) % TASTES.size();
                ratings.add("person" + person, id(other, skewed(random)), 1 + random.nextInt(2));
            }
        }
        Path path = folder.resolve("films.rung");
        ModelFile.write(
                path,
                Recommender.byDefault()
                        .withMaxRank(6)
                        .withRounds(8)
                        .train(ratings.build(Duplicates.LAST))
                        .model());
        return path;
    }

    /** Some films are better known than others. */
    private static int skewed(Random random) {
        return Math.min(random.nextInt(FILMS_OF_A_TASTE), random.nextInt(FILMS_OF_A_TASTE));
    }

    /** Writes the titles to a folder. */
    static Path titles(Path folder) throws IOException {
        List<String> lines = new ArrayList<>(List.of("item,title,genre"));
        for (int taste = 0; taste < TASTES.size(); taste++) {
            for (int number = 0; number < FILMS_OF_A_TASTE; number++) {
                String title = title(taste, number).replace("\"", "\"\"");
                lines.add(id(taste, number) + ",\"" + title + "\"," + TASTES.get(taste));
            }
        }
        return Files.write(folder.resolve("titles.csv"), lines);
    }
}

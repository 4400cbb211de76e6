package rung.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.model.ModelFile;
import rung.ratings.Recommender;

/**
 * A small model to look at, trained in seconds on tastes that are made up: books of some shelves, and readers who like some shelves more
 * than others. The same on every machine.
 */
public final class DemoModel {
    /** The name of the model file in the folder that {@link #write} is given. */
    public static final String MODEL = "books.rung";

    /** The name of the file of titles there. */
    public static final String TITLES = "books.csv";

    private static final int READERS = 800;
    private static final int MOST_RANK = 6;
    private static final int MOST_READ = 60;
    private static final long SEED = 18;

    /** A shelf: each of its first words with each of its second words is the title of a book. */
    private record Shelf(String name, List<String> first, List<String> second) {}

    private static final List<Shelf> SHELVES = List.of(
            new Shelf(
                    "Mystery",
                    List.of("The Silent", "The Locked", "The Crooked", "The Missing", "The Last"),
                    List.of("Witness", "Corridor", "Alibi", "Letter", "Inspector", "Staircase")),
            new Shelf(
                    "Science fiction",
                    List.of("Beyond the", "Signals from the", "Children of the", "The Engines of", "Return to the"),
                    List.of("Ninth Moon", "Glass Nebula", "Outer Ring", "Frozen Star", "Second Earth", "Quiet Void")),
            new Shelf(
                    "Romance",
                    List.of("A Summer in", "Letters from", "Dancing in", "Meet Me in", "The Baker of"),
                    List.of("Lisbon", "Verona", "Montreal", "Galway", "Kyoto", "Buenos Aires")),
            new Shelf(
                    "History",
                    List.of("The Rise of", "The Merchants of", "The Fall of", "A Short History of", "The Daughters of"),
                    List.of("Carthage", "the Hansa", "Byzantium", "Samarkand", "Venice", "the Steppe")),
            new Shelf(
                    "Cooking",
                    List.of("The Art of", "Simply", "The Little Book of", "Everyday", "A Year of"),
                    List.of("Bread", "Dumplings", "Pickles", "Soup", "Chocolate", "Noodles")),
            new Shelf(
                    "Nature",
                    List.of("The Secret Life of", "Walking with", "A Field Guide to", "In Praise of", "The World of"),
                    List.of("Otters", "Moss", "Owls", "Rivers", "Bees", "Old Trees")));

    private DemoModel() {}

    /**
     * Trains the model and writes it with its titles.
     *
     * @param folder where the two files go
     * @return settings that serve them to this machine alone
     * @throws IOException if a file cannot be written
     */
    public static ServerSettings write(Path folder) throws IOException {
        List<String> titles = new ArrayList<>();
        List<Integer> shelves = new ArrayList<>();
        for (int shelf = 0; shelf < SHELVES.size(); shelf++) {
            for (String first : SHELVES.get(shelf).first) {
                for (String second : SHELVES.get(shelf).second) {
                    titles.add(first + " " + second);
                    shelves.add(shelf);
                }
            }
        }
        StringBuilder lines = new StringBuilder("item,title,shelf\n");
        for (int book = 0; book < titles.size(); book++) {
            lines.append("b" + (book + 1) + "," + titles.get(book) + "," + SHELVES.get(shelves.get(book)).name + "\n");
        }
        Files.writeString(folder.resolve(TITLES), lines);
        Ratings ratings = ratings(shelves);
        ModelFile.write(
                folder.resolve(MODEL),
                Recommender.byDefault()
                        .withMaxRank(MOST_RANK)
                        .withSeed(SEED)
                        .train(ratings)
                        .model());
        return ServerSettings.of(folder.resolve(MODEL)).withTitles(folder.resolve(TITLES));
    }

    /* Readers like shelves and the first words of titles more or less; they read rather what they like, and what is good. */
    private static Ratings ratings(List<Integer> shelves) {
        SplittableRandom random = new SplittableRandom(SEED);
        int books = shelves.size();
        double[] quality = new double[books];
        double[] fame = new double[books];
        for (int book = 0; book < books; book++) {
            quality[book] = normal(random) / 2;
            fame[book] = quality[book] + normal(random);
        }
        Ratings.Builder ratings = Ratings.builder();
        for (int reader = 1; reader <= READERS; reader++) {
            double[] taste = new double[SHELVES.size()];
            for (int shelf = 0; shelf < taste.length; shelf++) {
                taste[shelf] = normal(random);
            }
            double kind = normal(random) / 3;
            int wanted = 10 + random.nextInt(MOST_READ - 10);
            for (int tries = 0, read = 0; read < wanted && tries < 20 * MOST_READ; tries++) {
                int book = random.nextInt(books);
                double likes = taste[shelves.get(book)];
                if (random.nextDouble() < 1 / (1 + Math.exp(2.5 - 1.5 * likes - fame[book]))) {
                    double rating = 3.4 + kind + 0.8 * likes + quality[book] + normal(random) / 2;
                    ratings.add("reader" + reader, "b" + (book + 1), Math.max(1, Math.min(5, Math.rint(rating))));
                    read++;
                }
            }
        }
        return ratings.build(Duplicates.LAST);
    }

    /* Normally distributed: the sum of twelve uniform numbers is close enough. */
    private static double normal(SplittableRandom random) {
        double sum = -6;
        for (int k = 0; k < 12; k++) {
            sum += random.nextDouble();
        }
        return sum;
    }
}

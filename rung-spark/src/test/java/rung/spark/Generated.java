package rung.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.engine.sampling.Sampling;
import rung.spark.block.BadRow;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingChunk;

/**
 * Ratings made by a model of low rank and noise; some users and items have many, most have few.
 *
 * @param users of each rating, by number; every user has one
 * @param items of each rating, by number; every item has one
 */
public record Generated(int rows, int columns, int[] users, int[] items, float[] values) {
    /** For ratings of which none is refused. */
    public static final RatingBlocks.Sentences UNREFUSED = new RatingBlocks.Sentences() {
        @Override
        public String repeated(long user, long item) {
            throw new AssertionError();
        }

        @Override
        public String of(BadRow row) {
            throw new AssertionError();
        }
    };

    public static Generated of(int rows, int columns, int perUser, int rank, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] u = gaussian(rows, rank, random);
        double[][] v = gaussian(columns, rank, random);
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            boolean[] has = new boolean[columns];
            has[i % columns] = true;
            for (int k = 1; k < perUser; k++) {
                has[(int) (columns * random.nextDouble() * random.nextDouble())] = true;
            }
            for (int j = 0; j < columns; j++) {
                if (has[j]) {
                    pairs.add(new int[] {i, j});
                }
            }
        }
        float[] values = new float[pairs.size()];
        for (int k = 0; k < values.length; k++) {
            int[] pair = pairs.get(k);
            double sum = 3 + noise * random.nextGaussian();
            for (int l = 0; l < rank; l++) {
                sum += u[pair[0]][l] * v[pair[1]][l];
            }
            values[k] = (float) sum;
        }
        return new Generated(
                rows,
                columns,
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                values);
    }

    /**
     * Choices: users of a group choose the items of that group ten times as often as others, popular ones more often than rare ones, and
     * those several times. Every user and every item has one.
     */
    public static Generated choices(int rows, int columns, int groups, int most, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<int[]> chosen = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                boolean isOwn = i % groups == j % groups;
                double often = 0.8 / Math.sqrt(1 + j / groups) * (isOwn ? 1 : 0.1);
                if (random.nextDouble() < often || j == i % columns || i == j % rows) {
                    chosen.add(new int[] {i, j, isOwn ? 1 + random.nextInt(most) : 1});
                }
            }
        }
        float[] values = new float[chosen.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = chosen.get(k)[2];
        }
        return new Generated(
                rows,
                columns,
                chosen.stream().mapToInt(each -> each[0]).toArray(),
                chosen.stream().mapToInt(each -> each[1]).toArray(),
                values);
    }

    /** The same entries, each with a value that grows with the number of the item. */
    public Generated tilted(double slope) {
        float[] other = values.clone();
        for (int e = 0; e < other.length; e++) {
            other[e] += (float) (slope * items[e]);
        }
        return new Generated(rows, columns, users, items, other);
    }

    private static double[][] gaussian(int lines, int rank, SplittableRandom random) {
        double[][] out = new double[lines][rank];
        for (double[] line : out) {
            Arrays.setAll(line, k -> random.nextGaussian() / Math.sqrt(rank));
        }
        return out;
    }

    public int count() {
        return values.length;
    }

    /** The id of a user: in the order of the numbers, but neither dense nor from 0. */
    long user(int number) {
        return 7L * number - 50;
    }

    /** The id of an item, beyond what an int holds. */
    long item(int number) {
        return 3_000_000_000L * number;
    }

    /** The core's problem, in one memory. */
    public Sampling core() {
        return Sampling.of(rows, columns, users, items, values).withThreads(2);
    }

    /** As a frame of user, item and rating. */
    Dataset<Row> frame() {
        return frame(LocalSpark.session());
    }

    Dataset<Row> frame(SparkSession session) {
        List<Row> rows = new ArrayList<>();
        for (int e = 0; e < count(); e++) {
            rows.add(RowFactory.create(user(users[e]), item(items[e]), values[e]));
        }
        StructType schema = new StructType()
                .add("user", DataTypes.LongType)
                .add("item", DataTypes.LongType)
                .add("rating", DataTypes.FloatType);
        return session.createDataFrame(rows, schema);
    }

    /** The core's ratings, users and items in the order of their ids. */
    Ratings ratings() {
        return part(IntStream.range(0, count()).toArray());
    }

    /** Some of the core's ratings, with all users and items. */
    Ratings part(int[] entries) {
        Ids.Builder userIds = new Ids.Builder();
        Ids.Builder itemIds = new Ids.Builder();
        for (int i = 0; i < rows; i++) {
            userIds.add(String.valueOf(user(i)));
        }
        for (int j = 0; j < columns; j++) {
            itemIds.add(String.valueOf(item(j)));
        }
        float[] some = new float[entries.length];
        for (int k = 0; k < some.length; k++) {
            some[k] = values[entries[k]];
        }
        return Ratings.of(
                userIds.build(),
                itemIds.build(),
                IntStream.of(entries).map(e -> users[e]).toArray(),
                IntStream.of(entries).map(e -> items[e]).toArray(),
                some,
                Duplicates.ERROR);
    }

    /** In some order, in so many partitions, of which one is empty if there are several. */
    public JavaRDD<RatingChunk> chunks(int partitions, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RatingChunk.Builder[] builders = new RatingChunk.Builder[partitions];
        Arrays.setAll(builders, k -> new RatingChunk.Builder());
        for (int e : random.ints(0, count()).distinct().limit(count()).toArray()) {
            int at = partitions == 1 ? 0 : random.nextInt(partitions - 1);
            builders[at].add(user(users[e]), item(items[e]), values[e]);
        }
        return LocalSpark.context()
                .parallelize(
                        Arrays.stream(builders).map(RatingChunk.Builder::take).toList(), partitions);
    }
}

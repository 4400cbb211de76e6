package rung.spark.block;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import rung.data.Meaning;

/**
 * Ratings from a frame, their ids as whole numbers: as they are, or, where they are of another type, by their place in the order
 * of ids.
 */
public final class RatingFrame {
    private final JavaRDD<RatingChunk> chunks;
    private final Names users;
    private final Names items;
    private final Meaning meaning;

    /**
     * The ids of users, or of items, as they are in the frame.
     *
     * @param type their type
     * @param names the frame of {@code number} and {@code id}; null if the ids are numbers
     * @param session the session
     */
    public record Names(SparkSession session, DataType type, Dataset<Row> names) {
        /**
         * An id as it is in the frame, for a sentence.
         *
         * @param number the number of the id
         * @return the id
         */
        public String of(long number) {
            if (names == null) {
                return String.valueOf(number);
            }
            return "'"
                    + names.filter(names.col("number").equalTo(number))
                            .select("id")
                            .first()
                            .get(0) + "'";
        }

        /** Tells the cluster that the names are not needed any more. */
        public void unpersist() {
            if (names != null) {
                names.unpersist(false);
            }
        }

        /**
         * The same frame with ids in place of the numbers in its column {@code key}.
         *
         * @param frame the frame
         * @return the frame with ids
         */
        public Dataset<Row> named(Dataset<Row> frame) {
            return names == null
                    ? frame.withColumn("id", frame.col("key").cast(type)).drop("key")
                    : frame.join(names.withColumnRenamed("number", "key"), "key")
                            .drop("key");
        }
    }

    private RatingFrame(JavaRDD<RatingChunk> chunks, Names users, Names items, Meaning meaning) {
        this.meaning = meaning;
        this.chunks = chunks;
        this.users = users;
        this.items = items;
    }

    JavaRDD<RatingChunk> chunks() {
        return chunks;
    }

    Meaning meaning() {
        return meaning;
    }

    /**
     * The ids of users.
     *
     * @return the ids
     */
    public Names users() {
        return users;
    }

    /**
     * The ids of items.
     *
     * @return the ids
     */
    public Names items() {
        return items;
    }

    /** Tells the cluster that the numbers of ids are not needed any more. */
    public void unpersist() {
        users.unpersist();
        items.unpersist();
    }

    /**
     * Refuses frames without these columns, or with ratings that are not numbers.
     *
     * @param schema the columns of the frame
     * @param userCol the column of users
     * @param itemCol the column of items
     * @param ratingCol the column of ratings; empty for none
     */
    public static void check(StructType schema, String userCol, String itemCol, String ratingCol) {
        field(schema, "userCol", userCol);
        field(schema, "itemCol", itemCol);
        if (!ratingCol.isEmpty() && !(field(schema, "ratingCol", ratingCol).dataType() instanceof NumericType)) {
            throw new IllegalArgumentException("ratings must be numbers, got column '" + ratingCol + "' of type "
                    + schema.apply(named(schema, ratingCol)).dataType().simpleString());
        }
    }

    private static StructField field(StructType schema, String param, String given) {
        String name = named(schema, given);
        if (!List.of(schema.fieldNames()).contains(name)) {
            throw new IllegalArgumentException(
                    param + " must be one of " + String.join(", ", schema.fieldNames()) + ", got '" + name + "'");
        }
        return schema.apply(name);
    }

    /**
     * Reads the ratings of a frame; an empty name of the column of ratings counts each row as 1.
     *
     * @param dataset the frame
     * @param userCol the column of users
     * @param itemCol the column of items
     * @param ratingCol the column of ratings; empty for none
     * @param meaning what the ratings are; rows that weigh 0 are passed over
     * @return the ratings
     */
    public static RatingFrame of(
            Dataset<?> dataset, String userCol, String itemCol, String ratingCol, Meaning meaning) {
        Column rating = ratingCol.isEmpty() ? functions.lit(1f) : column(dataset, ratingCol);
        Dataset<Row> frame = dataset.select(
                column(dataset, userCol).as("user"),
                column(dataset, itemCol).as("item"),
                rating.cast("double").as("rating"));
        Names users = names(frame, "user");
        Names items = names(frame, "item");
        Dataset<Row> numbered = numbered(numbered(frame, "user", users), "item", items);
        return new RatingFrame(
                numbered.toJavaRDD().mapPartitions(rows -> new Chunks(rows, meaning)), users, items, meaning);
    }

    private static Column column(Dataset<?> dataset, String name) {
        return dataset.col(quoted(named(dataset.schema(), name)));
    }

    /**
     * The name of a column as the frame has it: it may be given in backquotes, as in SQL.
     *
     * @param schema the columns of the frame
     * @param column the name, in backquotes or not
     * @return the name without them, unless the frame has a column with them
     */
    public static String named(StructType schema, String column) {
        return List.of(schema.fieldNames()).contains(column) ? column : unquoted(column);
    }

    /**
     * The name of a column without backquotes.
     *
     * @param column the name, in backquotes or not
     * @return the name
     */
    public static String unquoted(String column) {
        boolean isQuoted = column.length() > 2 && column.startsWith("`") && column.endsWith("`");
        return isQuoted ? column.substring(1, column.length() - 1).replace("``", "`") : column;
    }

    /**
     * The name of a column in backquotes, as SQL expressions want it.
     *
     * @param column the name
     * @return the name in backquotes
     */
    public static String quoted(String column) {
        return "`" + column.replace("`", "``") + "`";
    }

    private static Names names(Dataset<Row> frame, String column) {
        DataType type = frame.schema().apply(column).dataType();
        if (type instanceof NumericType) {
            return new Names(frame.sparkSession(), type, null);
        }
        StructType schema = new StructType().add("id", type).add("number", DataTypes.LongType);
        JavaRDD<Row> rows = frame.select(column)
                .na()
                .drop()
                .distinct()
                .orderBy(column)
                .toJavaRDD()
                .zipWithIndex()
                .map(pair -> RowFactory.create(pair._1().get(0), pair._2()));
        SparkSession session = frame.sparkSession();
        return new Names(session, type, session.createDataFrame(rows, schema).cache());
    }

    /* A null stays null, so that it is found where the rows are read. */
    private static Dataset<Row> numbered(Dataset<Row> frame, String column, Names names) {
        if (names.names() != null) {
            Dataset<Row> ids = names.names().withColumnRenamed("id", column);
            return frame.join(ids, frame.col(column).equalTo(ids.col(column)), "left")
                    .drop(column)
                    .withColumnRenamed("number", column);
        }
        boolean isWhole = !(names.type() instanceof DecimalType)
                && !names.type().equals(DataTypes.DoubleType)
                && !names.type().equals(DataTypes.FloatType);
        if (isWhole) {
            return frame.withColumn(column, frame.col(column).cast("long"));
        }
        Column asLong = frame.col(column)
                .try_cast("decimal(38,9)")
                .try_cast("long"); // null where there is none, NaN among them
        Column isSame = asLong.cast("decimal(38,9)").equalTo(frame.col(column).try_cast("decimal(38,9)"));
        return frame.withColumn(column, functions.when(isSame, asLong));
    }

    /** Turns rows of user, item and rating into chunks. A row that is no rating ends them, with a {@link BadRow}. */
    private static final class Chunks implements Iterator<RatingChunk> {
        private final Iterator<Row> rows;
        private final RatingChunk.Builder builder = new RatingChunk.Builder();
        private final boolean isWeight;
        private boolean isOver;
        private int user = -1;
        private int item;
        private int rating;

        Chunks(Iterator<Row> rows, Meaning meaning) {
            this.isWeight = meaning == Meaning.WEIGHT;
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            return !isOver && rows.hasNext();
        }

        @Override
        public RatingChunk next() {
            while (rows.hasNext() && !builder.isFull()) {
                BadRow bad = take(rows.next());
                if (bad != null) {
                    isOver = true;
                    return RatingChunk.of(bad);
                }
            }
            return builder.take();
        }

        private BadRow take(Row row) {
            if (user < 0) {
                user = row.fieldIndex("user");
                item = row.fieldIndex("item");
                rating = row.fieldIndex("rating");
            }
            if (row.isNullAt(user) || row.isNullAt(item)) {
                return new BadRow(
                        "ids must be whole numbers or of another type than a number, and not null, got",
                        (Long) row.get(user),
                        (Long) row.get(item));
            }
            float value = row.isNullAt(rating) ? Float.NaN : (float) row.getDouble(rating);
            if (!Float.isFinite(value)) {
                return new BadRow(
                        (isWeight ? "weights" : "ratings") + " must be finite numbers, got " + row.get(rating) + " of",
                        row.getLong(user),
                        row.getLong(item));
            }
            if (isWeight && value < 0) {
                return new BadRow(
                        "weights must not be negative, got " + row.get(rating) + " of",
                        row.getLong(user),
                        row.getLong(item));
            }
            if (!isWeight || value > 0) {
                builder.add(row.getLong(user), row.getLong(item), value);
            }
            return null;
        }
    }
}

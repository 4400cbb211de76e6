package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames that are not as they should be. */
class BadInputTest {
    private static Dataset<Row> values(String rows, String columns) {
        return LocalSpark.session().sql("select * from values " + rows + " as t(" + columns + ")");
    }

    private static RankConstrained told() {
        return new RankConstrained().setRank(1).setMaxIter(1).setNumBlocks(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(1, 2, 3d), (1, 3, null) | ratings must be finite numbers, got null of user 1 and item 3",
                "(1, 2, 3d), (1, 3, double('NaN')) | ratings must be finite numbers, got NaN of user 1 and item 3",
                "(1, 2, 3d), (1, 3, 1e300) | ratings must be finite numbers, got 1.0E300 of user 1 and item 3",
                "(1, 2, '3'), (1, 3, '4') | ratings must be numbers, got column 'rating' of type string",
                "(1, 2, 3d), (null, 3, 4d) | ids must be whole numbers or of another type than a number, and not null, got user null and item 3",
                "('a', 2, 3d), ('b', null, 4d) | ids must be whole numbers or of another type than a number, and not null, got user 'b' and item null",
                "('a', 2, 3d), ('b', 3, double('NaN')) | ratings must be finite numbers, got NaN of user 'b' and item 3",
                "(1e300, 2, 3d), (2.0, 3, 4d) | ids must be whole numbers or of another type than a number, and not null, got user null and item 2",
                "(1.5, 2, 3d), (2.0, 3, 4d) | ids must be whole numbers or of another type than a number, and not null, got user null and item 2",
                "(1, 2, 0d), (2, 3, 1e16) | ratings must be at most 1e15 apart, got 0.00000 and 1.00000e+16",
            })
    void isRefusedWithASentence(String rows, String sentence) {
        Dataset<Row> frame = values(rows, "user, item, rating").repartition(1);
        assertThatThrownBy(() -> told().fit(frame))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void namesColumnsThatAreNotThere() {
        Dataset<Row> frame = values("(1, 2, 3d)", "u, item, rating");
        assertThatThrownBy(() -> told().fit(frame)).hasMessage("userCol must be one of u, item, rating, got 'user'");
        assertThatThrownBy(() -> told().setUserCol("u").setPredictionCol("item").fit(frame))
                .hasMessage("predictionCol must be a new column, got 'item'");
    }

    @Test
    void refusesParametersBeforeItBegins() {
        assertThatThrownBy(() -> told().setFinalStorageLevel("MEMORY"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("finalStorageLevel");
        assertThatThrownBy(() -> told().setIntermediateStorageLevel("NONE"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> told().setColdStartStrategy("zero")).isInstanceOf(IllegalArgumentException.class);
        assertThat(told().setColdStartStrategy("NaN").getColdStartStrategy()).isEqualTo("nan");
    }

    @Test
    void hasNothingToLearnFromAnEmptyFrame() {
        Dataset<Row> frame = values("(1, 2, 3d)", "user, item, rating").filter("user > 1");
        assertThatThrownBy(() -> told().fit(frame)).hasMessage("there must be at least one rating, got none");
    }

    @Test
    void learnsFromOneRating() {
        Dataset<Row> frame = values("(1, 2, 3d)", "user, item, rating").repartition(4);
        Row row = new RankConstrained().setRank(30).fit(frame).transform(frame).first();
        assertThat(row.getFloat(3)).isEqualTo(3);
    }

    @Test
    void countsEachRowOnceWithoutRatings() {
        Dataset<Row> frame = values("(1, 2), (1, 3), (2, 3)", "user, item");
        Row row = told().setRatingCol("").fit(frame).transform(frame).first();
        assertThat(row.getFloat(2)).isEqualTo(1);
    }

    @Test
    void meetsDuplicatesInThreeWays() {
        String rows = "(1, 2, 3d), (1, 2, 5d), (1, 3, 1d), (2, 2, 4d), (2, 3, 2d)";
        Dataset<Row> frame = values(rows, "user, item, rating").repartition(3);
        Dataset<Row> merged = values(rows.replace("3d), (1, 2, 5d)", "4d)"), "user, item, rating");
        List<Row> expected =
                told().fit(merged).transform(merged).orderBy("user", "item").collectAsList();
        List<Row> found =
                told().fit(frame).transform(merged).orderBy("user", "item").collectAsList();
        for (int k = 0; k < expected.size(); k++) {
            assertThat(found.get(k).getFloat(3)).isCloseTo(expected.get(k).getFloat(3), within(1e-3f));
        }
        assertThat(told().fit(frame).facts()).containsEntry("ratings", "4");
        assertThat(told().setDuplicates("keep").fit(frame).facts()).containsEntry("ratings", "5");
        assertThatThrownBy(() -> told().setDuplicates("error").fit(frame))
                .hasMessage("each pair must have one rating, got several of user 1 and item 2;"
                        + " duplicates may be \"mean\" or \"keep\" instead");
    }

    @Test
    void takesIdsOfAnyType() {
        Dataset<Row> frame = values(
                        "('bob', date'2020-01-01', 5), ('ann', date'2020-01-02', 1), ('bob', date'2020-01-02', 2), ('ann', date'2020-01-01', 4)",
                        "user, item, rating")
                .repartition(3);
        RankConstrainedModel model = told().fit(frame);
        assertThat(model.userFactors().schema().apply("id").dataType().simpleString())
                .isEqualTo("string");
        assertThat(model.toCore().users().name(0)).isEqualTo("ann");
        List<Row> predicted = model.transform(frame).collectAsList();
        assertThat(predicted).hasSize(4).noneMatch(row -> Float.isNaN(row.getFloat(3)));
        Row best = model.recommendForUserSubset(frame.filter("user = 'ann'"), 2).first();
        assertThat(best.getString(0)).isEqualTo("ann");
        assertThat(best.<Row>getList(1)).hasSize(2);
        Dataset<Row> twice = frame.union(frame.filter("user = 'bob'"));
        assertThatThrownBy(() -> told().setDuplicates("error").fit(twice))
                .hasMessageContaining("user 'bob' and item '2020-01-0");
        Dataset<Row> decimals = values("(1.0, 2d, 3), (2.0, 3d, 4), (1.0, 3d, 5)", "user, item, rating");
        assertThat(told().fit(decimals)
                        .transform(decimals)
                        .filter("isnan(prediction)")
                        .count())
                .isZero();
    }
}

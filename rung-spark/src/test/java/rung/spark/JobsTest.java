package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** How many jobs a fit takes: each costs a cluster the same delay, whatever it holds. */
class JobsTest {
    private static final Dataset<Row> RATINGS =
            Generated.of(400, 120, 40, 3, 0.3, 4).frame().cache();

    private static int jobs(int rank, int rounds) throws Exception {
        try (JobCount count = new JobCount(LocalSpark.session().sparkContext())) {
            new RankConstrained()
                    .setRank(rank)
                    .setMaxIter(rounds)
                    .setNumBlocks(2)
                    .fit(RATINGS);
            return count.jobs();
        }
    }

    @Test
    void aPairTakesTwoJobsAndARoundTwo() throws Exception {
        RATINGS.count();
        int few = jobs(5, 2);
        int more = jobs(10, 3);
        assertThat(more - few).isLessThanOrEqualTo(5 * 2 + 2);
        assertThat(more).isLessThanOrEqualTo(65);
    }
}

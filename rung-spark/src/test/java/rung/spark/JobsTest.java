package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** How many jobs a fit takes: each costs a cluster the same delay, whatever it holds. */
class JobsTest {
    private static final Dataset<Row> RATINGS =
            Generated.of(400, 120, 40, 3, 0.3, 4).frame().cache();
    private static final Dataset<Row> CHOICES =
            Generated.choices(120, 50, 4, 5, 2).frame().cache();

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

    private static int preferenceJobs(int rank, int rounds, boolean isTold) throws Exception {
        RankConstrained estimator = new RankConstrained()
                .setImplicitPrefs(true)
                .setMaxRank(rank)
                .setMaxIter(rounds)
                .setNumBlocks(2);
        try (JobCount count = new JobCount(LocalSpark.session().sparkContext())) {
            (isTold ? estimator.setRegParam(0.3) : estimator).fit(CHOICES);
            return count.jobs();
        }
    }

    private static int jobsOfBoth(int rank, int rounds) throws Exception {
        try (JobCount count = new JobCount(LocalSpark.session().sparkContext())) {
            new RankConstrained()
                    .setParts("both")
                    .setRank(rank)
                    .setMaxIter(rounds)
                    .setNumBlocks(2)
                    .fit(CHOICES);
            return count.jobs();
        }
    }

    @Test
    void aRoundOfPreferencesTakesTwoJobsHoweverManyPairs() throws Exception {
        CHOICES.count();
        int few = preferenceJobs(4, 1, true);
        int more = preferenceJobs(30, 4, true);
        assertThat(more - few).isLessThanOrEqualTo(3 * 2);
        assertThat(more).isLessThanOrEqualTo(25);
    }

    /* A penalty takes six jobs to find pairs, two a round to refit, and one to make lists. */
    @Test
    void theChoiceOfAPenaltyTakesFewJobs() throws Exception {
        CHOICES.count();
        assertThat(preferenceJobs(30, 3, false)).isLessThanOrEqualTo(96);
    }

    @Test
    void aPairTakesTwoJobsAndARoundOne() throws Exception {
        RATINGS.count();
        int few = jobs(5, 2);
        int more = jobs(10, 16);
        assertThat(more - few).isLessThanOrEqualTo(5 * 2 + 14);
        assertThat(more).isLessThanOrEqualTo(62);
    }

    /* Most are for the penalty of the preferences, which is chosen as if they were fitted alone. */
    @Test
    void aPairTakesTwoJobsAndARoundOneWhereBothPartsAreFitted() throws Exception {
        CHOICES.count();
        int few = jobsOfBoth(2, 1);
        int more = jobsOfBoth(6, 3);
        assertThat(more - few).isLessThanOrEqualTo(4 * 2 + 2);
        assertThat(more).isLessThanOrEqualTo(107);
    }
}

package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Listener;
import rung.Listener.Work;
import rung.LowRankMatrix;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.Pace;
import rung.cli.terminal.SecondsLeft;
import rung.cli.terminal.WarmUp;
import rung.preferences.PreferenceTrainer;

/** The work of several trainings, from what each says of its own. */
class TrainingWorkTest {
    private static final int STEPS = 20;
    private static final double STEP = 1e9;

    /** A step of a training of lists or of ratings. */
    private record Told(boolean isOfLists, Optional<Work> work) implements Listener.Progress {
        @Override
        public String task() {
            return isOfLists ? PreferenceTrainer.TASK : "";
        }

        @Override
        public Stage stage() {
            return Stage.FITTING;
        }

        @Override
        public Step step() {
            return new Step(1, 1, 0, OptionalDouble.empty(), Duration.ZERO, OptionalDouble.empty());
        }

        @Override
        public LowRankMatrix matrix() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {}
    }

    /* Ten steps of lists, and ten of ratings; nothing is open, and the trainings that follow have a part of the work of the first. */
    private static List<Work> of(int others, double part, double measuring) {
        TrainingWork work = new TrainingWork(new TrainingWork.Trainings(true, true, others, part, measuring));
        List<Work> all = new ArrayList<>();
        for (int run = 0; run <= others; run++) {
            double step = run == 0 ? STEP : part * STEP;
            for (int k = 1; k <= STEPS; k++) {
                double left = (STEPS - k) * step;
                all.add(work.after(new Told(2 * k <= STEPS, Optional.of(new Work(k * step, left, left))))
                        .orElseThrow());
            }
            work.next();
        }
        return all;
    }

    /* What is done and left is one sum, from the first step of the first training to the last of the last. */
    @ParameterizedTest
    @CsvSource({"0, 1, 0", "1, 0.8, 0", "1, 0.8, 3e9", "5, 0.8, 1e9", "2, 0.5, 0"})
    void doneAndLeftAreTheSameSum(int others, double part, double measuring) {
        List<Work> all = of(others, part, measuring);
        Work last = all.get(all.size() - 1);
        double total = last.done() + last.least();
        double known = STEPS * STEP * (1 + others * part) + others * measuring;
        assertThat(total).as("what compiling costs comes once on top").isBetween(known, known + 5e9);
        double before = 0;
        for (Work each : all) {
            assertThat(each.done()).isGreaterThan(before);
            assertThat(each.most()).isEqualTo(each.least());
            assertThat(each.done() + each.least()).isBetween(0.9999 * total, 1.0001 * total);
            before = each.done();
        }
    }

    /* Two trainings as they went on a machine under load, a tiny one and one of some size: from a fifth of the time on, the time left is
     * right within a factor of two. */
    @Test
    void recordedTrainingsEndWhenTheyWereSaidTo() throws Exception {
        List<String> lines;
        try (InputStream in = TrainingWorkTest.class.getResourceAsStream("trainings.txt")) {
            lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        TrainingWork work = null;
        Pace pace = null;
        double total = 0;
        int told = 0;
        for (String line : lines) {
            String[] fields = line.split(" ");
            if (line.matches("# \\d.*")) {
                int ratings = Integer.parseInt(fields[1]);
                total = Double.parseDouble(fields[5]);
                work = new TrainingWork(
                        new TrainingWork.Trainings(true, true, 0, 1, 0),
                        Train.endOf(ratings) + Train.reportOf(ratings));
                pace = new Pace(0, WarmUp.NONE);
            } else if (fields[0].equals("begin")) {
                pace.begin(Double.parseDouble(fields[1]));
                pace.change();
            } else if (!fields[0].equals("#")) {
                double now = Double.parseDouble(fields[0]);
                double[] parts = Arrays.stream(fields)
                        .skip(4)
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                Work said = work.after(new Told(
                                fields[1].endsWith("LISTS"),
                                Optional.of(new Work(1e9 * parts[0], 1e9 * parts[1], 1e9 * parts[2]))))
                        .orElseThrow();
                double known = fields[1].startsWith("TRAINING")
                        ? pace.ofSteps(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), now)
                        : 0;
                Optional<SecondsLeft> left = pace.left(said, now, known);
                if (now > total / 5) {
                    assertThat(left.orElseThrow().words()).as(line).doesNotContain(" to ");
                    assertThat(left.orElseThrow().middle()).as(line).isBetween((total - now) / 2, 2 * (total - now));
                    told++;
                }
            }
        }
        assertThat(told).isGreaterThan(290);
    }

    /* What is open in a training is open in those that follow, too. */
    @Test
    void whatIsOpenIsOpenInAllTrainings() {
        TrainingWork work = new TrainingWork(new TrainingWork.Trainings(false, true, 3, 1, 0));
        Work all = work.after(new Told(false, Optional.of(new Work(1e9, 2e9, 9e9))))
                .orElseThrow();
        assertThat(all.most() - all.least()).isEqualTo(4 * 7e9);
    }

    /* The second training says that anything is possible: it is expected to do what the first did, unless it says that it will not. */
    @Test
    void theTrainingBeforeTellsOfWhatIsOpen() {
        TrainingWork work = new TrainingWork(new TrainingWork.Trainings(false, true, 1, 0.5, 0));
        work.after(new Told(false, Optional.of(new Work(19e9, 1e9, 1e9))));
        work.next();
        assertThat(left(work, new Work(1e9, 0, 100e9))).isEqualTo(9e9);
        assertThat(left(work, new Work(1e9, 20e9, 100e9))).isEqualTo(20e9);
        assertThat(left(work, new Work(1e9, 1e9, 2e9))).isEqualTo(2e9);
    }

    private static double left(TrainingWork work, Work told) {
        Work all = work.after(new Told(false, Optional.of(told))).orElseThrow();
        assertThat(all.most()).isEqualTo(all.least());
        return all.least();
    }

    @Test
    void aTrainingThatSaysNothingHasNoTime() {
        TrainingWork work = new TrainingWork(new TrainingWork.Trainings(false, true, 1, 0.5, 0));
        assertThat(work.after(new Told(false, Optional.empty()))).isEmpty();
        work.next();
        assertThat(work.after(new Told(false, Optional.empty()))).isEmpty();
    }
}

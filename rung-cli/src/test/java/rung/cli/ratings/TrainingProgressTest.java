package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rung.Listener;
import rung.Listener.Work;
import rung.LowRankMatrix;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.Pace;
import rung.cli.terminal.SecondsLeft;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.WarmUp;
import rung.preferences.PreferenceTrainer;

/** The lines that show a training, which began a minute ago. */
class TrainingProgressTest {
    private final StringWriter out = new StringWriter();
    private boolean isStopped;

    /** A step of a training. */
    private class Told implements Listener.Progress {
        private final Stage stage;
        private final String task;
        private final OptionalDouble error;
        private final Optional<Work> work;

        Told(Stage stage, String task, OptionalDouble error, Optional<Work> work) {
            this.stage = stage;
            this.task = task;
            this.error = error;
            this.work = work;
        }

        @Override
        public Stage stage() {
            return stage;
        }

        @Override
        public String task() {
            return task;
        }

        @Override
        public OptionalInt steps() {
            return OptionalInt.of(30);
        }

        @Override
        public Optional<Work> work() {
            return work;
        }

        @Override
        public Step step() {
            return new Step(3, 7, 0, OptionalDouble.empty(), Duration.ZERO, error);
        }

        @Override
        public LowRankMatrix matrix() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {
            isStopped = true;
        }
    }

    @BeforeEach
    void show() {
        System.setProperty(Terminal.PROPERTY, "true");
        System.setProperty(Terminal.COLUMNS, "200");
    }

    @AfterEach
    void forget() {
        System.clearProperty(Terminal.PROPERTY);
        System.clearProperty(Terminal.COLUMNS);
    }

    private TrainingProgress progress(boolean ends) {
        TrainingWork work = new TrainingWork(new TrainingWork.Trainings(true, true, 0, 1, 0));
        long began = System.nanoTime() - TimeUnit.MINUTES.toNanos(1);
        return new TrainingProgress(
                new Terminal(new PrintWriter(out, true), false), work, new Pace(0, WarmUp.NONE), began, () -> ends);
    }

    private String line(Told told) {
        TrainingProgress progress = progress(false);
        progress.onStage(told.stage(), told.task());
        progress.onStep(told);
        String[] drawn = out.toString().split("\r\u001b\\[K");
        assertThat(drawn[1]).as("before the first step").isEqualTo(drawn[2].replaceFirst(":.*", " …"));
        return drawn[drawn.length - 1];
    }

    /* What was seen of 4 of 120 steps tells of the others, whatever they were said to cost. */
    @Test
    void fewOfManyStepsTellOfTheOthers() {
        Pace pace = new Pace(0, WarmUp.NONE);
        pace.begin(1);
        pace.left(new Work(3.7e9, 0.02e9, 0.02e9), 8);
        for (int step = 1; step <= 120; step++) {
            double now = 8 + 0.12 * step;
            Work told = new Work(3.7e9 + 0.0002e9 * step, 0.0002e9 * (120 - step), 0.0002e9 * (120 - step));
            Optional<SecondsLeft> left = pace.left(told, now, pace.ofSteps(step, 120, now));
            double real = 0.12 * (120 - step);
            if (step >= 6 && real > 1) {
                assertThat(left.orElseThrow().middle()).isCloseTo(real, within(0.1));
            }
        }
    }

    @Test
    void whatEndsIsToldBeforeWhatBegins() {
        forget();
        TrainingProgress progress = progress(false);
        Optional<Work> work = Optional.of(new Work(10e9, 1e9, 1e9));
        for (Stage stage : new Stage[] {Stage.CHOOSING, Stage.FITTING}) {
            progress.onStage(stage, PreferenceTrainer.TASK);
            progress.onStep(new Told(stage, PreferenceTrainer.TASK, OptionalDouble.of(0.7), work));
        }
        progress.finishRun();
        assertThat(out.toString().lines().map(line -> line.replaceFirst(" \\(.*", "")))
                .containsExactly(
                        "tuning lists …",
                        "tuning lists: 3 tried, nDCG@20 0.3000",
                        "training lists …",
                        "training lists: rank 7, 3 steps");
    }

    @Test
    void whatACheckFoundIsToldBeforeTheTrainingBegins() {
        forget();
        TrainingProgress progress = progress(false);
        Optional<Work> work = Optional.of(new Work(10e9, 1e9, 1e9));
        for (Stage stage : new Stage[] {Stage.CHOOSING, Stage.CHECKING, Stage.FITTING}) {
            progress.onStage(stage, "");
            progress.onStep(new Told(stage, "", OptionalDouble.of(0.7), work));
        }
        progress.finishRun();
        assertThat(out.toString().lines().map(line -> line.replaceFirst(" \\(.*", "")))
                .containsExactly(
                        "choosing the rank …",
                        "choosing the rank: 1 to 7 tried, least error 0.7000 at rank 7",
                        "checking against biases alone …",
                        "checking against biases alone: rank 7 does better",
                        "training …",
                        "training: rank 7, 3 steps");
    }

    @Test
    void theLastStepSaysThatListsAreChecked() {
        TrainingProgress progress = progress(false);
        progress.onStage(Stage.FITTING, "");
        progress.onStep(new Told(Stage.FITTING, "", OptionalDouble.empty(), Optional.of(new Work(10e9, 1e9, 1e9))) {
            @Override
            public OptionalInt steps() {
                return OptionalInt.of(3);
            }
        });
        assertThat(out.toString()).contains("training: step 3 of 3").endsWith("checking lists, a few seconds left");
    }

    @Test
    void aLineSaysWhatHappensAndWhatIsLeft() {
        Work open = new Work(10e9, 10e9, 300e9);
        assertThat(line(new Told(Stage.CHOOSING, "", OptionalDouble.of(0.84123), Optional.of(open))))
                .startsWith("choosing the rank: 3 of at most 30, error 0.8412, ")
                .endsWith(" left")
                .contains(" to ");
    }

    @Test
    void listsAreMeasuredByTheirQuality() {
        Work known = new Work(0.1e9, 100e9, 100e9);
        assertThat(line(new Told(Stage.CHOOSING, PreferenceTrainer.TASK, OptionalDouble.of(0.7), Optional.of(known))))
                .startsWith("tuning lists: 3 of at most 30, rank 7, nDCG@20 0.3000, about ");
    }

    @Test
    void withoutWorkThereIsNoTime() {
        assertThat(line(new Told(Stage.FITTING, "", OptionalDouble.empty(), Optional.empty())))
                .isEqualTo("training: step 3 of 30, rank 7");
    }

    @Test
    void itEndsWhatItIsAskedToEnd() {
        progress(true).onStep(new Told(Stage.FITTING, "", OptionalDouble.empty(), Optional.empty()));
        assertThat(isStopped).isTrue();
    }
}

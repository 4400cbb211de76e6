package rung.cli.ratings;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;

/** How {@code rung train} measures what it trains, for use as a {@code @Mixin}: at most one way of three. */
final class TestOptions {
    /** The default for the part of the ratings that is measured on. */
    static final double PART = 0.2;

    /** The part of the held-out ratings whose times leave open whether they are the last, from which on that is said. */
    private static final double MANY_TIES = 0.1;

    /** How a part of the ratings is divided off. */
    enum SplitKind {
        RANDOM,
        TIME
    }

    /** The words of {@code --split}. */
    static final class SplitChoice extends Choice<SplitKind> {
        SplitChoice() {
            super(SplitKind.values());
        }
    }

    @Option(
            names = "--test",
            paramLabel = "FILE",
            description = "Measure the model on the ratings of this file, which nothing is chosen by. Ratings that"
                    + " it was trained on are left out. Only one of --test, --cross-validate and --split can be given.")
    private InputFile file;

    @Option(
            names = "--cross-validate",
            paramLabel = "K",
            description = "Also divide the ratings into K parts, and measure on each a model that was trained on the"
                    + " others. Takes K times as long again.")
    private Integer folds;

    @Option(
            names = "--split",
            paramLabel = "HOW",
            converter = SplitChoice.class,
            description = "Also measure a model that was trained on a part of the ratings on the others: 'time' holds"
                    + " out the last ratings of each user, 'random' any.")
    private SplitKind split;

    @Option(
            names = "--test-part",
            paramLabel = "F",
            description = "With --split: the part of the ratings to measure on (default: " + PART + ").")
    private Double part;

    /** Reads the file of test ratings, which must be given. */
    Ratings read(ColumnOptions columns, BadLineOptions badLines, int threads, Terminal terminal) throws IOException {
        RatingsFile.FullReading reading = badLines.read(skipsBad -> RatingsFile.readFully(
                file.path(),
                columns.columns().keepingEqualRatings(),
                Optional.of(Duplicates.LAST),
                threads,
                skipsBad,
                false));
        TrainingData.note(reading, file, terminal);
        return reading.ratings();
    }

    /** Checks that the options go together. */
    void check() {
        int ways = (file == null ? 0 : 1) + (folds == null ? 0 : 1) + (split == null ? 0 : 1);
        if (ways > 1) {
            throw new UsageException("only one of --test, --cross-validate and --split can be given");
        }
        if (folds != null && folds < 2) {
            throw new UsageException("--cross-validate must be at least 2, got " + folds);
        }
        if (part != null && split == null) {
            throw new UsageException("--test-part goes with --split");
        }
        if (part != null && !(part > 0 && part < 1)) {
            throw new UsageException("--test-part must be between 0 and 1, got " + part);
        }
    }

    /** The file to measure on. */
    Optional<InputFile> file() {
        return Optional.ofNullable(file);
    }

    /** The number of parts, each of which is measured on once. */
    Optional<Integer> folds() {
        return Optional.ofNullable(folds);
    }

    /** How the part to measure on is divided off. */
    Optional<SplitKind> split() {
        return Optional.ofNullable(split);
    }

    boolean isByTime() {
        return split == SplitKind.TIME;
    }

    /** The part of the ratings to measure on. */
    double part() {
        return part == null ? PART : part;
    }

    /** Checks that there are enough ratings to divide. */
    void requireFolds(Ratings ratings) {
        if (folds().isPresent() && folds().get() > ratings.count()) {
            throw new UsageException("--cross-validate must be at most " + ratings.count()
                    + ", the number of ratings, got " + folds().get());
        }
    }

    /** The ways to divide ratings that were asked for: none, one, or one for each part. */
    List<Ratings.Split> splits(RatingsFile.FullReading reading, long seed) {
        if (folds().isPresent()) {
            return reading.ratings().folds(folds().get(), seed);
        }
        return split().map(kind -> List.of(reading.order()
                        .map(order -> order.holdOutLast(part(), seed))
                        .orElseGet(() -> reading.ratings().split(part(), seed))))
                .orElse(List.of());
    }

    /** Says if times leave open which of many ratings are the last; empty if not, or if they are not asked for. */
    Optional<String> ties(RatingsFile.FullReading reading) {
        int tied = reading.order().map(order -> order.tied(part())).orElse(0);
        double heldOut = part() * reading.ratings().count();
        return tied == 0 || tied < MANY_TIES * heldOut
                ? Optional.empty()
                : Optional.of(tied + " of about " + Math.round(heldOut)
                        + " ratings that are held out have the same time as one that stays, such as times without the hour; which of them are"
                        + " held out is drawn by the seed");
    }

    /** The number of trainings that only measure. */
    int runs() {
        return folds == null ? split == null ? 0 : 1 : folds;
    }

    /** The part of the ratings that is measured on by each of these trainings; 0 if there are none. */
    double measuredPart() {
        return folds == null ? split == null ? 0 : part() : 1.0 / folds;
    }

    /** What is measured on, in words, where a run may have been stopped after some of the parts. */
    String words(int done) {
        return done == runs() ? words() : done + " of " + runs() + " parts of cross-validation";
    }

    /** Says which errors are known after a run was stopped: none, or those of the parts that were measured. */
    String unfinished(int done) {
        return done == 0
                ? "no error is known"
                : "errors are those of " + done + " of " + runs()
                        + " parts, each of a model that was trained on the others";
    }

    /** What is measured on, in words. */
    String words() {
        return folds().map(count -> count + "-fold cross-validation")
                .orElse(isByTime() ? "the last ratings of each user" : "ratings held out at random");
    }
}

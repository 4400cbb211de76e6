package rung.cli.ratings;

import java.util.Optional;
import rung.Listener.Progress;
import rung.Listener.Work;
import rung.data.Ratings;
import rung.preferences.PreferenceTrainer;

/**
 * The work of all trainings of a command, one after the other, by what the one that runs says of its own. It adds what only the command
 * knows: that the JVM compiles during the first training, and that models are measured. The trainings that come will cost what the one that
 * runs does, and that what the one before did, as far as it does not know better. The unit is that of {@link Work}.
 */
final class TrainingWork {
    /** What compiling costs while lists are trained. */
    private static final double COMPILING_LISTS = 2.2e9;

    /** What compiling costs while ratings are trained, and if lists, which share some code, were trained before. */
    private static final double COMPILING_RATINGS = 3e9;

    private static final double COMPILING_AFTER_LISTS = 1.5e9;

    /** The part that the first step of lists compiles, and the part of the rest that each later one does: few long steps. */
    private static final double BY_FIRST_OF_LISTS = 0.5;

    private static final double BY_STEP_OF_LISTS = 0.4;

    /** The same of ratings, whose steps are many and short. */
    private static final double BY_FIRST_OF_RATINGS = 0.2;

    private static final double BY_STEP_OF_RATINGS = 0.025;

    /** What it costs to measure the lists of a user: on top, so much for each item. */
    private static final double OF_USER = 20_000;

    private static final double OF_ITEM = 7;

    private final Trainings trainings;
    private final double ending;
    private int run = 1;
    private double finished; // the work of the trainings before, and of measuring them
    private Optional<Work> last = Optional.empty(); // what the training that runs has said last
    private double whole; // the work of the training before; 0 before the second
    private int listSteps; // of the first training, as the next
    private int ratingSteps;

    /**
     * What is trained.
     *
     * @param hasLists whether each learns lists
     * @param hasRatings whether each learns ratings
     * @param others the number of trainings that follow the first
     * @param part the part of the ratings that each of these has
     * @param measuring the work of measuring each of these
     */
    record Trainings(boolean hasLists, boolean hasRatings, int others, double part, double measuring) {}

    TrainingWork(Trainings trainings) {
        this(trainings, 0);
    }

    /**
     * The work of trainings, and of what follows them.
     *
     * @param ending the work after the last step of the last training: writing, a report
     */
    TrainingWork(Trainings trainings, double ending) {
        this.trainings = trainings;
        this.ending = ending;
    }

    /** Whether each training learns lists and ratings, so that it ends by measuring lists of both. */
    boolean hasBoth() {
        return trainings.hasLists() && trainings.hasRatings();
    }

    /**
     * Returns what it costs to measure a model.
     *
     * @param ratings what it was trained on, more or less
     * @param test the number of ratings to measure on
     */
    static double measuring(Ratings ratings, double test) {
        return Math.min(ratings.users().size(), test)
                * (OF_USER + OF_ITEM * ratings.items().size());
    }

    /** Ends a training; the next one begins. */
    void next() {
        if (last.isPresent()) {
            double done = last.get().done() + last.get().least();
            finished += done + (run > 1 ? trainings.measuring() : 0);
            whole = done * (run == 1 ? trainings.part() : 1);
            last = Optional.empty();
        }
        run++;
    }

    /**
     * Returns the work of all trainings after a step; nothing if the step does not tell of its training's.
     *
     * @param progress the step of the training that runs
     */
    Optional<Work> after(Progress progress) {
        last = progress.work();
        if (run == 1 && progress.task().equals(PreferenceTrainer.TASK)) {
            listSteps++;
        } else if (run == 1) {
            ratingSteps++;
        }
        return last.map(this::all);
    }

    private Work all(Work told) {
        Work own = run == 1 ? told : asBefore(told);
        double compiling = (trainings.hasLists() ? COMPILING_LISTS : 0) + ratings();
        double uncompiled = run == 1 ? uncompiled() : 0;
        int others = Math.max(0, trainings.others() + 1 - run);
        double part = run == 1 ? trainings.part() : 1;
        double measuring = (others + (run > 1 ? 1 : 0)) * trainings.measuring();
        double least = own.least() + others * part * (own.done() + own.least());
        double most = own.most() + others * part * (own.done() + own.most());
        return new Work(
                finished + own.done() + compiling - uncompiled,
                least + measuring + uncompiled + ending,
                most + measuring + uncompiled + ending);
    }

    /* What is open is expected as it was in the training before. */
    private Work asBefore(Work told) {
        double left = Math.min(told.most(), Math.max(told.least(), whole - told.done()));
        return new Work(told.done(), left, left);
    }

    private double ratings() {
        if (!trainings.hasRatings()) {
            return 0;
        }
        return trainings.hasLists() ? COMPILING_AFTER_LISTS : COMPILING_RATINGS;
    }

    private double uncompiled() {
        double lists = trainings.hasLists() && ratingSteps == 0
                ? COMPILING_LISTS * left(listSteps, BY_FIRST_OF_LISTS, BY_STEP_OF_LISTS)
                : 0;
        return lists + ratings() * left(ratingSteps, BY_FIRST_OF_RATINGS, BY_STEP_OF_RATINGS);
    }

    private static double left(int steps, double byFirst, double byStep) {
        return steps == 0 ? 1 : (1 - byFirst) * Math.pow(1 - byStep, steps - 1);
    }
}

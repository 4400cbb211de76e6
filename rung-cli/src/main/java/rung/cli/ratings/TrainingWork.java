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
    private static final Compiling LISTS = new Compiling(2.2e9, 0.5, 0.4);
    private static final Compiling RATINGS = new Compiling(3e9, 0.65, 0.1);

    /** Ratings share some code with lists; what is left is compiled little by little, in many short steps. */
    private static final Compiling RATINGS_AFTER_LISTS = new Compiling(1.5e9, 0.2, 0.025);

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
        double compiling = uncompiled(0, 0);
        double uncompiled = run == 1 ? uncompiled(listSteps, ratingSteps) : 0;
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

    /* The work of compiling that is left once ofLists steps of the lists and ofRatings steps of the ratings are done. */
    private double uncompiled(int ofLists, int ofRatings) {
        double lists = trainings.hasLists() && ofRatings == 0 ? LISTS.left(ofLists) : 0;
        Compiling ratings = trainings.hasLists() ? RATINGS_AFTER_LISTS : RATINGS;
        return lists + (trainings.hasRatings() ? ratings.left(ofRatings) : 0);
    }

    /**
     * What compiling costs while a part is trained. It goes by the steps of the part, not by the time since the command began as {@link
     * rung.cli.terminal.WarmUp} does: ratings bring code of their own, to be compiled however long lists were trained before.
     *
     * @param work all of it
     * @param byFirst the part that the first step compiles
     * @param byStep the part of the rest that each later one does
     */
    private record Compiling(double work, double byFirst, double byStep) {
        double left(int steps) {
            return work * (steps == 0 ? 1 : (1 - byFirst) * Math.pow(1 - byStep, steps - 1));
        }
    }
}

package rung.completion.forecast;

import java.util.EnumSet;
import java.util.Set;

/** The parts of a completion, in the order in which they come. Few tables need all of them. */
public enum Part {
    /** Climbs with some of the rows at low ranks, one for each way to prepare columns. Tables of few rows have none. */
    COMPARISON,
    /** Climbs at low ranks: one for each way to prepare columns, or for the one that the comparison has found. */
    CHOICE,
    /** Climbs under normal noise, to compare the fits of {@link #ROBUST_CLIMB} with. */
    USUAL_CLIMB,
    /** Climbs under noise with heavy tails, which find gross errors. */
    ROBUST_CLIMB,
    /** More climbs under normal noise, for other held-out cells, where there may be gross errors. */
    CLOSER_USUAL_CLIMB,
    /** More climbs under noise with heavy tails, for other held-out cells, where there may be gross errors. */
    CLOSER_ROBUST_CLIMB,
    /** Fits of a table that is not large, each without some cells, until every cell was left out once and is judged by a fit that does not know it. */
    JUDGMENT,
    /** Fits without the cells that are far off. Each of them tells anew which cells are. */
    FITS_WITHOUT_FAR,
    /** The comparison of ways to prepare columns, repeated after gross errors were left out. */
    COMPARISON_WITHOUT_ERRORS,
    /** The choice at low ranks, repeated after gross errors were left out. */
    CHOICE_WITHOUT_ERRORS,
    /** The choice at low ranks, repeated for held-out stretches that are as long as the holes. */
    CHOICE_BY_STRETCHES,
    /** Climbs from which the trial fits with neighbors begin. */
    NEIGHBORS,
    /** Trial fits with neighbors, which show whether these say something of each other. */
    TRIAL_ROUNDS,
    /** Fits without neighbors, to compare the trial fits with. */
    CLIMB_WITHOUT_NEIGHBORS,
    /** A climb from which the last fit begins, if that is one with neighbors. */
    FIT_WITH_NEIGHBORS,
    /** The last fit, if that is one with neighbors. */
    ROUNDS,
    /** Climbs that go on from the choice to higher ranks. */
    HIGHER_RANKS,
    /** Climbs from which trial draws begin. */
    CLIMB_TO_DRAW_FROM,
    /** Trial draws, which show whether the mean of draws is better than the fit. */
    TRIAL_DRAWS,
    /** The last fit without neighbors. */
    FIT,
    /** Draws around the last fit. */
    DRAWS,
    /** Climbs by the kinds of columns, which choose the rank of such a fit. */
    CHOICE_OF_KINDS,
    /** Climbs that take all columns for numbers, to compare those by kinds with. */
    CLIMB_WITHOUT_KINDS,
    /** Fits by the kinds of columns that show how sure such a fit is. */
    CALIBRATION_OF_KINDS,
    /** The last fit by the kinds of columns. */
    FIT_OF_KINDS;

    /** The parts that begin without a word: the part before ends where a task of another name begins. */
    private static final Set<Part> FOLLOWERS =
            EnumSet.of(TRIAL_ROUNDS, ROUNDS, TRIAL_DRAWS, DRAWS, CLIMB_WITHOUT_KINDS);

    /** The parts that choose by cells that no part before has held out. */
    private static final Set<Part> OTHER_CHOICES =
            EnumSet.of(CHOICE, COMPARISON_WITHOUT_ERRORS, CHOICE_WITHOUT_ERRORS, CHOICE_BY_STRETCHES, CHOICE_OF_KINDS);

    /** The last fit with neighbors. */
    private static final Set<Part> WITH_NEIGHBORS = EnumSet.of(FIT_WITH_NEIGHBORS, ROUNDS);

    /** All that is done instead of a last fit with neighbors. */
    private static final Set<Part> WITHOUT_NEIGHBORS = EnumSet.range(HIGHER_RANKS, DRAWS);

    private static final Set<Part> OF_KINDS = EnumSet.range(CHOICE_OF_KINDS, FIT_OF_KINDS);

    private static final Set<Part> SEARCH_FOR_ERRORS = EnumSet.range(USUAL_CLIMB, FITS_WITHOUT_FAR);

    /** Returns whether this part begins without a word, where a task of another name ends the part before. */
    boolean isFollower() {
        return FOLLOWERS.contains(this);
    }

    /** Returns whether a follower comes after this part. */
    boolean hasFollower() {
        return ordinal() + 1 < values().length && values()[ordinal() + 1].isFollower();
    }

    /** Returns the part that follows this one without a word. */
    Part follower() {
        return values()[ordinal() + 1];
    }

    /** Returns the part that this one follows without a word. */
    Part leader() {
        return values()[ordinal() - 1];
    }

    boolean isOtherChoice() {
        return OTHER_CHOICES.contains(this);
    }

    boolean isWithNeighbors() {
        return WITH_NEIGHBORS.contains(this);
    }

    boolean isWithoutNeighbors() {
        return WITHOUT_NEIGHBORS.contains(this);
    }

    boolean isOfKinds() {
        return OF_KINDS.contains(this);
    }

    /** Returns whether errors on held-out cells tell of the rank that will be chosen; those of a search for gross errors do not. */
    boolean tellsOfRank() {
        return !SEARCH_FOR_ERRORS.contains(this);
    }

    /** Returns the parts that come after this one. */
    Set<Part> later() {
        Set<Part> later = EnumSet.range(this, FIT_OF_KINDS);
        later.remove(this);
        return later;
    }
}

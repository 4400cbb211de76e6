package rung.completion.forecast;

/** The parts of a completion, in the order in which they come. Few tables need all of them. */
public enum Part {
    /** Climbs at low ranks, one for each way to prepare columns. */
    CHOICE,
    /** A climb to compare the next one with. */
    USUAL_CLIMB,
    /** A climb under noise with heavy tails, which finds gross errors. */
    ROBUST_CLIMB,
    /** A climb without what lies beyond all other numbers of its column. */
    CLIMB_WITHOUT_ODD,
    /** A climb without all that is far off, to compare with that. */
    CLIMB_WITHOUT_FAR,
    /** The choice again, without gross errors. */
    CHOICE_WITHOUT_ERRORS,
    /** The choice again, by stretches as long as the holes. */
    CHOICE_BY_STRETCHES,
    /** A climb to begin fits with neighbors with. */
    NEIGHBORS,
    /** Fits that show what neighbors tell. */
    TRIAL_ROUNDS,
    /** A climb to begin the last fit with, if that is one with neighbors. */
    FIT_WITH_NEIGHBORS,
    /** The last fit, with neighbors. */
    ROUNDS,
    /** The choice at higher ranks. */
    HIGHER_RANKS,
    /** A climb to begin draws with. */
    CLIMB_TO_DRAW_FROM,
    /** Draws that show whether draws are of use. */
    TRIAL_DRAWS,
    /** The last fit. */
    FIT,
    /** Draws around the last fit. */
    DRAWS,
    /** A climb by the kinds of columns. */
    CHOICE_OF_KINDS,
    /** A climb to compare that with. */
    CLIMB_WITHOUT_KINDS,
    /** The last fit by the kinds of columns. */
    FIT_OF_KINDS
}

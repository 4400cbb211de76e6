package rung.completion.forecast;

/** The parts of a completion, in the order in which they come. Few tables need all of them. */
public enum Part {
    /** Climbs at low ranks, one for each way to prepare columns. */
    CHOICE,
    /** Climbs to compare the next ones with. */
    USUAL_CLIMB,
    /** Climbs under noise with heavy tails, which find gross errors. */
    ROBUST_CLIMB,
    /** The first of these again for other held-out cells, as there may be errors. */
    CLOSER_USUAL_CLIMB,
    /** The second of these again. */
    CLOSER_ROBUST_CLIMB,
    /** Fits that judge all other cells of a table that is not large, which they do not know. */
    JUDGMENT,
    /** Fits without what is far off, each of which says anew what is. */
    FITS_WITHOUT_FAR,
    /** The choice again, without gross errors. */
    CHOICE_WITHOUT_ERRORS,
    /** The choice again, by stretches as long as the holes. */
    CHOICE_BY_STRETCHES,
    /** A climb to begin fits with neighbors with. */
    NEIGHBORS,
    /** Fits that show what neighbors tell. */
    TRIAL_ROUNDS,
    /** A fit without neighbors to compare these with. */
    CLIMB_WITHOUT_NEIGHBORS,
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

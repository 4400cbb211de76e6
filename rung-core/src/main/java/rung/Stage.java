package rung;

import java.util.Locale;

/** What a run of several parts is doing at a moment. Each application uses those it needs, in this order. */
public enum Stage {
    /** Fits a part of the data, to choose the rank and whatever else has to be chosen by the rest, which is held out. */
    CHOOSING,
    /** Tries on held-out data whether something that was chosen is worth it. */
    CHECKING,
    /** Fits all of the data, with what was chosen. */
    FITTING,
    /** Averages draws from the posterior around what was fitted. */
    AVERAGING,
    /** Fits once more, to measure time, memory or the error at each step. */
    MEASURING;

    /** Returns the stage in a word, as it stands in a line of progress: "choosing". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

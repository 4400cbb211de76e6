package rung.cli.terminal;

import java.util.OptionalDouble;

/**
 * How fast this machine does what usually takes a known time, as it does it now. What was done lately counts most: compilation and other
 * programs make a machine slower for a while.
 */
public final class Pace {
    /** Nothing is estimated before this many seconds. */
    private static final double LEAST_SECONDS = 1;

    /** What was done before counts half after this part of the whole run. */
    private static final double HALF_LIFE = 0.2;

    /** The usual pace counts as much as a measurement over this part of the whole run: the first steps alone would mislead. */
    private static final double PRIOR = 0.03;

    private final double prior;
    private double whole; // in usual seconds, as is the prior
    private double done; // all that was, in usual seconds
    private double usual; // sums that fade
    private double real;
    private double last; // when something was last added

    /**
     * Begins at the usual pace.
     *
     * @param whole what the whole run usually takes, in seconds
     */
    public Pace(double whole) {
        this.whole = whole;
        this.prior = PRIOR * whole;
    }

    /**
     * Adds something that is done.
     *
     * @param seconds the seconds that it usually takes
     * @param now the seconds since the run began
     */
    public void add(double seconds, double now) {
        done += seconds;
        whole = Math.max(whole, done);
        double kept = Math.pow(0.5, seconds / (HALF_LIFE * whole));
        usual = kept * usual + seconds;
        real = kept * real + (now - last);
        last = now;
    }

    /**
     * Estimates how long something will take.
     *
     * @param seconds the seconds that it usually takes
     * @param now the seconds since the run began
     * @return the seconds that it will take; empty if it is too early to tell
     */
    public OptionalDouble seconds(double seconds, double now) {
        return now < LEAST_SECONDS
                ? OptionalDouble.empty()
                : OptionalDouble.of(seconds * (real + prior) / (usual + prior));
    }
}

package rung.cli.terminal;

import java.util.Optional;
import rung.Listener;

/**
 * Turns the work that a run has left into time, by how fast it has worked so far, the last part above all: the JVM compiles at first, and
 * other programs come and go.
 */
public final class Pace {
    /** The seconds before which no time is told; a run that ends sooner gets none. */
    private static final double SOON = 3;

    /** The usual speed counts as much as one that was measured for this many seconds. */
    private static final double PRIOR = 0.3;

    /** What lies this part of the time so far in the past counts 1/e. */
    private static final double MEMORY = 0.5;

    /** The seconds of equal steps from which on their pace is believed. */
    private static final double TRUSTED = 0.5;

    private final double end;
    private final WarmUp warmUp;
    private double began = Double.NaN; // the time at which the first part began
    private double before; // the warm time of the last step
    private double doneBefore;
    private double time; // what counts of the time, and of the work
    private double work;
    private double stepsBegan = Double.NaN; // the end of the first of the equal steps that are done now
    private int firstStep;

    /**
     * Begins.
     *
     * @param end the seconds that follow the last step, such as for writing
     * @param warmUp how much slower work is at first than the work told of says
     */
    public Pace(double end, WarmUp warmUp) {
        this.end = end;
        this.warmUp = warmUp;
    }

    /**
     * Tells when the first part begins.
     *
     * @param now the seconds since the command began
     */
    public void begin(double now) {
        began = Double.isNaN(began) ? now : began;
    }

    /** Tells that the steps that come are others than those before. */
    public void change() {
        stepsBegan = Double.NaN;
    }

    /**
     * Returns what the steps that are left will take, if they take what those before them took, of the same kind. The first of these is
     * passed over, since it prepares the others.
     *
     * @param step the step that is done, from 1
     * @param steps the number of steps, all of which will be done and cost the same
     * @param now the seconds since the command began
     * @return the seconds; 0 if it is too early to tell
     */
    public double ofSteps(int step, int steps, double now) {
        if (Double.isNaN(stepsBegan)) {
            stepsBegan = now;
            firstStep = step;
        }
        double passed = now - stepsBegan;
        boolean isEarly = step <= firstStep || passed < TRUSTED;
        return isEarly ? 0 : Math.max(0, steps - step) * passed / (step - firstStep);
    }

    /**
     * Estimates.
     *
     * @param told the work that is done and left
     * @param now the seconds since the command began
     * @return the time that is left; empty if it is too early to tell, or not worth it
     */
    public Optional<SecondsLeft> left(Listener.Work told, double now) {
        return left(told, now, 0);
    }

    /**
     * Estimates.
     *
     * @param told the work that is done and left
     * @param now the seconds since the command began
     * @param known the seconds that are left at least, by what was seen of the steps
     * @return the time that is left; empty if it is too early to tell, or not worth it
     */
    public Optional<SecondsLeft> left(Listener.Work told, double now, double known) {
        double warm = warmUp.warm(now - began);
        double passed = warm - before;
        double kept = Math.exp(-passed / (MEMORY * now));
        time = kept * time + passed;
        work = kept * work + (told.done() - doneBefore) / 1e9;
        before = warm;
        doneBefore = told.done();
        double slowness = (time + PRIOR) / (work + PRIOR);
        double least = end + Math.max(known, warmUp.real(warm + slowness * told.least() / 1e9) - (now - began));
        double most = end + Math.max(known, warmUp.real(warm + slowness * told.most() / 1e9) - (now - began));
        if (now < SOON / 2 || now + most < SOON) {
            return Optional.empty();
        }
        return Optional.of(new SecondsLeft(least, most));
    }
}

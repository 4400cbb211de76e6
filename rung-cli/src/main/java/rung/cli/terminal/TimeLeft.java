package rung.cli.terminal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One estimate, over all parts of a run, of the time that is left. Each part has a usual time, which depends on the size of the data.
 * What was done so far tells how much slower or faster than usual this machine is; the part that runs is judged by its own pace, too.
 */
public final class TimeLeft {
    /** The part before the first step: the JVM starts and data are arranged. */
    public static final String START = "start";

    /** Nothing is estimated before this many seconds. */
    private static final double LEAST_SECONDS = 1;

    /** The usual times count as much as a measurement over this part of them: the first steps alone would mislead. */
    private static final double PRIOR = 0.03;

    /** A part is judged by its own pace alone once this much of it is done. */
    private static final double TRUSTED = 1.0 / 3;

    private final Map<String, Double> usual;
    private final List<String> order;
    private final double prior; // for how many usual seconds what is usual counts as if it were measured
    private String part = START;
    private int position; // that of the last part in order that has begun
    private double past; // the usual seconds of what came before the part that runs
    private double firstDone = -1; // how much of the part was done when it was first heard of, and when that was
    private double firstSeconds;

    /**
     * Creates an estimate.
     *
     * @param usual the usual seconds of each part, in the order of the parts; the first is {@link #START}, and the last ones may be parts
     *     that never tell of a step, such as writing
     */
    public TimeLeft(Map<String, Double> usual) {
        this.usual = new LinkedHashMap<>(usual);
        this.order = new ArrayList<>(usual.keySet());
        this.prior = PRIOR * usual.values().stream().mapToDouble(each -> each).sum();
    }

    /**
     * Estimates.
     *
     * @param running the part that runs, even one that was not expected; parts before it that never ran are left out
     * @param done how much of it is done, from 0 to 1
     * @param now the seconds since the run began
     * @return the time that is left; empty if it is too early to tell
     */
    public Optional<SecondsLeft> after(String running, double done, double now) {
        double share = Math.min(1, Math.max(0, done));
        if (!running.equals(part)) {
            past += usual.getOrDefault(part, 0.0);
            part = running;
            position = Math.max(position, order.indexOf(running));
            firstDone = -1;
        }
        if (firstDone < 0) {
            firstDone = share;
            firstSeconds = now;
        }
        if (now < LEAST_SECONDS) {
            return Optional.empty();
        }
        double own = usual.getOrDefault(running, 0.0);
        double slowness = (now + prior) / (past + share * own + prior);
        double whole = own * slowness;
        if (share > firstDone) {
            double pace = (now - firstSeconds) / (share - firstDone);
            double trust = Math.min(1, share / TRUSTED);
            whole = trust * pace + (1 - trust) * whole;
        }
        double left = (1 - share) * whole;
        for (String later : order.subList(position + 1, order.size())) {
            left += slowness * usual.get(later);
        }
        return Optional.of(SecondsLeft.of(left));
    }
}

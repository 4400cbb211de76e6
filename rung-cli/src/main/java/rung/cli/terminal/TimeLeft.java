package rung.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One estimate, over all parts of a run, of the time that is left. Each part has a usual time, which depends on the size of the data.
 * What was done so far tells how much slower or faster than usual this machine is; the part that runs is judged by its own pace, too.
 *
 * <p>The same work may be done several times, as in cross-validation. Each time is a round. The first round is the slowest, since the JVM
 * compiles meanwhile. From the second round on, the pace is that of the round that runs and of its predecessor.
 */
public final class TimeLeft {
    /** The part before the first step: the JVM starts and data are arranged. */
    public static final String START = "start";

    /** Nothing is estimated before this many seconds. */
    private static final double LEAST_SECONDS = 1;

    /** Below this many seconds no number is shown. */
    private static final double ALMOST = 0.75;

    /** The usual times count as much as a measurement over this part of them: the first steps alone would mislead. */
    private static final double PRIOR = 0.03;

    /** A part is judged by its own pace alone once this much of it is done. */
    private static final double TRUSTED = 1.0 / 3;

    /** The times of the round before count as much as a measurement over this part of the round that runs. */
    private static final double PRIOR_OF_ROUND = 0.25;

    private final Map<String, Double> usual = new LinkedHashMap<>();
    private final List<String> order;
    private final Map<String, Integer> roundOf = new HashMap<>(); // the round of each part, from 0
    private final double[] usualOfRound; // the usual seconds of each round
    private String part = START;
    private int position; // that of the last part in order that has begun
    private int round;
    private double roundBegan; // in seconds
    private double past; // the usual seconds of what came before the part that runs, in this round
    private double prior; // for how many usual seconds what is expected counts as if it were measured
    private double expected = 1; // how slow this round is expected to be
    private double firstDone = -1; // how much of the part was done when it was first heard of, and when that was
    private double firstSeconds;

    /**
     * Creates an estimate.
     *
     * @param usual the usual seconds of each part, in the order of the parts; the first is {@link #START}, and the last ones may be parts
     *     that never tell of a step, such as writing
     */
    public TimeLeft(Map<String, Double> usual) {
        this(List.of(usual));
    }

    /**
     * Creates an estimate for work that is done several times.
     *
     * @param rounds the usual seconds of each part, as for a single round, for one round after the other; no two parts have the same name
     */
    public TimeLeft(List<Map<String, Double>> rounds) {
        this.usualOfRound = new double[rounds.size()];
        for (int k = 0; k < usualOfRound.length; k++) {
            for (Map.Entry<String, Double> each : rounds.get(k).entrySet()) {
                usual.put(each.getKey(), each.getValue());
                roundOf.put(each.getKey(), k);
                usualOfRound[k] += each.getValue();
            }
        }
        this.order = new ArrayList<>(usual.keySet());
        this.prior = PRIOR * Arrays.stream(usualOfRound).sum();
    }

    /**
     * Estimates.
     *
     * @param running the part that runs, even one that was not expected; parts before it that never ran are left out
     * @param done how much of it is done, from 0 to 1
     * @param now the seconds since the run began
     * @return the seconds that are left; empty if it is too early to tell
     */
    public OptionalDouble seconds(String running, double done, double now) {
        double share = Math.min(1, Math.max(0, done));
        if (!running.equals(part)) {
            past += usual.getOrDefault(part, 0.0);
            part = running;
            position = Math.max(position, order.indexOf(running));
            firstDone = -1;
            if (roundOf.getOrDefault(running, round) > round) {
                beginRound(roundOf.get(running), share * usual.get(running), now);
            }
        }
        if (firstDone < 0) {
            firstDone = share;
            firstSeconds = now;
        }
        if (now < LEAST_SECONDS) {
            return OptionalDouble.empty();
        }
        double own = usual.getOrDefault(running, 0.0);
        double slowness = (now - roundBegan + prior * expected) / (past + share * own + prior);
        double whole = own * slowness;
        if (share > firstDone) {
            double pace = (now - firstSeconds) / (share - firstDone);
            double trust = Math.min(1, share / TRUSTED);
            whole = trust * pace + (1 - trust) * whole;
        }
        double left = (1 - share) * whole;
        for (String later : order.subList(position + 1, order.size())) {
            left += (roundOf.get(later) == round ? slowness : nextSlowness(slowness)) * usual.get(later);
        }
        return OptionalDouble.of(left);
    }

    /* The first that is heard of a round is that some of it is done. */
    private void beginRound(int next, double done, double now) {
        expected = nextSlowness((now - roundBegan) / usualOfRound[round]);
        round = next;
        roundBegan = now;
        past = -done;
        prior = PRIOR_OF_ROUND * usualOfRound[round];
    }

    /* How slow the next round will be. What is slow about the first is partly the machine, which stays, and partly compiling, which does not. */
    private double nextSlowness(double slowness) {
        return round == 0 && slowness > 1 ? Math.sqrt(slowness) : slowness;
    }

    /**
     * An estimate in words.
     *
     * @param left the seconds that are left, if they are known
     * @return "about 20 s left", or "almost done"; nothing if it is too early to tell
     */
    public static String words(OptionalDouble left) {
        if (left.isEmpty()) {
            return "";
        }
        return left.getAsDouble() < ALMOST ? "almost done" : "about " + Seconds.clock(left.getAsDouble()) + " left";
    }
}

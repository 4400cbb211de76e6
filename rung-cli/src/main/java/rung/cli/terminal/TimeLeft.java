package rung.cli.terminal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One estimate, over all stages of a run, of the time that is left. Each stage has a usual share of the time. The stage that runs is
 * judged by its pace, and at its beginning by the stages before it; those to come by their shares.
 */
public final class TimeLeft {
    /** Nothing is estimated before this many seconds, while the JVM starts, nor before this part of the first stage is done. */
    private static final double LEAST_SECONDS = 1;

    private static final double LEAST_DONE = 0.05;

    /** A stage is judged by its own pace alone once this part of it is done. */
    private static final double TRUSTED = 1.0 / 3;

    private final Map<String, Double> shares;
    private final List<String> order;
    private final Map<String, Double> wholes =
            new LinkedHashMap<>(); // seconds of the stages that are done, at their pace
    private final Deque<double[]> samples = new ArrayDeque<>(); // what was done of the stage, and when
    private String stage = "";
    private double began;

    /**
     * Creates an estimate.
     *
     * @param shares the usual share of the time of each stage, in the order of the stages
     */
    public TimeLeft(Map<String, Double> shares) {
        this.shares = new LinkedHashMap<>(shares);
        this.order = new ArrayList<>(shares.keySet());
    }

    /**
     * Estimates.
     *
     * @param running the stage that runs, one of the shares' names; stages before it that never ran are left out
     * @param done how much of it is done, from 0 to 1
     * @param now the seconds since the run began
     * @return the seconds that are left; empty if it is too early to tell
     */
    public OptionalDouble seconds(String running, double done, double now) {
        if (!running.equals(stage)) {
            begin(running, now);
        }
        double part = Math.min(1, Math.max(0, done));
        samples.addLast(new double[] {part, now});
        while (samples.size() > 2 && second(samples)[0] <= part / 2) {
            samples.removeFirst();
        }
        double past = wholes.values().stream().mapToDouble(value -> value).sum();
        double pastShare = wholes.keySet().stream()
                .mapToDouble(name -> shares.getOrDefault(name, 0.0))
                .sum();
        if (now < LEAST_SECONDS || past == 0 && part < LEAST_DONE) {
            return OptionalDouble.empty();
        }
        double share = shares.getOrDefault(running, 0.0);
        double byPace = byPace(part, now);
        double byShare = pastShare > 0 ? past * share / pastShare : byPace;
        double trust = Double.isNaN(byPace) ? 0 : Math.min(1, part / TRUSTED);
        double whole = trust == 0 ? byShare : trust * byPace + (1 - trust) * byShare;
        double toCome = order.subList(Math.max(0, order.indexOf(running)) + 1, order.size()).stream()
                .mapToDouble(shares::get)
                .sum();
        double perShare = (past + whole) / (pastShare + share);
        return OptionalDouble.of((1 - part) * whole + toCome * perShare);
    }

    private void begin(String running, double now) {
        if (!stage.isEmpty()) {
            double[] last = samples.isEmpty() ? new double[] {0, began} : samples.getLast();
            double whole = byPace(last[0], last[1]);
            wholes.put(stage, Double.isNaN(whole) ? now - began : Math.min(whole, now - began));
        }
        samples.clear();
        samples.addLast(new double[] {0, now});
        stage = running;
        began = now;
    }

    /*
     * The seconds that all of the stage takes, between its mean pace, in which the JVM's first steps count too much, and the pace of the
     * last half of what is done, in which they do not count at all though stages to come have such steps too; NaN if nothing is done.
     */
    private double byPace(double part, double now) {
        double[] from = samples.getFirst();
        if (!(part > from[0])) {
            return Double.NaN;
        }
        double latest = (now - from[1]) / (part - from[0]);
        double mean = (now - began) / part;
        return Math.sqrt(latest * mean);
    }

    private static double[] second(Deque<double[]> samples) {
        var all = samples.iterator();
        all.next();
        return all.next();
    }

    /**
     * Estimates, in words.
     *
     * @param running the stage that runs
     * @param done how much of it is done, from 0 to 1
     * @param now the seconds since the run began
     * @return "about 20 s left"; empty if it is too early to tell
     */
    public String words(String running, double done, double now) {
        OptionalDouble left = seconds(running, done, now);
        return left.isEmpty() ? "" : "about " + Seconds.clock(Math.max(1, left.getAsDouble())) + " left";
    }
}

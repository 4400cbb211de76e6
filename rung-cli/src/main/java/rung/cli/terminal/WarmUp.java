package rung.cli.terminal;

/**
 * How slow a program is at first, while the JVM compiles what it runs: its slowness, beside that of the compiled program, falls as
 * 1 + a·exp(−t/b) in t seconds. Warm time is the time that the compiled program would have taken for the same work.
 *
 * @param excess a
 * @param seconds b
 */
public record WarmUp(double excess, double seconds) {
    /** None: the work told of holds what is compiled. */
    public static final WarmUp NONE = new WarmUp(0, 1);

    /**
     * Returns warm time.
     *
     * @param real the seconds since the work began
     * @return the integral of 1 / (1 + a·exp(−t/b)) over them
     */
    public double warm(double real) {
        return real + seconds * Math.log((1 + excess * Math.exp(-real / seconds)) / (1 + excess));
    }

    /**
     * Returns real time, the inverse of {@link #warm}.
     *
     * @param warm the seconds that the compiled program would have taken
     * @return the seconds since the work began
     */
    public double real(double warm) {
        return warm + seconds * Math.log(1 + excess - excess * Math.exp(-warm / seconds));
    }
}

package rung.completion.forecast;

import java.util.Map;

/** What it costs that the JVM compiles code while it runs for the first time, in the unit of {@link Cost}. */
final class Compiling {
    /** What the first part costs in addition because the JVM has to compile the code of all fits. */
    private static final double COLD = 1.7e9;

    /** What some parts cost in addition because they are the first of their kind, and the JVM has to compile their code. */
    private static final Map<Part, Double> COLD_PARTS = Map.of(
            Part.USUAL_CLIMB, 0.15e9,
            Part.ROBUST_CLIMB, 0.2e9,
            Part.CHOICE_WITHOUT_ERRORS, 0.1e9,
            Part.CHOICE_BY_STRETCHES, 0.15e9,
            Part.NEIGHBORS, 0.1e9,
            Part.TRIAL_ROUNDS, 0.9e9,
            Part.CLIMB_TO_DRAW_FROM, 0.1e9,
            Part.TRIAL_DRAWS, 0.6e9,
            Part.CHOICE_OF_KINDS, 0.2e9);

    /** Each step compiles one of this many parts of what is left to compile; and so does each round, and each draw. */
    private static final double COLD_STEPS = 5;

    private static final double COLD_ROUNDS = 10;

    private static final double COLD_DRAWS = 80;

    private Part first; // the part with the first step of all; null before that

    /**
     * Returns what a step costs in addition.
     *
     * @param part the part that it belongs to
     * @param steps the number of all steps of the part, this one included; the part may have begun several times
     */
    double step(Part part, int steps) {
        first = first == null ? part : first;
        double compiled = switch (part) {
            case TRIAL_ROUNDS -> 1 / COLD_ROUNDS;
            case TRIAL_DRAWS -> 1 / COLD_DRAWS;
            default -> 1 / COLD_STEPS;
        };
        return whole(part) * compiled * Math.pow(1 - compiled, steps - 1);
    }

    /** Returns what a part costs in addition: once, however often it begins anew. */
    double whole(Part part) {
        return COLD_PARTS.getOrDefault(part, 0.0) + (part == first ? COLD : 0);
    }
}

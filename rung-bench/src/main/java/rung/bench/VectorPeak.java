package rung.bench;

import java.util.function.IntToDoubleFunction;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The most that the processor's floats can do: fused multiply-adds on registers, nothing loaded and nothing stored. */
final class VectorPeak implements IntToDoubleFunction {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_MAX;

    /** Ten independent chains, enough for two units with a latency of four or five; so many of them as give the operations asked for. */
    @Override
    public double applyAsDouble(int operations) {
        int rounds = operations / (2 * 10 * SPECIES.length());
        FloatVector x = FloatVector.broadcast(SPECIES, 0.5f);
        FloatVector y = FloatVector.broadcast(SPECIES, 1e-3f);
        FloatVector s0 = FloatVector.zero(SPECIES);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        FloatVector s8 = s0;
        FloatVector s9 = s0;
        for (int i = 0; i < rounds; i++) {
            s0 = x.fma(y, s0);
            s1 = x.fma(y, s1);
            s2 = x.fma(y, s2);
            s3 = x.fma(y, s3);
            s4 = x.fma(y, s4);
            s5 = x.fma(y, s5);
            s6 = x.fma(y, s6);
            s7 = x.fma(y, s7);
            s8 = x.fma(y, s8);
            s9 = x.fma(y, s9);
        }
        FloatVector sum = s0.add(s1)
                .add(s2)
                .add(s3)
                .add(s4)
                .add(s5)
                .add(s6)
                .add(s7)
                .add(s8)
                .add(s9);
        return sum.lane(0);
    }
}

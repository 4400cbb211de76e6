package rung.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The kernels for tiles on the JDK's Vector API. What {@code VectorKernels} says about the compiler holds here too. */
final class VectorTileKernels implements TileKernels {
    private static final VectorSpecies<Float> SPECIES = VectorFloatKernels.SPECIES;
    private static final Class<FloatVector> VECTOR = VectorFloatKernels.VECTOR;
    private static final int LANES = VectorFloatKernels.LANES;

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public void huber(float[] m, int n, float[] u, float[] v, int r, float delta, float[] weights, float[] weighted) {
        FloatVector limit = VECTOR.cast(FloatVector.broadcast(SPECIES, delta));
        FloatVector minus = limit.neg();
        FloatVector zero = VECTOR.cast(FloatVector.zero(SPECIES));
        for (int j = 0; j < n; j++) {
            for (int p = 0; p < WIDTH; p += 4 * LANES) {
                int at = j * WIDTH + p;
                FloatVector rho0 = FloatVector.fromArray(SPECIES, m, at);
                FloatVector rho1 = FloatVector.fromArray(SPECIES, m, at + LANES);
                FloatVector rho2 = FloatVector.fromArray(SPECIES, m, at + 2 * LANES);
                FloatVector rho3 = FloatVector.fromArray(SPECIES, m, at + 3 * LANES);
                for (int k = 0, from = p; k < r; k++, from += WIDTH) {
                    FloatVector x = VECTOR.cast(FloatVector.broadcast(SPECIES, -v[j * r + k]));
                    rho0 = x.fma(FloatVector.fromArray(SPECIES, u, from), rho0);
                    rho1 = x.fma(FloatVector.fromArray(SPECIES, u, from + LANES), rho1);
                    rho2 = x.fma(FloatVector.fromArray(SPECIES, u, from + 2 * LANES), rho2);
                    rho3 = x.fma(FloatVector.fromArray(SPECIES, u, from + 3 * LANES), rho3);
                }
                rho0 = VECTOR.cast(rho0);
                rho1 = VECTOR.cast(rho1);
                rho2 = VECTOR.cast(rho2);
                rho3 = VECTOR.cast(rho3);
                FloatVector w0 = limit.div(rho0.abs().max(limit));
                FloatVector d0 = rho0.min(limit).max(minus);
                VECTOR.cast(zero.blend(w0, rho0.compare(VectorOperators.EQ, rho0)))
                        .intoArray(weights, at);
                VECTOR.cast(zero.blend(d0, rho0.compare(VectorOperators.EQ, rho0)))
                        .intoArray(weighted, at);
                FloatVector w1 = limit.div(rho1.abs().max(limit));
                FloatVector d1 = rho1.min(limit).max(minus);
                VECTOR.cast(zero.blend(w1, rho1.compare(VectorOperators.EQ, rho1)))
                        .intoArray(weights, at + LANES);
                VECTOR.cast(zero.blend(d1, rho1.compare(VectorOperators.EQ, rho1)))
                        .intoArray(weighted, at + LANES);
                FloatVector w2 = limit.div(rho2.abs().max(limit));
                FloatVector d2 = rho2.min(limit).max(minus);
                VECTOR.cast(zero.blend(w2, rho2.compare(VectorOperators.EQ, rho2)))
                        .intoArray(weights, at + 2 * LANES);
                VECTOR.cast(zero.blend(d2, rho2.compare(VectorOperators.EQ, rho2)))
                        .intoArray(weighted, at + 2 * LANES);
                FloatVector w3 = limit.div(rho3.abs().max(limit));
                FloatVector d3 = rho3.min(limit).max(minus);
                VECTOR.cast(zero.blend(w3, rho3.compare(VectorOperators.EQ, rho3)))
                        .intoArray(weights, at + 3 * LANES);
                VECTOR.cast(zero.blend(d3, rho3.compare(VectorOperators.EQ, rho3)))
                        .intoArray(weighted, at + 3 * LANES);
            }
        }
    }

    @Override
    public void cauchy(float[] m, int n, float[] u, float[] v, int r, float c, float[] weights, float[] weighted) {
        FloatVector inverse = VECTOR.cast(FloatVector.broadcast(SPECIES, TileKernels.inverse(c)));
        FloatVector one = VECTOR.cast(FloatVector.broadcast(SPECIES, 1));
        FloatVector zero = VECTOR.cast(FloatVector.zero(SPECIES));
        for (int j = 0; j < n; j++) {
            for (int p = 0; p < WIDTH; p += 4 * LANES) {
                int at = j * WIDTH + p;
                FloatVector rho0 = FloatVector.fromArray(SPECIES, m, at);
                FloatVector rho1 = FloatVector.fromArray(SPECIES, m, at + LANES);
                FloatVector rho2 = FloatVector.fromArray(SPECIES, m, at + 2 * LANES);
                FloatVector rho3 = FloatVector.fromArray(SPECIES, m, at + 3 * LANES);
                for (int k = 0, from = p; k < r; k++, from += WIDTH) {
                    FloatVector x = VECTOR.cast(FloatVector.broadcast(SPECIES, -v[j * r + k]));
                    rho0 = x.fma(FloatVector.fromArray(SPECIES, u, from), rho0);
                    rho1 = x.fma(FloatVector.fromArray(SPECIES, u, from + LANES), rho1);
                    rho2 = x.fma(FloatVector.fromArray(SPECIES, u, from + 2 * LANES), rho2);
                    rho3 = x.fma(FloatVector.fromArray(SPECIES, u, from + 3 * LANES), rho3);
                }
                rho0 = VECTOR.cast(rho0);
                rho1 = VECTOR.cast(rho1);
                rho2 = VECTOR.cast(rho2);
                rho3 = VECTOR.cast(rho3);
                FloatVector x0 = rho0.mul(inverse);
                FloatVector w0 = one.div(x0.fma(x0, one));
                FloatVector d0 = w0.mul(rho0);
                VECTOR.cast(zero.blend(w0, rho0.compare(VectorOperators.EQ, rho0)))
                        .intoArray(weights, at);
                VECTOR.cast(zero.blend(d0, rho0.compare(VectorOperators.EQ, rho0)))
                        .intoArray(weighted, at);
                FloatVector x1 = rho1.mul(inverse);
                FloatVector w1 = one.div(x1.fma(x1, one));
                FloatVector d1 = w1.mul(rho1);
                VECTOR.cast(zero.blend(w1, rho1.compare(VectorOperators.EQ, rho1)))
                        .intoArray(weights, at + LANES);
                VECTOR.cast(zero.blend(d1, rho1.compare(VectorOperators.EQ, rho1)))
                        .intoArray(weighted, at + LANES);
                FloatVector x2 = rho2.mul(inverse);
                FloatVector w2 = one.div(x2.fma(x2, one));
                FloatVector d2 = w2.mul(rho2);
                VECTOR.cast(zero.blend(w2, rho2.compare(VectorOperators.EQ, rho2)))
                        .intoArray(weights, at + 2 * LANES);
                VECTOR.cast(zero.blend(d2, rho2.compare(VectorOperators.EQ, rho2)))
                        .intoArray(weighted, at + 2 * LANES);
                FloatVector x3 = rho3.mul(inverse);
                FloatVector w3 = one.div(x3.fma(x3, one));
                FloatVector d3 = w3.mul(rho3);
                VECTOR.cast(zero.blend(w3, rho3.compare(VectorOperators.EQ, rho3)))
                        .intoArray(weights, at + 3 * LANES);
                VECTOR.cast(zero.blend(d3, rho3.compare(VectorOperators.EQ, rho3)))
                        .intoArray(weighted, at + 3 * LANES);
            }
        }
    }

    @Override
    public void addRowProducts(float[] a, int n, float[] b, int w, float[] c) {
        if (w % GROUP != 0) {
            throw new IllegalArgumentException("the width must be a multiple of " + GROUP + ", got " + w);
        }
        for (int q = 0; q < w; q += GROUP) {
            for (int p = 0; p < WIDTH; p += 2 * LANES) {
                fourRows(a, p, n, b, w, q, c);
            }
        }
    }

    private static void fourRows(float[] a, int p, int n, float[] b, int w, int q, float[] c) {
        int at = q * WIDTH + p;
        FloatVector c00 = FloatVector.fromArray(SPECIES, c, at);
        FloatVector c01 = FloatVector.fromArray(SPECIES, c, at + LANES);
        FloatVector c10 = FloatVector.fromArray(SPECIES, c, at + WIDTH);
        FloatVector c11 = FloatVector.fromArray(SPECIES, c, at + WIDTH + LANES);
        FloatVector c20 = FloatVector.fromArray(SPECIES, c, at + 2 * WIDTH);
        FloatVector c21 = FloatVector.fromArray(SPECIES, c, at + 2 * WIDTH + LANES);
        FloatVector c30 = FloatVector.fromArray(SPECIES, c, at + 3 * WIDTH);
        FloatVector c31 = FloatVector.fromArray(SPECIES, c, at + 3 * WIDTH + LANES);
        for (int j = 0; j < n; j++) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, a, j * WIDTH + p));
            FloatVector x1 = VECTOR.cast(FloatVector.fromArray(SPECIES, a, j * WIDTH + p + LANES));
            FloatVector y0 = FloatVector.broadcast(SPECIES, b[j * w + q]);
            FloatVector y1 = FloatVector.broadcast(SPECIES, b[j * w + q + 1]);
            FloatVector y2 = FloatVector.broadcast(SPECIES, b[j * w + q + 2]);
            FloatVector y3 = FloatVector.broadcast(SPECIES, b[j * w + q + 3]);
            c00 = x0.fma(y0, c00);
            c01 = x1.fma(y0, c01);
            c10 = x0.fma(y1, c10);
            c11 = x1.fma(y1, c11);
            c20 = x0.fma(y2, c20);
            c21 = x1.fma(y2, c21);
            c30 = x0.fma(y3, c30);
            c31 = x1.fma(y3, c31);
        }
        VECTOR.cast(c00).intoArray(c, at);
        VECTOR.cast(c01).intoArray(c, at + LANES);
        VECTOR.cast(c10).intoArray(c, at + WIDTH);
        VECTOR.cast(c11).intoArray(c, at + WIDTH + LANES);
        VECTOR.cast(c20).intoArray(c, at + 2 * WIDTH);
        VECTOR.cast(c21).intoArray(c, at + 2 * WIDTH + LANES);
        VECTOR.cast(c30).intoArray(c, at + 3 * WIDTH);
        VECTOR.cast(c31).intoArray(c, at + 3 * WIDTH + LANES);
    }

    @Override
    public void addColumnProducts(float[] a, int n, float[] b, int w, float[] c, int cFrom) {
        for (int j = 0; j < n; j++) {
            int from = j * WIDTH;
            for (int q = 0; q < w; q++) {
                int to = (cFrom + j * w + q) * PARTS;
                int other = q * WIDTH;
                for (int k = 0; k < PARTS; k += LANES) {
                    VECTOR.cast(FloatVector.fromArray(SPECIES, a, from + k))
                            .fma(
                                    FloatVector.fromArray(SPECIES, b, other + k),
                                    FloatVector.fromArray(SPECIES, c, to + k))
                            .add(VECTOR.cast(FloatVector.fromArray(SPECIES, a, from + k + PARTS))
                                    .mul(FloatVector.fromArray(SPECIES, b, other + k + PARTS)))
                            .add(VECTOR.cast(FloatVector.fromArray(SPECIES, a, from + k + 2 * PARTS))
                                    .fma(
                                            FloatVector.fromArray(SPECIES, b, other + k + 2 * PARTS),
                                            VECTOR.cast(FloatVector.fromArray(SPECIES, a, from + k + 3 * PARTS))
                                                    .mul(FloatVector.fromArray(SPECIES, b, other + k + 3 * PARTS))))
                            .intoArray(c, to + k);
                }
            }
        }
    }
}

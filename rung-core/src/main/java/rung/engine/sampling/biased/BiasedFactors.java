package rung.engine.sampling.biased;

import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.FloatSequence;

/**
 * A factor model with biases, in single precision: A_ij = μ + b_i + c_j + u_i·v_j. This is the trained model of ratings, without names.
 *
 * @param mean the mean μ
 * @param noise the variance of what the model leaves unexplained
 * @param rows the rows: users
 * @param columns the columns: items
 * @param iterations how a new line is fitted: 0 for the mean of its posterior; else by this many LSQR iterations from zero, without
 *     biases, as the paper does
 */
public record BiasedFactors(double mean, double noise, Lines rows, Lines columns, int iterations) {
    /** Checks that both sides fit together. */
    public BiasedFactors {
        if (rows.rank() != columns.rank()) {
            throw new IllegalArgumentException(
                    "both sides must have the same rank, got " + rows.rank() + " and " + columns.rank());
        }
        if (iterations < 0 || !Double.isFinite(mean) || !(noise >= 0)) {
            throw new IllegalArgumentException("the mean must be finite, noise and iterations not negative, got " + mean
                    + ", " + noise + " and " + iterations);
        }
        if (iterations == 0 && (rows.priors().length == 0 || columns.priors().length == 0)) {
            throw new IllegalArgumentException("both sides must have priors, by which lines are fitted, got none");
        }
    }

    /** The lines of one side: users, or items. What it holds is in memory, or in a mapped file; it never changes. */
    public static final class Lines {
        private final int rank;
        private final int count;
        private final FloatSequence factors;
        private final FloatSequence biases;
        private final FloatSequence variances;
        private final double[] priors;
        private final FloatSequence hints;
        private final float[] links;
        private volatile Wide wide;

        /**
         * Creates lines of floats that are not copied, and checks that they fit together.
         *
         * @param rank the number of factors of a line
         * @param factors the factors, {@code rank} floats for each line
         * @param biases the bias of each line
         * @param variances how uncertain each of the {@code factors} is, as a variance; empty if that is not known
         * @param priors the prior variance of each factor over the lines, that of the bias last; empty if there is none
         * @param hints for each line of this side: how its presence shifts the expected factors of a line on the other side, {@code
         *     rank} floats and one for the bias, see {@link Presence}; empty if it does not
         * @param links for each factor of a line of this side, and for its bias: what it is expected to be for each number that is known
         *     of the line from elsewhere, row by row; empty if nothing is
         */
        public Lines(
                int rank,
                FloatSequence factors,
                FloatSequence biases,
                FloatSequence variances,
                double[] priors,
                FloatSequence hints,
                float[] links) {
            this.rank = rank;
            this.count = Math.toIntExact(biases.length());
            this.factors = factors;
            this.biases = biases;
            this.variances = variances;
            this.priors = priors.clone();
            this.hints = hints;
            this.links = links.clone();
            long cells = (long) count * rank;
            if (factors.length() != cells || variances.length() != 0 && variances.length() != cells) {
                throw new IllegalArgumentException("there must be " + cells + " factors, for " + count
                        + " lines of rank " + rank + ", and as many variances or none, got " + factors.length()
                        + " and " + variances.length());
            }
            if (priors.length != 0 && priors.length != rank + 1) {
                throw new IllegalArgumentException(
                        "there must be " + (rank + 1) + " priors or none, got " + priors.length);
            }
            if (hints.length() != 0 && hints.length() != cells + count) {
                throw new IllegalArgumentException(
                        "there must be " + (cells + count) + " hints or none, got " + hints.length());
            }
            if (links.length % (rank + 1) != 0) {
                throw new IllegalArgumentException("there must be as many links for each of " + (rank + 1)
                        + " numbers of a line, got " + links.length);
            }
        }

        /**
         * Creates lines of copies of arrays, without links.
         *
         * @param rank the number of factors of a line
         * @param factors the factors, {@code rank} floats for each line
         * @param biases the bias of each line
         * @param variances how uncertain each of the {@code factors} is; or empty
         * @param priors the prior variance of each factor, that of the bias last; or empty
         * @param hints {@code rank + 1} floats for each line; or empty
         */
        public Lines(int rank, float[] factors, float[] biases, float[] variances, double[] priors, float[] hints) {
            this(
                    rank,
                    FloatSequence.of(factors.clone()),
                    FloatSequence.of(biases.clone()),
                    FloatSequence.of(variances.clone()),
                    priors,
                    FloatSequence.of(hints.clone()),
                    new float[0]);
        }

        /**
         * The same lines with links.
         *
         * @param others the links
         * @return a changed copy
         */
        public Lines withLinks(float[] others) {
            return new Lines(rank, factors, biases, variances, priors, hints, others);
        }

        /**
         * Creates lines without hints and links.
         *
         * @param rank the number of factors of a line
         * @param factors the factors, {@code rank} floats for each line
         * @param biases the bias of each line
         * @param variances how uncertain each of the {@code factors} is; or empty
         * @param priors the prior variance of each factor, that of the bias last; or empty
         */
        public Lines(int rank, float[] factors, float[] biases, float[] variances, double[] priors) {
            this(rank, factors, biases, variances, priors, new float[0]);
        }

        /**
         * Creates lines from rows (x, bias, …) that are as wide as {@link SampledSide#width}.
         *
         * @param lines the number of lines
         * @param r the rank
         * @param rows the factors and biases
         * @param variances the variances, in the same shape
         * @param priors the prior variance of each factor, that of the bias last
         * @param hints the hints, in the same shape; or empty
         * @return the lines, without padding
         */
        public static Lines of(int lines, int r, float[] rows, float[] variances, double[] priors, float[] hints) {
            int w = SampledSide.width(r);
            float[] narrowHints = new float[hints.length == 0 ? 0 : lines * (r + 1)];
            float[] factors = new float[lines * r];
            float[] narrowVariances = new float[lines * r];
            float[] biases = new float[lines];
            for (int line = 0; line < lines; line++) {
                System.arraycopy(rows, line * w, factors, line * r, r);
                System.arraycopy(variances, line * w, narrowVariances, line * r, r);
                biases[line] = rows[line * w + r];
                if (hints.length > 0) {
                    System.arraycopy(hints, line * w, narrowHints, line * (r + 1), r + 1);
                }
            }
            return new Lines(
                    r,
                    FloatSequence.of(factors),
                    FloatSequence.of(biases),
                    FloatSequence.of(narrowVariances),
                    priors,
                    FloatSequence.of(narrowHints),
                    new float[0]);
        }

        /** {@return the number of factors of a line} */
        public int rank() {
            return rank;
        }

        /** {@return the number of lines} */
        public int count() {
            return count;
        }

        /** {@return a copy of the factors of all lines, {@code rank} floats for each} */
        public float[] factors() {
            return factors.toArray();
        }

        /** {@return a copy of the bias of each line} */
        public float[] biases() {
            return biases.toArray();
        }

        /** {@return a copy of the variance of each factor; empty if it is not known} */
        public float[] variances() {
            return variances.toArray();
        }

        /** {@return a copy of the prior variance of each factor, that of the bias last; empty if there is none} */
        public double[] priors() {
            return priors.clone();
        }

        /** {@return a copy of the hints of all lines, {@code rank + 1} floats for each; empty if there are none} */
        public float[] hints() {
            return hints.toArray();
        }

        /** {@return a copy of the links; empty if there are none} */
        public float[] links() {
            return links.clone();
        }

        /** {@return whether what is expected of a line depends on numbers that are known of it from elsewhere} */
        public boolean isLinked() {
            return links.length > 0;
        }

        /** {@return how many numbers must be known of a line from elsewhere to tell what to expect of it; 0 if none} */
        public int traits() {
            return links.length / (rank + 1);
        }

        /**
         * What is expected of a line.
         *
         * @param traits what is known of the line from elsewhere
         * @param out receives a number for each factor, and one for the bias
         */
        void expect(float[] traits, float[] out) {
            if (traits.length != traits()) {
                throw new IllegalArgumentException("there must be " + traits()
                        + " numbers that tell what to expect of a line, got " + traits.length);
            }
            for (int k = 0; k <= rank; k++) {
                double sum = 0;
                for (int t = 0; t < traits.length; t++) {
                    sum += (double) links[k * traits.length + t] * traits[t];
                }
                out[k] = (float) sum;
            }
        }

        /**
         * One factor of a line.
         *
         * @param line the line, from 0
         * @param k the number of the factor, from 0
         * @return the factor
         */
        public float factor(int line, int k) {
            return factors.get((long) line * rank + k);
        }

        /**
         * The factors of a line.
         *
         * @param line the line, from 0
         * @return a new array of {@code rank} floats
         */
        public float[] factors(int line) {
            return factors.copy((long) line * rank, rank);
        }

        /**
         * The bias of a line.
         *
         * @param line the line, from 0
         * @return the bias
         */
        public float bias(int line) {
            return biases.get(line);
        }

        /**
         * How uncertain the factors of a line are.
         *
         * @param line the line, from 0
         * @return a new array of {@code rank} variances; empty if they are not known
         */
        public float[] variances(int line) {
            return variances.length() == 0 ? new float[0] : variances.copy((long) line * rank, rank);
        }

        /**
         * The hints of a line.
         *
         * @param line the line, from 0
         * @return a new array of {@code rank + 1} floats; empty if there are none
         */
        public float[] hints(int line) {
            return hints.length() == 0 ? new float[0] : hints.copy(line * (rank + 1L), rank + 1);
        }

        /**
         * The lines as the kernels need them, for all who fit lines of the other side; see SampledSide. Nobody changes the arrays.
         *
         * @param rows (x, bias, 1) for each line
         * @param variances in the same shape; zeros if they are not known
         * @param hints in the same shape; empty if there are none
         */
        record Wide(float[] rows, float[] variances, float[] hints) {}

        /* Made once, when it is first needed. Two threads at once may both make it: the same, bit for bit. */
        Wide wide() {
            Wide made = wide;
            if (made == null) {
                made = new Wide(
                        wideRows(),
                        variances.length() == 0 ? new float[count * SampledSide.width(rank)] : wide(variances, rank),
                        hints.length() == 0 ? new float[0] : wide(hints, rank + 1));
                wide = made;
            }
            return made;
        }

        /* Copies the lines into rows (x, bias, 1) that are as wide as the kernels need. */
        float[] wideRows() {
            int w = SampledSide.width(rank);
            float[] out = wide(factors, rank);
            for (int line = 0; line < count; line++) {
                out[line * w + rank] = biases.get(line);
                out[line * w + rank + 1] = 1;
            }
            return out;
        }

        private float[] wide(FloatSequence rows, int n) {
            int w = SampledSide.width(rank);
            float[] out = new float[count * w];
            float[] row = new float[n];
            for (int line = 0; line < count; line++) {
                rows.copy((long) line * n, row, n);
                System.arraycopy(row, 0, out, line * w, n);
            }
            return out;
        }
    }

    /**
     * The same factors without links: nothing is expected of new lines.
     *
     * @return a changed copy
     */
    public BiasedFactors withoutLinks() {
        return new BiasedFactors(
                mean, noise, rows.withLinks(new float[0]), columns.withLinks(new float[0]), iterations);
    }

    /**
     * The number of factors of a row or column.
     *
     * @return the rank
     */
    public int rank() {
        return rows.rank();
    }

    /**
     * The predicted entry μ + b_i + c_j + u_i·v_j.
     *
     * @param i the row, from 0
     * @param j the column, from 0
     * @return the prediction, not clipped
     */
    public double get(int i, int j) {
        double sum = mean + rows.bias(i) + columns.bias(j);
        int r = rank();
        for (int k = 0; k < r; k++) {
            sum += rows.factor(i, k) * columns.factor(j, k);
        }
        return sum;
    }

    /**
     * A way to find the factors of new rows.
     *
     * @return an object for one thread
     */
    public FoldIn rowFoldIn() {
        return new FoldIn(this, rows, columns);
    }

    /**
     * A way to find the factors of new columns.
     *
     * @return an object for one thread
     */
    public FoldIn columnFoldIn() {
        return new FoldIn(this, columns, rows);
    }
}

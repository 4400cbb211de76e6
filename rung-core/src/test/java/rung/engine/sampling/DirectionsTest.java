package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.block.SingleEntries;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/** Residuals, and the directions in which they are largest, against dense matrices and EJML. */
class DirectionsTest {
    private static final int D = Directions.COUNT;

    /** Entries, and factors with a bias. */
    private record Case(Matrix table, SingleEntries entries, SampledSide left, SampledSide right) {
        static Case of(int m, int n, int rank, int threads) {
            SplittableRandom random = new SplittableRandom(3);
            Matrix table = SingleEntriesTest.table(m, n, 0.6, random);
            SingleEntries entries = SingleEntriesTest.entries(table, threads, random);
            return new Case(table, entries, side(m, rank, random), side(n, rank, random));
        }

        private static SampledSide side(int lines, int rank, SplittableRandom random) {
            SampledSide side = SampledSide.zero(lines);
            for (int k = 0; k < rank; k++) {
                side = side.with(Matrix.gaussian(lines, 1, random).array(), 1, Workers.ONE);
            }
            for (int line = 0; line < lines; line++) {
                side.draw()[line * side.width() + rank] = (float) random.nextGaussian();
            }
            return side;
        }

        MemoryResiduals residuals() {
            return new MemoryResiduals(entries, left, right);
        }

        Matrix dense() {
            Matrix dense = new Matrix(table.rows(), table.columns());
            int r = left.rank();
            for (int i = 0; i < table.rows(); i++) {
                for (int j = 0; j < table.columns(); j++) {
                    if (!Double.isNaN(table.get(i, j))) {
                        double sum = left.draw()[i * left.width() + r] + right.draw()[j * right.width() + r];
                        for (int k = 0; k < r; k++) {
                            sum += (double) left.draw()[i * left.width() + k] * right.draw()[j * right.width() + k];
                        }
                        dense.set(i, j, sum - ((float) table.get(i, j) - SingleEntriesTest.OFFSET));
                    }
                }
            }
            return dense;
        }

        Directions<MemoryBlock> directions() {
            return new Directions<>(random(table.columns()), 5);
        }

        private MemoryBlock random(int lines) {
            return new MemoryBlock(entries.workers(), FloatBlock.random(lines, D, D, 7, 0));
        }
    }

    private static Matrix matrix(MemoryBlock block) {
        Matrix out = new Matrix(block.floats().lines(), D);
        for (int k = 0; k < out.array().length; k++) {
            out.array()[k] = block.floats().values()[k];
        }
        return out;
    }

    private static double distance(Matrix a, Matrix b) {
        return a.plus(-1, b).norm() / b.norm();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void productsAreThoseOfTheDenseResiduals(int threads) {
        for (int rank : new int[] {0, 1, 5, 20}) {
            Case instance = Case.of(150, 120, rank, threads);
            Matrix dense = instance.dense();
            MemoryBlock columns = instance.random(120);
            MemoryBlock product = instance.residuals().multiply(columns);
            assertThat(distance(matrix(product), dense.multiply(matrix(columns))))
                    .isLessThan(1e-5);
            MemoryBlock rows = instance.random(150);
            MemoryBlock back = instance.residuals().multiplyTransposed(rows);
            assertThat(distance(matrix(back), dense.multiplyTransposed(matrix(rows))))
                    .isLessThan(1e-5);
            near(instance.residuals().squares(), dense.norm() * dense.norm(), 1e-5);
            Case alone = Case.of(150, 120, rank, 1);
            assertThat(product.floats().values())
                    .isEqualTo(alone.residuals().multiply(columns).floats().values());
            assertThat(instance.residuals().squares())
                    .isEqualTo(alone.residuals().squares());
        }
    }

    /* Pairs are taken one after another, and each leaves the residuals. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void onePairAfterAnotherIsNearlyTheTopOne(int threads) {
        int m = 90;
        int n = 60;
        SplittableRandom random = new SplittableRandom(8);
        Matrix table = new Matrix(m, n);
        for (int k = 0; k < 40; k++) {
            Matrix u = Matrix.gaussian(m, 1, random);
            Matrix v = Matrix.gaussian(n, 1, random);
            table = table.plus(Math.pow(0.85, k), u.multiply(v.transposed()));
        }
        SingleEntries entries = SingleEntriesTest.entries(table, threads, random);
        Matrix target = offset(table);
        double squares = target.norm() * target.norm();
        SampledSide left = SampledSide.zero(m);
        SampledSide right = SampledSide.zero(n);
        Directions<MemoryBlock> directions =
                new Directions<>(new MemoryBlock(entries.workers(), FloatBlock.random(n, D, D, 7, 0)), 5);
        for (int k = 0; k < 25; k++) {
            SingularPair pair = top(directions, new MemoryResiduals(entries, left, right));
            near(Matrix.norm(pair.u()), 1, 1e-5);
            near(Matrix.norm(pair.v()), 1, 1e-5);
            Matrix residuals = product(left, right).plus(-1, target);
            double uGv = Matrix.column(pair.u())
                    .multiplyTransposed(residuals.multiply(Matrix.column(pair.v())))
                    .get(0, 0);
            near(uGv, pair.sigma(), 1e-4); // and not its negative
            double largest = Instances.ejmlSvd(residuals).sigma()[0];
            assertThat(pair.sigma()).isBetween(0.75 * largest, (1 + 1e-5) * largest);
            squares -= pair.sigma() * pair.sigma();
            double root = Math.sqrt(pair.sigma());
            left = left.with(pair.u(), -root, Workers.ONE);
            right = right.with(pair.v(), root, Workers.ONE);
        }
        double rest = product(left, right).plus(-1, target).norm();
        near(rest * rest, squares, 1e-3); // each pair explains σ² of what was there
    }

    private static Matrix product(SampledSide left, SampledSide right) {
        Matrix out = new Matrix(left.lines(), right.lines());
        for (int i = 0; i < left.lines(); i++) {
            for (int j = 0; j < right.lines(); j++) {
                double sum = 0;
                for (int k = 0; k < left.rank(); k++) {
                    sum += (double) left.draw()[i * left.width() + k] * right.draw()[j * right.width() + k];
                }
                out.set(i, j, sum);
            }
        }
        return out;
    }

    /* Counts products, of which there is to be one for each pair, and two for the first. */
    private static SingularPair top(Directions<MemoryBlock> directions, BlockOperator<MemoryBlock> residuals) {
        return directions.top(
                residuals,
                (sigma, rows, ofRows, columns, ofColumns) ->
                        new SingularPair(sigma, rows.column(ofRows), columns.column(ofColumns)));
    }

    @Test
    void onePairIsOneProduct() {
        Case instance = Case.of(60, 50, 2, 1);
        int[] products = new int[2];
        BlockOperator<MemoryBlock> counting = new BlockOperator<>() {
            @Override
            public MemoryBlock multiply(MemoryBlock columns) {
                products[0]++;
                return instance.residuals().multiply(columns);
            }

            @Override
            public MemoryBlock multiplyTransposed(MemoryBlock rows) {
                products[1]++;
                return instance.residuals().multiplyTransposed(rows);
            }
        };
        Directions<MemoryBlock> directions = instance.directions();
        for (int k = 1; k <= 6; k++) {
            top(directions, counting);
            assertThat(products).containsExactly((k + 2) / 2, (k + 1) / 2);
        }
    }

    /* A single entry of this size hides all other directions from single precision; once it is taken, they are found again. */
    @Test
    void oneLargeEntryDoesNotHideTheOthersForGood() {
        int m = 80;
        int n = 70;
        SplittableRandom random = new SplittableRandom(4);
        Matrix table = Matrix.gaussian(m, 3, random).multiply(Matrix.gaussian(3, n, random));
        table.set(20, 30, 1e7);
        SingleEntries entries = SingleEntriesTest.entries(table, 1, random);
        Directions<MemoryBlock> directions =
                new Directions<>(new MemoryBlock(entries.workers(), FloatBlock.random(n, D, D, 7, 0)), 5);
        MemoryResiduals residuals = new MemoryResiduals(entries, SampledSide.zero(m), SampledSide.zero(n));
        near(top(directions, residuals).sigma(), 1e7, 1e-5);
        table.set(20, 30, SingleEntriesTest.OFFSET); // which leaves nothing there
        SingleEntries others = SingleEntriesTest.entries(table, 1, random);
        SampledSide left = SampledSide.zero(m);
        SampledSide right = SampledSide.zero(n);
        for (int k = 0; k < 4; k++) {
            SingularPair pair = top(directions, new MemoryResiduals(others, left, right));
            double largest = Instances.ejmlSvd(product(left, right).plus(-1, offset(table)))
                    .sigma()[0];
            assertThat(pair.sigma()).isBetween(0.5 * largest, (1 + 1e-4) * largest);
            left = left.with(pair.u(), -Math.sqrt(pair.sigma()), Workers.ONE);
            right = right.with(pair.v(), Math.sqrt(pair.sigma()), Workers.ONE);
        }
    }

    private static Matrix offset(Matrix table) {
        Matrix constant = new Matrix(table.rows(), table.columns());
        Arrays.fill(constant.array(), SingleEntriesTest.OFFSET);
        return table.plus(-1, constant);
    }

    /* Fewer lines than directions. */
    @Test
    void aSmallTableIsExplainedToTheEnd() {
        SplittableRandom random = new SplittableRandom(6);
        Matrix table = Matrix.gaussian(7, 5, random);
        SingleEntries entries = SingleEntriesTest.entries(table, 1, random);
        SampledSide left = SampledSide.zero(7);
        SampledSide right = SampledSide.zero(5);
        Directions<MemoryBlock> directions =
                new Directions<>(new MemoryBlock(entries.workers(), FloatBlock.random(5, D, D, 7, 0)), 5);
        for (int k = 0; k < 5; k++) {
            SingularPair pair = top(directions, new MemoryResiduals(entries, left, right));
            left = left.with(pair.u(), -Math.sqrt(pair.sigma()), Workers.ONE);
            right = right.with(pair.v(), Math.sqrt(pair.sigma()), Workers.ONE);
        }
        Matrix target = offset(table);
        assertThat(product(left, right).plus(-1, target).norm()).isLessThan(1e-2 * target.norm());
    }

    @Test
    void threadsDoNotMatter() {
        Case one = Case.of(2500, 250, 3, 1);
        Case many = Case.of(2500, 250, 3, 5);
        Directions<MemoryBlock> directions = one.directions();
        Directions<MemoryBlock> others = many.directions();
        for (int k = 0; k < 5; k++) {
            SingularPair pair = top(directions, one.residuals());
            SingularPair other = top(others, many.residuals());
            assertThat(other.sigma()).isEqualTo(pair.sigma());
            assertThat(other.u()).isEqualTo(pair.u());
            assertThat(other.v()).isEqualTo(pair.v());
        }
    }

    @Test
    void oneEntryAndNothingElse() {
        SingleEntries entries =
                SingleEntries.of(3, 4, new int[] {1}, new int[] {2}, new float[] {5}, 3, new Workers(2));
        SampledSide left = SampledSide.zero(3);
        SampledSide right = SampledSide.zero(4);
        FloatBlock random = FloatBlock.random(4, D, D, 7, 0);
        Directions<MemoryBlock> directions = new Directions<>(new MemoryBlock(entries.workers(), random), 5);
        SingularPair pair = top(directions, new MemoryResiduals(entries, left, right));
        near(pair.sigma(), 2, 1e-6);
        near(pair.u()[1] * pair.v()[2], -1, 1e-6);
        left = left.with(pair.u(), -Math.sqrt(2), Workers.ONE);
        right = right.with(pair.v(), Math.sqrt(2), Workers.ONE);
        assertThat(top(directions, new MemoryResiduals(entries, left, right)).sigma())
                .isLessThan(1e-6);
    }

    @Test
    void zeroAndWhatIsNotFinite() {
        for (float value : new float[] {0, Float.NaN, Float.POSITIVE_INFINITY, 1e30f}) {
            SingleEntries entries =
                    SingleEntries.of(2, 2, new int[] {1}, new int[] {0}, new float[] {value}, 0, new Workers(1));
            MemoryBlock random = new MemoryBlock(entries.workers(), FloatBlock.random(2, D, D, 7, 0));
            SingularPair pair = top(
                    new Directions<>(random, 5),
                    new MemoryResiduals(entries, SampledSide.zero(2), SampledSide.zero(2)));
            if (value == 0) {
                assertThat(pair.sigma()).isZero();
            } else {
                assertThat(pair.sigma()).isNaN();
            }
        }
    }
}

package rung.spark.engine;

import rung.engine.sampling.ColumnPair;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.spark.block.BlockRdd;
import rung.spark.block.RatingBlocks;

/** A pair whose vectors stay on the cluster. */
final class SpreadColumnPair implements ColumnPair<SpreadFactors> {
    private final RatingBlocks data;
    private final double sigma;
    private final SpreadColumn u;
    private final SpreadColumn v;
    private double squaredNorm; // NaN until it is known

    SpreadColumnPair(RatingBlocks data, double sigma, SpreadColumn u, SpreadColumn v, double squaredNorm) {
        this.data = data;
        this.sigma = sigma;
        this.u = u;
        this.v = v;
        this.squaredNorm = squaredNorm;
    }

    @Override
    public double sigma() {
        return sigma;
    }

    @Override
    public double squaredNorm() {
        if (Double.isNaN(squaredNorm)) {
            SpreadColumn.Combination ofUsers = u.combination();
            squaredNorm = BlockRdd.collect(
                            in -> SpreadColumn.squaredNorm(
                                    in.one(0), ofUsers.of(in.one(0), in.one(1)), in.<float[]>one(2)),
                            data.users(),
                            u.block().blocks(),
                            v.sent(data, Side.RIGHT))
                    .stream()
                    .reduce(0.0, Double::sum);
        }
        return squaredNorm;
    }

    @Override
    public void appendTo(SpreadFactors factors, double s) {
        factors.append(u, v, s);
    }

    @Override
    public SpreadColumnPair downhill(double ofThis) {
        return new SpreadColumnPair(data, Math.abs(ofThis), ofThis < 0 ? u.negated() : u, v, squaredNorm);
    }

    @Override
    public SingularPair gathered() {
        return new SingularPair(sigma, u.gathered(data, Side.LEFT), v.gathered(data, Side.RIGHT));
    }
}

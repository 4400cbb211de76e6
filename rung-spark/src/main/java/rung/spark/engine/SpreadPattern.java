package rung.spark.engine;

import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/** The matrix N of {@link Presence}, which says which entries are observed, spread over a cluster. */
record SpreadPattern(RatingBlocks data, SpreadFactors.Storage storage) implements BlockOperator<SpreadNumbers> {
    /** Learns from which entries are observed; learns nothing if there are too few lines. */
    static Presence<SpreadNumbers> presence(RatingBlocks data, SpreadFactors.Storage storage, long seed) {
        int count = Presence.count(data.rows(), data.columns());
        if (count == 0) {
            return nothing(data, storage);
        }
        SpreadNumbers random =
                SpreadNumbers.random(data, Side.RIGHT, storage, Presence.TRAITS, count, Presence.key(seed));
        return Presence.of(new SpreadPattern(data, storage), random);
    }

    static Presence<SpreadNumbers> given(RatingBlocks data, SpreadFactors.Storage storage, GivenTraits numbers) {
        return new Presence<>(given(data, storage, numbers, Side.LEFT), given(data, storage, numbers, Side.RIGHT));
    }

    private static Presence.SideTraits<SpreadNumbers> given(
            RatingBlocks data, SpreadFactors.Storage storage, GivenTraits numbers, Side side) {
        SpreadNumbers rows = SpreadNumbers.of(data, side, storage, numbers.width(), numbers.rows(side));
        Presence.SideTraits<SpreadNumbers> traits =
                Presence.given(rows, data.count(side), none(data, side.other(), storage));
        rows.release();
        return traits;
    }

    private static SpreadNumbers none(RatingBlocks data, Side side, SpreadFactors.Storage storage) {
        return SpreadNumbers.of(data, side, storage, 0, block -> new float[0]);
    }

    static Presence<SpreadNumbers> nothing(RatingBlocks data, SpreadFactors.Storage storage) {
        SpreadNumbers rows = none(data, Side.LEFT, storage);
        SpreadNumbers columns = none(data, Side.RIGHT, storage);
        double[] none = new double[0];
        return new Presence<>(
                new Presence.SideTraits<>(rows, none, columns), new Presence.SideTraits<>(columns, none, rows));
    }

    @Override
    public SpreadNumbers multiply(SpreadNumbers columns) {
        return product(Side.LEFT, Side.RIGHT, columns);
    }

    @Override
    public SpreadNumbers multiplyTransposed(SpreadNumbers rows) {
        return product(Side.RIGHT, Side.LEFT, rows);
    }

    private SpreadNumbers product(Side side, Side other, SpreadNumbers others) {
        int width = others.width();
        JavaRDD<float[]> weighed = BlockRdd.ofOne(
                in -> {
                    float[] rows = in.<float[]>one(1).clone();
                    EntryLines entries = in.<LineBlock>one(0).entries();
                    Presence.weigh(entries, rows, width, 0, entries.count());
                    return rows;
                },
                data.lines(other),
                others.scores());
        return SpreadNumbers.computed(
                data,
                side,
                storage,
                width,
                BlockRdd.ofOne(
                        in -> {
                            EntryLines entries = in.<LineBlock>one(0).entries();
                            float[] out = new float[entries.count() * width];
                            Presence.gather(entries, in.one(1), width, 0, entries.count(), out);
                            return out;
                        },
                        data.lines(side),
                        Exchange.sendRows(data.lines(other), weighed, data.lines(side), width)));
    }
}

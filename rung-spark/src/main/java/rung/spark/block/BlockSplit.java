package rung.spark.block;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.function.Supplier;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;

/** The partition of one block, with the partitions of its parents as they are when a task is sent: a checkpoint may have changed them. */
final class BlockSplit implements Partition {
    private static final long serialVersionUID = 1;

    private final int index;
    private final transient Supplier<RDD<?>[]> parents;
    private Partition[] partitions;

    /**
     * A partition that does not know those of its parents before it is sent.
     *
     * @param index the number of the block
     * @param parents the parents of the moment
     */
    BlockSplit(int index, Supplier<RDD<?>[]> parents) {
        this.index = index;
        this.parents = parents;
    }

    /** Looks at the partitions of the parents now, too, and returns this. */
    BlockSplit look() {
        RDD<?>[] of = parents.get();
        partitions = new Partition[of.length];
        for (int k = 0; k < of.length; k++) {
            partitions[k] = of[k].partitions()[index];
        }
        return this;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        look();
        out.defaultWriteObject();
    }

    /** The partition of a parent. */
    Partition of(int parent) {
        return partitions[parent];
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return index;
    }
}

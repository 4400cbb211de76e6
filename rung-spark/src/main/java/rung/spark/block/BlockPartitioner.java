package rung.spark.block;

import org.apache.spark.Partitioner;

/** Sends what has block k as its key to partition k. */
final class BlockPartitioner extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int blocks;

    BlockPartitioner(int blocks) {
        this.blocks = blocks;
    }

    @Override
    public int numPartitions() {
        return blocks;
    }

    @Override
    public int getPartition(Object block) {
        return (Integer) block;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockPartitioner that && that.blocks == blocks;
    }

    @Override
    public int hashCode() {
        return blocks;
    }
}

package rung.spark.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.spark.block.BlockRdd;
import rung.spark.block.KeptRdd;

/**
 * The lines of one side after one refit, kept by the cluster for as long as an iterate uses them, and until what was made of them is
 * computed.
 *
 * <p>What a lost executor held is computed again from the generations before, see {@link KeptRdd}. If the context has a folder for
 * checkpoints, some generations are written there, and nothing before them is needed any more; such a file is kept until nothing depends
 * on it.
 *
 * @param <T> what a block of lines is
 */
public final class Generation<T> {
    /** After this many generations tasks read the lines from a shuffle, because all since then are part of a task if lines were lost. */
    private static final int LONGEST_CHAIN = 32;

    private final JavaRDD<T> blocks;
    private JavaRDD<T> kept; // null until the blocks are computed
    private List<Generation<?>> parents;
    private final boolean isCheckpoint;
    private final int age;
    private int holders;
    private int children;
    private boolean isCached = true;
    private boolean holdsParents; // until the blocks are computed

    private Generation(
            JavaRDD<T> blocks, int age, List<Generation<?>> parents, boolean isCheckpoint, StorageLevel level) {
        this.blocks = blocks.persist(KeptRdd.onDisk(level));
        this.age = age;
        this.parents = parents;
        this.isCheckpoint = isCheckpoint;
        if (isCheckpoint) {
            blocks.checkpoint();
        }
        this.holdsParents = true;
        parents.forEach(parent -> {
            parent.children++;
            parent.hold();
        });
    }

    /**
     * A first generation, which the cluster keeps once it is computed; nobody holds it yet.
     *
     * @param <T> what a block of lines is
     * @param blocks the blocks
     * @param level where they are stored
     * @return the generation
     */
    public static <T> Generation<T> first(JavaRDD<T> blocks, StorageLevel level) {
        return new Generation<>(blocks, 0, List.of(), false, level);
    }

    /**
     * What is computed from generations of both sides, never a checkpoint; the caller holds it.
     *
     * @param <T> what a block of lines is
     * @param blocks the blocks
     * @param from what they are computed from
     * @param level where they are stored
     * @return the generation
     */
    public static <T> Generation<T> between(JavaRDD<T> blocks, List<Generation<?>> from, StorageLevel level) {
        Generation<T> one = new Generation<>(blocks, 0, from, false, level);
        one.hold();
        return one;
    }

    /**
     * The generation that a refit will be once it is computed, a checkpoint if its turn has come; the caller holds it.
     *
     * @param <T> what a block of lines is
     * @param blocks the blocks
     * @param before the generation of the same side before
     * @param others what else it is computed from
     * @param storage where blocks are stored, and how often they are written to a checkpoint
     * @return the generation
     */
    public static <T> Generation<T> next(
            JavaRDD<T> blocks, Generation<T> before, List<Generation<?>> others, SpreadFactors.Storage storage) {
        List<Generation<?>> parents = new ArrayList<>(others);
        parents.add(before);
        int age = before.age + 1;
        boolean isLong = !blocks.context().isLocal() && age % LONGEST_CHAIN == 0;
        Generation<T> next = new Generation<>(
                isLong ? BlockRdd.shuffled(blocks) : blocks,
                age,
                parents,
                isCheckpoint(blocks.context(), age, storage.interval()),
                storage.level());
        next.hold();
        return next;
    }

    private static boolean isCheckpoint(SparkContext context, int age, int interval) {
        return context.getCheckpointDir().isDefined() && interval > 0 && age % interval == 0;
    }

    /** {@return the blocks, without lineage once they are computed} */
    public JavaRDD<T> blocks() {
        return kept == null ? blocks : kept;
    }

    /** Tells that the blocks were computed. */
    public void markComputed() {
        if (kept == null) {
            kept = KeptRdd.of(blocks);
            releaseParents();
            if (isCheckpoint) {
                forgetParents();
            }
        }
    }

    /** Counts one more who uses these blocks. */
    public void hold() {
        holders++;
    }

    /** Counts one less who uses these blocks; the cluster keeps them for as long as there is one. */
    public void release() {
        holders--;
        settle();
    }

    private void settle() {
        if (holders == 0 && isCached) {
            isCached = false;
            blocks.unpersist(false);
        }
        if (holders == 0 && children == 0) {
            if (isCheckpoint) {
                deleteCheckpoint(blocks);
            }
            forgetParents();
        }
    }

    private void releaseParents() {
        if (holdsParents) {
            holdsParents = false;
            parents.forEach(Generation::release);
        }
    }

    private void forgetParents() {
        releaseParents();
        List<Generation<?>> before = parents;
        parents = List.of();
        before.forEach(parent -> {
            parent.children--;
            parent.settle();
        });
    }

    /** Deletes the file of a checkpoint, if there is one. */
    private static void deleteCheckpoint(JavaRDD<?> blocks) {
        if (blocks.getCheckpointFile().isPresent()) {
            try {
                Path folder = new Path(blocks.getCheckpointFile().get());
                folder.getFileSystem(blocks.context().hadoopConfiguration()).delete(folder, true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package rung.spark.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/**
 * The lines of one side after one refit, kept by the cluster for as long as an iterate uses them.
 *
 * <p>What a lost executor held is computed again from the generations before, so those are needed too, but not in memory: back
 * to the last one whose lineage was cut, which is kept until nothing depends on it.
 *
 * @param <T> what a block of lines is
 */
public final class Generation<T> {
    private final JavaRDD<T> blocks;
    private List<Generation<?>> parents;
    private final boolean isCut;
    private final int age;
    private int holders;
    private int children;
    private boolean isCached = true;

    private Generation(JavaRDD<T> blocks, int age, List<Generation<?>> parents, boolean isCut) {
        this.blocks = blocks;
        this.age = age;
        this.parents = parents;
        this.isCut = isCut;
        parents.forEach(parent -> parent.children++);
    }

    /** A generation that the cluster keeps once it is computed; nobody holds it yet. */
    static <T> Generation<T> of(JavaRDD<T> blocks, int age, List<Generation<?>> parents, StorageLevel level) {
        return new Generation<>(blocks.persist(level), age, parents, false);
    }

    /**
     * A generation whose lineage is cut once it is computed: by a checkpoint, if the context has a folder for them; else by a copy on a second executor,
     * which survives the loss of one.
     */
    static <T> Generation<T> cut(JavaRDD<T> blocks, int age, List<Generation<?>> parents, StorageLevel level) {
        cutLineage(blocks, level);
        return new Generation<>(blocks, age, parents, true);
    }

    /**
     * The generation that a refit will be once it is computed, cut if its turn has come; the caller holds it.
     *
     * @param before the generation of the same side before
     * @param others what else it is computed from
     */
    static <T> Generation<T> next(
            JavaRDD<T> blocks, Generation<T> before, List<Generation<?>> others, SpreadFactors.Storage storage) {
        int age = before.age + 1;
        boolean isCut = storage.interval() > 0 && age % storage.interval() == 0;
        return next(blocks, before, others, isCut, storage);
    }

    /** As above, cut or not as told. */
    static <T> Generation<T> next(
            JavaRDD<T> blocks,
            Generation<T> before,
            List<Generation<?>> others,
            boolean isCut,
            SpreadFactors.Storage storage) {
        List<Generation<?>> parents = new ArrayList<>(others);
        parents.add(before);
        Generation<T> next = isCut
                ? cut(blocks, before.age + 1, parents, storage.level())
                : of(blocks, before.age + 1, parents, storage.level());
        next.hold();
        return next;
    }

    /**
     * Has the cluster keep what will be computed, and cuts its lineage then.
     *
     * @param blocks the blocks
     * @param level where they are stored
     */
    public static void cutLineage(JavaRDD<?> blocks, StorageLevel level) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(blocks.context());
        if (context.getCheckpointDir().isPresent()) {
            blocks.persist(level);
            blocks.checkpoint();
        } else {
            int copies = context.isLocal() ? 1 : 2;
            blocks.persist(
                    StorageLevel.apply(true, level.useMemory(), level.useOffHeap(), level.deserialized(), copies));
            blocks.rdd().localCheckpoint();
        }
    }

    JavaRDD<T> blocks() {
        return blocks;
    }

    /** How many refits of this side came before. */
    int age() {
        return age;
    }

    /** Tells that it was computed, so that its parents need not be in memory. */
    void markComputed() {
        if (isCut) {
            List<Generation<?>> before = parents;
            parents = List.of();
            before.forEach(parent -> {
                parent.children--;
                parent.settle();
            });
        }
    }

    void hold() {
        holders++;
    }

    void release() {
        holders--;
        settle();
    }

    private void settle() {
        boolean isNeeded = holders > 0 || isCut && children > 0;
        if (!isNeeded && isCached) {
            isCached = false;
            blocks.unpersist(false);
            if (isCut) {
                deleteCheckpoint(blocks);
            }
        }
        if (holders == 0 && children == 0) {
            List<Generation<?>> before = parents;
            parents = List.of();
            before.forEach(parent -> {
                parent.children--;
                parent.settle();
            });
        }
    }

    /** Deletes the file of a checkpoint, if there is one. */
    static void deleteCheckpoint(JavaRDD<?> blocks) {
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

package rung.spark.block;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.Dependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.BlockResult;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.immutable.Seq;

/**
 * The stored blocks of an RDD, as an RDD without parents. A climb has hundreds of steps, and each starts from the result of the last step.
 * If an RDD remembered all steps that led to it, which is its lineage, every job would plan them again, and every task would carry them.
 *
 * <p>The lineage is hidden, not lost. A task that does not find its block fails, and with it the job; {@link #withLineage} then runs the
 * job once more while all lineages show, so that Spark computes what was lost with an executor, and only that. So any loss is made good
 * that Spark makes good. In one process there is nothing to lose, and lineages are dropped.
 *
 * @param <T> the values
 */
public final class KeptRdd<T> extends RDD<T> {
    private static final long serialVersionUID = 1;

    private final int kept; // the id of the RDD
    private final int count;
    private final transient RDD<T> origin;
    private transient Seq<?>[] locations; // null until they are asked for
    private RDD<T> shown; // the RDD while its lineage shows, else null

    private KeptRdd(RDD<T> origin) {
        super(origin.context(), JavaConverters.asScala(List.<Dependency<?>>of()).toSeq(), BlockRdd.tag());
        this.origin = origin;
        this.kept = origin.id();
        this.count = origin.getNumPartitions();
    }

    /** A task did not find its block. */
    static final class Lost extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Lost(BlockId block) {
            super("the cluster has lost " + block);
        }
    }

    /**
     * Computes something by a job.
     *
     * @param <R> what it computes
     */
    @FunctionalInterface
    public interface Job<R> {
        /** {@return what the job computes} */
        R run();
    }

    /**
     * What the cluster keeps of an RDD that is computed.
     *
     * @param <T> the values
     * @param computed the RDD, which the cluster keeps on disk where memory does not suffice
     * @return the same values without lineage
     */
    public static <T> JavaRDD<T> of(JavaRDD<T> computed) {
        if (computed.context().isLocal() && computed.rdd() instanceof BlockRdd<T> block) {
            block.clearDependencies();
        }
        return new KeptRdd<>(computed.rdd()).toJavaRDD();
    }

    /**
     * The same storage level, on disk where memory does not suffice: what is kept without lineage has to be found again.
     *
     * @param level the level
     * @return a level with disk
     */
    public static StorageLevel onDisk(StorageLevel level) {
        return StorageLevel.apply(
                true, level.useMemory(), level.useOffHeap(), level.deserialized(), level.replication());
    }

    /**
     * Runs a job, once more with all lineages if a block is lost.
     *
     * @param <R> what the job computes
     * @param rdd what the job is about
     * @param job the job
     * @return what the job computes
     */
    public static <R> R withLineage(JavaRDD<?> rdd, Job<R> job) {
        try {
            return job.run();
        } catch (Exception e) {
            if (!isLoss(e)) {
                throw e;
            }
        }
        List<KeptRdd<?>> all = all(rdd.rdd());
        List<RDD<?>> again = new ArrayList<>();
        for (KeptRdd<?> each : all) {
            each.show();
            if (each.origin
                    .getStorageLevel()
                    .equals(StorageLevel.NONE())) { // or it would be computed for each step after it
                each.origin.persist(StorageLevel.MEMORY_AND_DISK());
                again.add(each.origin);
            }
        }
        try {
            return job.run();
        } finally {
            all.forEach(KeptRdd::hide);
            again.forEach(origin -> origin.unpersist(false));
        }
    }

    private static boolean isLoss(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (String.valueOf(e.getMessage()).contains(Lost.class.getName()) || e instanceof Lost) {
                return true;
            }
        }
        return false;
    }

    /**
     * Shows the lineages of all that an RDD is computed from, for good: for results that jobs of others use. Does nothing in one process.
     *
     * @param rdd the RDD
     */
    public static void showLineage(JavaRDD<?> rdd) {
        if (!rdd.context().isLocal()) {
            all(rdd.rdd()).forEach(KeptRdd::show);
        }
    }

    /**
     * Has the cluster keep on disk what it may have to compute again for an RDD, once it has to: otherwise each step of a lineage would be
     * computed for every step after it. Does nothing in one process, and computes nothing now.
     *
     * @param rdd the RDD, whose lineage shows; what it is computed from is not stored any more
     */
    public static void keepLineage(JavaRDD<?> rdd) {
        if (!rdd.context().isLocal()) {
            all(rdd.rdd()).forEach(each -> keepOnDisk(each.origin));
        }
    }

    /**
     * Has the cluster keep an RDD on disk once it is computed again; nothing if it is stored, or in one process.
     *
     * @param rdd the RDD
     */
    static void keepOnDisk(RDD<?> rdd) {
        if (!rdd.context().isLocal()
                && !rdd.isCheckpointed()
                && rdd.getStorageLevel().equals(StorageLevel.NONE())) {
            rdd.persist(StorageLevel.DISK_ONLY());
        }
    }

    /* All kept ones that an RDD is computed from, behind one another too. */
    private static List<KeptRdd<?>> all(RDD<?> rdd) {
        List<KeptRdd<?>> found = new ArrayList<>();
        Set<RDD<?>> seen = new LinkedHashSet<>(List.of(rdd));
        Deque<RDD<?>> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            RDD<?> each = next.pop();
            List<RDD<?>> parents = new ArrayList<>();
            if (each instanceof KeptRdd<?> one) {
                found.add(one);
                parents.add(one.origin);
            } else {
                for (Dependency<?> dependency : JavaConverters.asJava(each.dependencies())) {
                    parents.add(dependency.rdd());
                }
            }
            parents.stream().filter(seen::add).forEach(next::push);
        }
        return found;
    }

    private void show() {
        shown = origin;
        clearDependencies();
    }

    private void hide() {
        shown = null;
        locations = null;
        clearDependencies();
    }

    @Override
    public void clearDependencies() { // which are those of the mode, whenever they are asked for
        super.clearDependencies();
    }

    @Override
    public Seq<Dependency<?>> getDependencies() {
        List<Dependency<?>> dependencies = shown == null ? List.of() : List.of(new OneToOneDependency<>(shown));
        return JavaConverters.asScala(dependencies).toSeq();
    }

    private RDD<?>[] parents() {
        return shown == null ? new RDD<?>[0] : new RDD<?>[] {shown};
    }

    @Override
    public Partition[] getPartitions() {
        Partition[] partitions = new Partition[count];
        for (int k = 0; k < count; k++) {
            partitions[k] = new BlockSplit(k, this::parents);
        }
        return partitions;
    }

    /* Where the block is. While the lineage shows, Spark finds that by itself. */
    @Override
    public Seq<String> getPreferredLocations(Partition split) {
        List<String> tags = new ArrayList<>();
        if (shown == null) {
            if (locations == null) {
                BlockId[] blocks = new BlockId[count];
                for (int k = 0; k < count; k++) {
                    blocks[k] = new RDDBlockId(kept, k);
                }
                scala.collection.Seq<Seq<BlockManagerId>> found =
                        SparkEnv.get().blockManager().master().getLocations(blocks);
                locations = JavaConverters.asJava(found).toArray(new Seq<?>[0]);
            }
            for (Object at : JavaConverters.asJava(locations[split.index()])) {
                BlockManagerId manager = (BlockManagerId) at;
                tags.add("executor_" + manager.host() + "_" + manager.executorId());
            }
        }
        return JavaConverters.asScala(tags).toSeq();
    }

    @Override
    @SuppressWarnings("unchecked")
    public scala.collection.Iterator<T> compute(Partition split, TaskContext context) {
        if (shown != null) {
            return shown.iterator(((BlockSplit) split).of(0), context);
        }
        BlockId block = new RDDBlockId(kept, split.index());
        Option<BlockResult> found = SparkEnv.get().blockManager().get(block, BlockRdd.<T>tag());
        if (found.isEmpty()) {
            throw new Lost(block);
        }
        return (scala.collection.Iterator<T>) found.get().data();
    }
}

package rung.spark.block;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext$;
import org.apache.spark.rdd.RDD;
import org.apache.spark.rdd.ShuffledRDD;
import scala.Product2;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction2;

/**
 * An RDD with a partition for each block, computed from the same block of other RDDs.
 *
 * <p>Spark's own zips and maps would do, but a step here is many short jobs, and each of theirs reads the byte code of its
 * function anew to see what it refers to, and adds one more RDD to every lineage.
 *
 * @param <T> the values
 */
public final class BlockRdd<T> extends RDD<T> {
    private static final long serialVersionUID = 1;

    private RDD<?>[] parents;
    private final Task<T> task;

    /** Computes a partition from the partitions of the parents. */
    @FunctionalInterface
    interface Task<T> extends Serializable {
        Iterator<T> of(Inputs inputs);
    }

    /**
     * Computes the one value of a partition from the partitions of the parents.
     *
     * @param <T> the value
     */
    @FunctionalInterface
    public interface OneTask<T> extends Serializable {
        /**
         * The value of a block.
         *
         * @param inputs the values of that block in all parents
         * @return the value
         */
        T of(Inputs inputs);
    }

    /** The values of one block of all parents. */
    public interface Inputs {
        /**
         * All values of parent k.
         *
         * @param <V> the values of that parent
         * @param k the parent, from 0
         * @return the values
         */
        <V> Iterator<V> all(int k);

        /**
         * The one value of parent k.
         *
         * @param <V> the value of that parent
         * @param k the parent, from 0
         * @return the value
         */
        default <V> V one(int k) {
            return this.<V>all(k).next();
        }
    }

    private BlockRdd(RDD<?>[] parents, Task<T> task) {
        super(parents[0].context(), dependencies(parents), tag());
        this.parents = parents;
        this.task = task;
    }

    private static scala.collection.immutable.Seq<Dependency<?>> dependencies(RDD<?>[] parents) {
        List<Dependency<?>> dependencies = new ArrayList<>();
        for (RDD<?> parent : parents) {
            dependencies.add(new OneToOneDependency<>(parent));
        }
        return JavaConverters.asScala(dependencies).toSeq();
    }

    static <V> ClassTag<V> tag() {
        return JavaSparkContext$.MODULE$.fakeClassTag();
    }

    /** An RDD with any number of values for each block. */
    static <T> JavaRDD<T> of(Task<T> task, JavaRDD<?>... parents) {
        RDD<?>[] rdds = new RDD<?>[parents.length];
        for (int k = 0; k < rdds.length; k++) {
            rdds[k] = parents[k].rdd();
        }
        return new BlockRdd<>(rdds, task).toJavaRDD();
    }

    /**
     * An RDD with one value for each block.
     *
     * @param <T> the value
     * @param task computes the value of a block
     * @param parents the RDDs that it is computed from
     * @return the RDD
     */
    public static <T> JavaRDD<T> ofOne(OneTask<T> task, JavaRDD<?>... parents) {
        return of(inputs -> Collections.singletonList(task.of(inputs)).iterator(), parents);
    }

    /**
     * Returns the one value of each block.
     *
     * @param <T> the values
     * @param blocks the RDD
     * @return the values, in the order of blocks
     */
    @SuppressWarnings("unchecked")
    public static <T> List<T> collect(JavaRDD<T> blocks) {
        Object[] values = KeptRdd.withLineage(blocks, () ->
                (Object[]) blocks.context().runJob(blocks.rdd(), new Only<>(), BlockRdd.<Object>tag()));
        return (List<T>) Arrays.asList(values);
    }

    /**
     * Computes one value for each block and returns them in the order of blocks.
     *
     * @param <T> the value
     * @param task computes the value of a block
     * @param parents the RDDs that it is computed from
     * @return the values
     */
    public static <T> List<T> collect(OneTask<T> task, JavaRDD<?>... parents) {
        return collect(ofOne(task, parents));
    }

    /**
     * Returns the one value of each block of two RDDs, which one job computes.
     *
     * @param <T> the values
     * @param first the RDD whose values come first
     * @param second the other
     * @return the values, in the order of blocks
     */
    public static <T> List<T> collectBoth(JavaRDD<T> first, JavaRDD<T> second) {
        return collect(first.union(second));
    }

    /** Gives the one value of a partition. Not a lambda, because Spark would read its byte code before each job. */
    private static final class Only<T> extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, Object>
            implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Object apply(TaskContext context, scala.collection.Iterator<T> values) {
            return values.next();
        }
    }

    /** Sends each value to the block that its key names. */
    static <V> JavaRDD<Tuple2<Integer, V>> sent(JavaRDD<Tuple2<Integer, V>> messages, int blocks) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        RDD<? extends Product2<Integer, V>> pairs = (RDD) messages.rdd();
        RDD<Tuple2<Integer, V>> received =
                new ShuffledRDD<Integer, V, V>(pairs, new BlockPartitioner(blocks), tag(), tag(), tag());
        return received.toJavaRDD();
    }

    /**
     * The same values, one for each block, read from a shuffle: tasks that need them do not have to know how they are computed.
     *
     * @param <T> the value
     * @param blocks the values
     * @return the same values
     */
    public static <T> JavaRDD<T> shuffled(JavaRDD<T> blocks) {
        JavaRDD<Tuple2<Integer, T>> messages =
                ofOne(in -> new Tuple2<>(TaskContext.getPartitionId(), in.<T>one(0)), blocks);
        return ofOne(in -> in.<Tuple2<Integer, T>>one(0)._2(), sent(messages, blocks.getNumPartitions()));
    }

    @Override
    public scala.collection.Iterator<T> compute(Partition split, TaskContext context) {
        BlockSplit blocks = (BlockSplit) split;
        RDD<?>[] of = parents;
        Inputs inputs = new Inputs() {
            @Override
            @SuppressWarnings("unchecked")
            public <V> Iterator<V> all(int k) {
                return (Iterator<V>) JavaConverters.asJava(of[k].iterator(blocks.of(k), context));
            }
        };
        return JavaConverters.asScala(task.of(inputs));
    }

    @Override
    public Partition[] getPartitions() {
        RDD<?>[] of = parents;
        Partition[] partitions = new Partition[of[0].partitions().length];
        for (int k = 0; k < partitions.length; k++) {
            partitions[k] = new BlockSplit(k, () -> of).look();
        }
        return partitions;
    }

    @Override
    public void clearDependencies() {
        super.clearDependencies();
        parents = null;
    }
}

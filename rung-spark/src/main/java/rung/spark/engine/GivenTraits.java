package rung.spark.engine;

import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;

/**
 * Numbers of each user and item that are known before any rating is read, and by which ratings are expected: see {@link Presence#given}.
 *
 * @param count how many numbers a line has
 * @param width how many floats its row has, zeros after the numbers, as wide as the kernels need
 * @param users the rows of the users, those of each block in one array
 * @param items the rows of the items, likewise
 */
public record GivenTraits(int count, int width, JavaRDD<float[]> users, JavaRDD<float[]> items) {
    JavaRDD<float[]> rows(Side side) {
        return side == Side.LEFT ? users : items;
    }
}

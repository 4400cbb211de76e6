package rung.spark;

import java.io.Serializable;
import rung.engine.SampledSide;

/**
 * The draws of the lines of one block, and the sum of the squared residuals that they left.
 *
 * @param block which block this is
 */
record SideBlock(int block, SampledSide side, double squares) implements Serializable {}

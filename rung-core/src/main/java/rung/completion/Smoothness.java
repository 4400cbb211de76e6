package rung.completion;

import java.util.Optional;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.Side;

/** Which side of a table may have neighbors that inform each other, such as rows that are times. Held-out stretches decide. */
public final class Smoothness {
    private static final Smoothness AUTOMATIC = new Smoothness(Optional.of(Side.LEFT), Optional.empty(), false, false);
    private static final Smoothness NONE = new Smoothness(Optional.empty(), Optional.empty(), false, false);

    private final Optional<Side> side;
    private final Optional<Order> order;
    private final boolean isTold;
    private final boolean isSure;

    private Smoothness(Optional<Side> side, Optional<Order> order, boolean isTold, boolean isSure) {
        this.side = side;
        this.order = order;
        this.isTold = isTold;
        this.isSure = isSure;
    }

    /**
     * The default: neighboring rows may inform each other, if what a low-rank matrix leaves of them is alike.
     *
     * @return the smoothness
     */
    public static Smoothness automatic() {
        return AUTOMATIC;
    }

    /**
     * Lines have positions, such as times, and neighbors may inform each other: held-out stretches and rows decide.
     *
     * @param order the side and the positions
     * @return the smoothness
     */
    public static Smoothness automatic(Order order) {
        return new Smoothness(Optional.of(order.side()), Optional.of(order), true, false);
    }

    /**
     * No side has an order.
     *
     * @return the smoothness
     */
    public static Smoothness none() {
        return NONE;
    }

    /**
     * The lines of one side lie at equal distances, and neighbors are alike: a row without any observation is filled from its neighbors,
     * whatever held-out rows say.
     *
     * @param side the side: left for rows
     * @return the smoothness
     */
    public static Smoothness along(Side side) {
        return new Smoothness(Optional.of(side), Optional.empty(), true, true);
    }

    /**
     * The lines of one side lie at given positions, and neighbors are alike: a row without any observation is filled from its neighbors,
     * whatever held-out rows say.
     *
     * @param order the side and the positions
     * @return the smoothness
     */
    public static Smoothness along(Order order) {
        return new Smoothness(Optional.of(order.side()), Optional.of(order), true, true);
    }

    /** Whether somebody said so, so that nothing needs to be found out before it is tried. */
    boolean isTold() {
        return isTold;
    }

    /** Whether neighbors are known to be alike. */
    boolean isSure() {
        return isSure;
    }

    /** The order of a table; empty if there is none. */
    Optional<Order> of(Observations data) {
        return side.filter(which -> OrderChoice.isPossible(data, which))
                .map(which ->
                        order.orElseGet(() -> Order.of(which, which == Side.LEFT ? data.rows() : data.columns())));
    }
}

package rung.cli.completion;

import java.util.Optional;
import rung.cli.terminal.Choice;
import rung.completion.Completion;
import rung.completion.order.Order;
import rung.linalg.Side;

/** Which neighbors in a table may tell about each other. */
enum Neighbors {
    ROWS,
    COLUMNS,
    NONE;

    static String side(Order order) {
        return order.side() == Side.LEFT ? "rows" : "columns";
    }

    /**
     * What to say of the part that neighbors have in a completed table.
     *
     * @param told which ones were told to tell about each other; null if nothing was told
     */
    static Optional<String> remark(Neighbors told, Completion.Completed completed) {
        if (completed.order().isPresent()) {
            return completed.order().map(order -> "neighboring " + side(order) + " tell about each other");
        }
        boolean isUnused =
                (told == ROWS || told == COLUMNS) && completed.outages().isEmpty();
        return isUnused
                ? Optional.of("neighbors are not used: they tell nothing that known cells would confirm")
                : Optional.empty();
    }

    /** The words of {@code --smooth}. */
    static final class Word extends Choice<Neighbors> {
        Word() {
            super(Neighbors.values());
        }
    }
}

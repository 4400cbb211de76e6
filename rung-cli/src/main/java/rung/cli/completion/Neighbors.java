package rung.cli.completion;

import rung.cli.terminal.Choice;

/** Which neighbors in a table may tell about each other. */
enum Neighbors {
    ROWS,
    COLUMNS,
    NONE;

    /** The words of {@code --smooth}. */
    static final class Word extends Choice<Neighbors> {
        Word() {
            super(Neighbors.values());
        }
    }
}

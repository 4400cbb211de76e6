package rung.cli.terminal;

import rung.data.Duplicates;

/** The words of {@code --duplicates}. */
public final class DuplicatesChoice extends Choice<Duplicates> {
    /** Creates the converter; picocli uses it. */
    public DuplicatesChoice() {
        super(Duplicates.values());
    }
}

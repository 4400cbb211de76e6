package rung.cli.terminal;

/** What the user gave cannot be used. The message is the sentence that the user reads; the exit status is {@link ExitStatus#USAGE}. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the sentence, which says what is wrong, where, and what would be right
     */
    public InputException(String message) {
        super(message);
    }
}

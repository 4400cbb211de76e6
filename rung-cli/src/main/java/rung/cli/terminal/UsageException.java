package rung.cli.terminal;

/**
 * An option has a value that cannot be used, or does not go with another one. The message is the sentence that the user reads,
 * with a hint at the help; the exit status is {@link ExitStatus#USAGE}.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the sentence, which names the option, the rule and the value
     */
    public UsageException(String message) {
        super(message);
    }
}

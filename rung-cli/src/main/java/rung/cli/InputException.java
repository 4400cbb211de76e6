package rung.cli;

/** Something the user can mend; the message is the sentence to show. */
final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }
}

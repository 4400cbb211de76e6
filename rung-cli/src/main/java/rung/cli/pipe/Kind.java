package rung.cli.pipe;

/** What a message is. The number of a kind on the wire is its position here, from 1. */
enum Kind {
    /** From the child, once: it is ready, and says what it is. */
    HELLO,
    /** To the child: do this. */
    CALL,
    /** To the child: end that call soon, and answer it with the best so far. */
    STOP,
    /** From the child: a step of a call is done. */
    STEP,
    /** From the child: the call needs a value that only the caller can compute. */
    QUESTION,
    /** To the child: that value. */
    REPLY,
    /** From the child: what the call returns. */
    RESULT,
    /** From the child: why the call returns nothing. */
    FAILURE,
    /** From the child, every second while it works on a call: it is alive. */
    BEAT;

    int number() {
        return ordinal() + 1;
    }

    static Kind of(int number) {
        if (number < 1 || number > values().length) {
            throw new IllegalStateException("there is no kind " + number + " of messages");
        }
        return values()[number - 1];
    }
}

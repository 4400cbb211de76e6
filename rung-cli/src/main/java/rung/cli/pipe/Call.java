package rung.cli.pipe;

import java.io.IOException;

/** Answers the calls of one name. */
@FunctionalInterface
interface Call {
    /**
     * Answers a call.
     *
     * @param arguments what the caller says
     * @param conversation with the caller, while the call goes on
     * @return the result
     */
    Fields answer(Fields arguments, Conversation conversation) throws IOException;
}

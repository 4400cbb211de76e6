package rung.cli.pipe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import rung.Listener;
import rung.Step;

/** What is said between the two sides while a call goes on: steps one way, a request to stop the other, and questions to the caller. */
final class Conversation {
    private final Wire wire;
    private final int call;
    private final BlockingQueue<Fields> replies = new LinkedBlockingQueue<>();
    private long asked;
    private volatile boolean isStopped;

    Conversation(Wire wire, int call) {
        this.wire = wire;
        this.call = call;
    }

    /** Thrown if the caller failed to answer a question; the caller knows why. */
    static final class CallerFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        CallerFailed() {
            super("the caller's function failed");
        }
    }

    void stop() {
        isStopped = true;
    }

    /** Hands a reply to whoever asked. */
    void take(Fields reply) {
        replies.add(reply);
    }

    private void send(Kind kind, Fields fields) {
        try {
            wire.write(new Message(kind, call, fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks the caller, and waits for the answer. A caller that was interrupted may answer twice: each question has a number. */
    Fields ask(Fields question) {
        send(Kind.QUESTION, question.put("number", ++asked));
        try {
            Fields reply;
            do {
                reply = replies.take();
            } while (reply.number("number") != asked);
            if (reply.isSet("failed")) {
                throw new CallerFailed();
            }
            return reply;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells the caller about steps, if it asked for that, and ends the run if it is told to. */
    Listener listener(Fields arguments) {
        boolean isWatched = arguments.isSet("progress");
        return progress -> {
            if (isWatched) {
                Step step = progress.step();
                send(
                        Kind.STEP,
                        new Fields()
                                .put("stage", progress.stage().toString())
                                .put("task", progress.task())
                                .put("step", step.step())
                                .put("steps", progress.steps().orElse(0))
                                .put("rank", step.rank())
                                .put("value", step.value())
                                .put("held_out", step.heldOut())
                                .put("seconds", step.seconds()));
            }
            if (isStopped) {
                progress.stop();
            }
        };
    }
}

package rung.serve.http;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads the body of a request as it comes, without a thread that waits for it. A body that is too large is read on and thrown away up
 * to a second limit, because a client that is still sending when its connection is closed never sees why.
 */
final class Body implements Invocable.Task {
    private final Content.Source source;
    private final Consumer<byte[]> whole;
    private final Consumer<HttpProblem> refused;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long read;

    private Body(Content.Source source, Consumer<byte[]> whole, Consumer<HttpProblem> refused) {
        this.source = source;
        this.whole = whole;
        this.refused = refused;
    }

    /**
     * Reads a body; one of the two is called, once, when that is done.
     *
     * @param source where the bytes come from
     * @param announced how many are announced, or less than 0 if nothing is
     * @param whole takes the body
     * @param refused takes why there is none
     */
    static void read(Content.Source source, long announced, Consumer<byte[]> whole, Consumer<HttpProblem> refused) {
        if (announced > HttpLimits.DISCARDED_BYTES) {
            refused.accept(tooLarge());
        } else {
            new Body(source, whole, refused).run();
        }
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                refused.accept(new HttpProblem(408, "the body did not come in time, or not as it was announced"));
                return;
            }
            read += chunk.remaining();
            keep(chunk);
            boolean isLast = chunk.isLast();
            chunk.release();
            if (read > HttpLimits.DISCARDED_BYTES || isLast) {
                end();
                return;
            }
        }
    }

    private void keep(Content.Chunk chunk) {
        if (read > HttpLimits.BODY_BYTES) {
            kept.reset();
            return;
        }
        byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes, 0, bytes.length);
        kept.writeBytes(bytes);
    }

    private void end() {
        if (read > HttpLimits.BODY_BYTES) {
            refused.accept(tooLarge());
        } else {
            whole.accept(kept.toByteArray());
        }
    }

    private static HttpProblem tooLarge() {
        return new HttpProblem(413, "the body must have at most " + HttpLimits.BODY_BYTES + " bytes");
    }
}

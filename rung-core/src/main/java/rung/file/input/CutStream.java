package rung.file.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. */
final class CutStream extends FilterInputStream {
    private long left;

    /** Ends after {@code length} bytes. */
    CutStream(InputStream in, long length) {
        super(in);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        int next = left > 0 ? in.read() : -1;
        left -= next >= 0 ? 1 : 0;
        return next;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (left <= 0) {
            return length == 0 ? 0 : -1;
        }
        int read = in.read(bytes, from, (int) Math.min(length, left));
        left -= Math.max(read, 0);
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}

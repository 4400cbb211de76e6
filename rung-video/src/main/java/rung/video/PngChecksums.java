package rung.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** The checksums of a PNG file's chunks, which Java's reader leaves unchecked. */
final class PngChecksums {
    private static final int SIGNATURE = 8;
    private static final int END = 0x49454e44; // "IEND"

    private PngChecksums() {}

    /** Throws unless every chunk is whole, up to the last. */
    static void check(byte[] file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        bytes.position(SIGNATURE);
        int type = 0;
        while (type != END) {
            int length = bytes.remaining() < 12 ? -1 : bytes.getInt();
            if (length < 0 || length > bytes.remaining() - 8) {
                throw new IOException("the file ends early");
            }
            CRC32 sum = new CRC32();
            sum.update(file, bytes.position(), length + 4);
            type = bytes.getInt();
            bytes.position(bytes.position() + length);
            if (bytes.getInt() != (int) sum.getValue()) {
                throw new IOException("a checksum does not agree");
            }
        }
    }
}

package rung.file.numpy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Makes NumPy files of any header and data, also of ones that NumPy would not write. */
public final class NumpyArrays {
    private NumpyArrays() {}

    public static byte[] array(String dictionary, byte... data) {
        byte[] text = dictionary.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer file = ByteBuffer.allocate(10 + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put("\u0093NUMPY\u0001\u0000".getBytes(StandardCharsets.ISO_8859_1));
        return file.putShort((short) text.length).put(text).put(data).array();
    }
}

package rung.cuda.device;

/** Some memory of a device. */
public interface Memory {
    /** No memory: a null pointer. */
    Memory NONE = new Memory() {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void release() {
            // there is nothing
        }
    };

    /** {@return its size} */
    long bytes();

    /** Gives it back. It must not be used afterwards; to release it again does nothing. */
    void release();
}

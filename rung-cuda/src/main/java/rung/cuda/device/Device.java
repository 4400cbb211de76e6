package rung.cuda.device;

import java.lang.foreign.MemorySegment;

/**
 * A device with memory of its own that runs {@link Kernel}s. Kernels run one after another, in the order of their launches; whoever reads
 * memory waits for them. For one thread at a time.
 */
public interface Device extends AutoCloseable {
    /**
     * Takes memory, whose contents are undefined.
     *
     * @param bytes how much
     * @return the memory
     * @throws rung.engine.device.DeviceException if there is not enough left
     */
    Memory allocate(long bytes);

    /**
     * Copies from the host.
     *
     * @param from an array or memory of the host
     * @param to memory of the device
     * @param offset where it goes, in bytes
     */
    void put(MemorySegment from, Memory to, long offset);

    /**
     * Copies to the host.
     *
     * @param from memory of the device
     * @param to an array or memory of the host, which is filled
     */
    void get(Memory from, MemorySegment to);

    /**
     * Copies from one memory to another.
     *
     * @param from the source
     * @param to the target
     * @param bytes how much
     */
    void copy(Memory from, Memory to, long bytes);

    /**
     * Fills memory with zeros.
     *
     * @param memory all of which is filled
     */
    void clear(Memory memory);

    /**
     * Runs a kernel.
     *
     * @param kernel the kernel
     * @param width what the source calls {@link Kernel#widthName}
     * @param launch the number of threads
     * @param arguments the arguments in the order of the source: {@link Memory} or {@link Memory#NONE} for a pointer, boxed numbers, and
     *     {@link Struct} for a structure
     */
    void launch(Kernel kernel, int width, Launch launch, Object... arguments);

    /** Waits for all kernels. */
    void synchronize();

    /** {@return the device in words} */
    String description();

    @Override
    void close();

    /**
     * How many threads run a kernel.
     *
     * @param blocks the number of blocks
     * @param threads the number of threads of a block
     * @param shared the bytes of shared memory of a block beside what the source declares
     */
    record Launch(int blocks, int threads, int shared) {
        /** The threads of a block, where it does not matter. */
        private static final int THREADS = 256;

        /** The warps of a block, where each does something of its own. */
        private static final int WARPS = 4;

        /**
         * A thread for each element.
         *
         * @param count the number of elements
         * @return the launch
         */
        public static Launch ofElements(long count) {
            return new Launch(Math.toIntExact(Math.max(1, (count + THREADS - 1) / THREADS)), THREADS, 0);
        }

        /**
         * A warp of 32 threads for each element.
         *
         * @param count the number of elements
         * @return the launch
         */
        public static Launch ofWarps(int count) {
            return new Launch(Math.max(1, (count + WARPS - 1) / WARPS), WARPS * 32, 0);
        }
    }

    /**
     * A structure that is passed to a kernel.
     *
     * @param fields its fields, in the order of the source
     */
    record Struct(Object... fields) {}
}

package rung.cuda.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import rung.cuda.device.Device;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.engine.device.DeviceException;

/** The first NVIDIA GPU of this machine. Memory that is released is kept for the next who asks for as much. */
public final class CudaDevice implements Device {
    /** The numbers of what is asked of a device. */
    private static final int MAJOR = 75;

    private static final int MINOR = 76;
    private static final int PROCESSORS = 16;

    /** The least architecture that has the instructions of the kernels. */
    private static final int LEAST = 80;

    /** The bytes that are copied at once. */
    private static final long CHUNK = 1L << 26;

    /** What is larger than this goes through memory that the GPU reads by itself. */
    private static final long LARGE = 1L << 22;

    private final Driver driver;
    private final KernelCache cache;
    private final String description;
    private final Arena arena = Arena.ofShared();
    private final Map<String, MemorySegment> modules = new HashMap<>();
    private final Map<Kernel, Map<Integer, MemorySegment>> functions = new EnumMap<>(Kernel.class);
    private final Map<Long, Deque<Long>> free = new HashMap<>();
    private final Arguments arguments = new Arguments(arena);
    private MemorySegment[] pinned = {}; // two buffers, once they are needed

    private CudaDevice(Driver driver) {
        this.driver = driver;
        driver.useContext(0);
        int architecture = 10 * driver.attribute(MAJOR, 0) + driver.attribute(MINOR, 0);
        String name = driver.name(0);
        if (architecture < LEAST) {
            throw new DeviceException(String.format(
                    Locale.ROOT,
                    "the %s is too old: its compute capability is %d.%d, and training needs 8.0 or newer",
                    name,
                    architecture / 10,
                    architecture % 10));
        }
        this.cache = new KernelCache("sm_" + architecture);
        this.description = String.format(
                Locale.ROOT,
                "%s, %d multiprocessors, %.0f GB",
                name,
                driver.attribute(PROCESSORS, 0),
                driver.memory()[1] / 1e9);
    }

    /**
     * Opens the GPU.
     *
     * @return the device
     * @throws DeviceException if there is none, or none that can be used; the message says what is missing
     */
    public static CudaDevice open() {
        CudaDevice device = new CudaDevice(Driver.open());
        device.module(Kernel.ADD_PARTS, 0); // what compiles kernels is there, or has compiled them
        return device;
    }

    @Override
    public String description() {
        return description;
    }

    /** Memory of the GPU. */
    private final class GpuMemory implements Memory {
        private final long bytes;
        private long address;

        GpuMemory(long bytes, long address) {
            this.bytes = bytes;
            this.address = address;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void release() {
            if (address != 0) {
                free.computeIfAbsent(bytes, size -> new ArrayDeque<>()).push(address);
                address = 0;
            }
        }
    }

    private static long address(Memory memory) {
        if (memory instanceof GpuMemory own) {
            if (own.address == 0) {
                throw new IllegalStateException("this memory was released");
            }
            return own.address;
        }
        return 0;
    }

    @Override
    public Memory allocate(long bytes) {
        Deque<Long> kept = free.get(bytes);
        if (kept != null && !kept.isEmpty()) {
            return new GpuMemory(bytes, kept.pop());
        }
        try {
            return new GpuMemory(bytes, driver.allocate(bytes));
        } catch (DeviceException isFull) {
            if (free.values().stream().allMatch(Deque::isEmpty)) {
                throw isFull;
            }
            freeKept();
            return new GpuMemory(bytes, driver.allocate(bytes));
        }
    }

    private void freeKept() {
        synchronize();
        free.values().forEach(addresses -> addresses.forEach(driver::free));
        free.clear();
    }

    @Override
    public void put(MemorySegment from, Memory to, long offset) {
        long bytes = from.byteSize();
        if (bytes < LARGE) {
            driver.put(from, address(to) + offset, bytes);
            return;
        }
        if (pinned.length == 0) {
            pinned = new MemorySegment[] {driver.pinned(CHUNK), driver.pinned(CHUNK)};
        }
        int turn = 0;
        for (long at = 0; at < bytes; at += CHUNK) {
            long count = Math.min(CHUNK, bytes - at);
            MemorySegment buffer = pinned[turn];
            PinnedCopy.copy(from.asSlice(at, count), buffer);
            driver.synchronize(); // the other buffer is free again
            driver.putAsync(buffer, address(to) + offset + at, count);
            turn = 1 - turn;
        }
        driver.synchronize();
    }

    @Override
    public void get(Memory from, MemorySegment to) {
        for (long at = 0; at < to.byteSize(); at += CHUNK) {
            long count = Math.min(CHUNK, to.byteSize() - at);
            driver.get(address(from) + at, to.asSlice(at, count), count);
        }
    }

    @Override
    public void copy(Memory from, Memory to, long bytes) {
        driver.copy(address(from), address(to), bytes);
    }

    @Override
    public void clear(Memory memory) {
        driver.clear(address(memory), memory.bytes());
    }

    @Override
    public void launch(Kernel kernel, int width, Launch launch, Object... given) {
        MemorySegment function = functions
                .computeIfAbsent(kernel, any -> new HashMap<>())
                .computeIfAbsent(width, w -> driver.function(module(kernel, w), kernel.function()));
        MemorySegment pointers = arguments.pack(given, CudaDevice::address);
        driver.launch(function, launch.blocks(), launch.threads(), launch.shared(), pointers, kernel.function());
    }

    private MemorySegment module(Kernel kernel, int width) {
        String key = kernel.file() + (kernel.widthName().isEmpty() ? "" : width);
        return modules.computeIfAbsent(key, any -> {
            byte[] code = cache.code(kernel, width);
            return driver.module(arena.allocateFrom(ValueLayout.JAVA_BYTE, code));
        });
    }

    @Override
    public void synchronize() {
        driver.synchronize();
    }

    @Override
    public void close() {
        freeKept();
        for (MemorySegment buffer : pinned) {
            driver.freePinned(buffer);
        }
        pinned = new MemorySegment[0];
        driver.releaseContext(0);
        arena.close();
    }
}

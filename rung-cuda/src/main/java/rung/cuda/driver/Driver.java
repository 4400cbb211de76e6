package rung.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import rung.engine.device.DeviceException;

/** The driver of NVIDIA's GPUs, libcuda. Each method is a function of the driver, which it names. */
@SuppressWarnings("restricted") // calls the driver, which Java cannot check
final class Driver {
    private static final int OUT_OF_MEMORY = 2;
    private static final int NO_DEVICE = 100;
    private static final List<String> NAMES = List.of("libcuda.so.1", "libcuda.so", "nvcuda.dll");

    private final Library library;
    private final MethodHandle errorString;
    private final MethodHandle launch;
    private final MethodHandle allocate;
    private final MethodHandle free;
    private final MethodHandle put;
    private final MethodHandle putAsync;
    private final MethodHandle get;
    private final MethodHandle copy;
    private final MethodHandle clear;
    private final MethodHandle synchronize;
    private final MethodHandle bind;

    private Driver(Library library) {
        this.library = library;
        this.errorString = library.function("cuGetErrorString", JAVA_INT, ADDRESS);
        this.launch = library.function(
                "cuLaunchKernel",
                ADDRESS,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS);
        this.allocate = library.function("cuMemAlloc_v2", ADDRESS, JAVA_LONG);
        this.free = library.function("cuMemFree_v2", JAVA_LONG);
        this.put = library.onHeap("cuMemcpyHtoD_v2", JAVA_LONG, ADDRESS, JAVA_LONG);
        this.putAsync = library.function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
        this.get = library.onHeap("cuMemcpyDtoH_v2", ADDRESS, JAVA_LONG, JAVA_LONG);
        this.copy = library.function("cuMemcpyDtoD_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        this.clear = library.function("cuMemsetD8_v2", JAVA_LONG, JAVA_BYTE, JAVA_LONG);
        this.synchronize = library.function("cuCtxSynchronize");
        this.bind = library.function("cuCtxSetCurrent", ADDRESS);
    }

    /** Opens the driver. */
    static Driver open() {
        Driver driver = new Driver(Library.open(NAMES)
                .orElseThrow(() -> new DeviceException("there is no NVIDIA driver on this machine (libcuda.so.1):"
                        + " train without --device gpu, or install the driver of the GPU")));
        int status = driver.call(driver.library.function("cuInit", JAVA_INT), 0);
        if (status == NO_DEVICE) {
            throw new DeviceException("the NVIDIA driver finds no GPU on this machine: train without --device gpu");
        }
        driver.check(status, "start");
        return driver;
    }

    private int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable thrown) {
            throw new IllegalStateException("a call of " + library.name() + " failed: " + thrown, thrown);
        }
    }

    void check(int status, String what) {
        if (status != 0) {
            throw new DeviceException("the GPU could not " + what + ": " + error(status));
        }
    }

    private String error(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(ADDRESS);
            if (call(errorString, status, text) != 0) {
                return "error " + status;
            }
            return text.get(ADDRESS, 0).reinterpret(1024).getString(0);
        }
    }

    private MemorySegment address(String function, String what, Object... more) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ADDRESS);
            Object[] arguments = new Object[more.length + 1];
            arguments[0] = out;
            System.arraycopy(more, 0, arguments, 1, more.length);
            var layouts = new java.lang.foreign.MemoryLayout[arguments.length];
            for (int k = 0; k < layouts.length; k++) {
                layouts[k] = arguments[k] instanceof Integer ? JAVA_INT : ADDRESS;
            }
            check(call(library.function(function, layouts), arguments), what);
            return out.get(ADDRESS, 0);
        }
    }

    /** Uses the context of a device on this thread from now on. */
    void useContext(int device) {
        MemorySegment context = address("cuDevicePrimaryCtxRetain", "be taken into use", device);
        check(call(bind, context), "be taken into use");
    }

    void releaseContext(int device) {
        call(library.function("cuDevicePrimaryCtxRelease_v2", JAVA_INT), device);
    }

    /** A property of a device. */
    int attribute(int attribute, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_INT);
            MethodHandle function = library.function("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
            check(call(function, out, attribute, device), "describe itself");
            return out.get(JAVA_INT, 0);
        }
    }

    String name(int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(256);
            MethodHandle function = library.function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
            check(call(function, out, 256, device), "tell its name");
            return out.getString(0);
        }
    }

    /** The free and the whole memory. */
    long[] memory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG, 2);
            MethodHandle function = library.function("cuMemGetInfo_v2", ADDRESS, ADDRESS);
            check(call(function, out, out.asSlice(8)), "tell its memory");
            return out.toArray(JAVA_LONG);
        }
    }

    /** Loads compiled kernels. */
    MemorySegment module(MemorySegment image) {
        return address("cuModuleLoadData", "load its kernels", image);
    }

    MemorySegment function(MemorySegment module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return address("cuModuleGetFunction", "find the kernel " + name, module, arena.allocateFrom(name));
        }
    }

    void launch(MemorySegment function, int blocks, int threads, int shared, MemorySegment arguments, String name) {
        try {
            int status = (int) launch.invokeExact(
                    function, blocks, 1, 1, threads, 1, 1, shared, MemorySegment.NULL, arguments, MemorySegment.NULL);
            check(status, "start the kernel " + name);
        } catch (DeviceException thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException("the kernel " + name + " could not be started: " + thrown, thrown);
        }
    }

    long allocate(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            int status = call(allocate, out, Math.max(bytes, 16));
            if (status == OUT_OF_MEMORY) {
                long[] memory = memory();
                throw new DeviceException(String.format(
                        java.util.Locale.ROOT,
                        "the GPU has %.2g GB of memory left of %.3g, and training needs %.2g more: train without --device gpu,"
                                + " or ask for a lower rank",
                        memory[0] / 1e9,
                        memory[1] / 1e9,
                        bytes / 1e9));
            }
            check(status, "give memory");
            return out.get(JAVA_LONG, 0);
        }
    }

    void free(long address) {
        call(free, address); // a device that was lost has said so before
    }

    void put(MemorySegment from, long to, long bytes) {
        check(call(put, to, from, bytes), "take data");
    }

    /** Begins to copy from memory of {@link #pinned}. */
    void putAsync(MemorySegment from, long to, long bytes) {
        check(call(putAsync, to, from, bytes, MemorySegment.NULL), "take data");
    }

    /** Takes memory of the host that the GPU can read by itself. */
    MemorySegment pinned(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ADDRESS);
            MethodHandle function = library.function("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT);
            check(call(function, out, bytes, 0), "take memory of the host");
            return out.get(ADDRESS, 0).reinterpret(bytes);
        }
    }

    void freePinned(MemorySegment memory) {
        call(library.function("cuMemFreeHost", ADDRESS), memory);
    }

    void get(long from, MemorySegment to, long bytes) {
        check(call(get, to, from, bytes), "give its results");
    }

    void copy(long from, long to, long bytes) {
        check(call(copy, to, from, bytes), "copy its memory");
    }

    void clear(long address, long bytes) {
        check(call(clear, address, (byte) 0, bytes), "clear its memory");
    }

    void synchronize() {
        check(call(synchronize), "finish its work");
    }
}

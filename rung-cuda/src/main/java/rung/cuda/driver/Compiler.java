package rung.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import rung.engine.device.DeviceException;

/** The compiler of CUDA C at run time, libnvrtc. */
final class Compiler {
    private final Library library;

    private Compiler(Library library) {
        this.library = library;
    }

    /** Opens the compiler: in the folder that RUNG_CUDA or CUDA_HOME names, on the library path, or in CUDA's usual folder. */
    static Compiler open() {
        List<String> names = new ArrayList<>();
        for (String variable : new String[] {"RUNG_CUDA", "CUDA_HOME", "CUDA_PATH"}) {
            String folder = System.getenv(variable);
            if (folder != null && !folder.isBlank()) {
                addNames(names, folder + "/lib64/");
                addNames(names, folder + "/lib/");
                addNames(names, folder + "/");
            }
        }
        addNames(names, "");
        addNames(names, "/usr/local/cuda/lib64/");
        return new Compiler(
                Library.open(names)
                        .orElseThrow(
                                () -> new DeviceException(
                                        "there is no libnvrtc on this machine, which compiles for the GPU:"
                                                + " install CUDA's run-time compiler, or name CUDA's folder in the variable CUDA_HOME")));
    }

    private static void addNames(List<String> names, String folder) {
        for (String ending : new String[] {"", ".13", ".12"}) {
            names.add(folder + "libnvrtc.so" + ending);
        }
    }

    private int call(String name, java.lang.foreign.MemoryLayout[] layouts, Object... arguments) {
        MethodHandle function = library.function(name, layouts);
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable thrown) {
            throw new IllegalStateException("a call of " + library.name() + " failed: " + thrown, thrown);
        }
    }

    private static java.lang.foreign.MemoryLayout[] of(java.lang.foreign.MemoryLayout... layouts) {
        return layouts;
    }

    private void check(int status, String what) {
        if (status != 0) {
            throw new DeviceException("the compiler for the GPU could not " + what + ", error " + status);
        }
    }

    /**
     * Compiles a source.
     *
     * @param name its name, for messages
     * @return the machine code
     */
    byte[] compile(String name, String source, List<String> options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ADDRESS);
            check(
                    call(
                            "nvrtcCreateProgram",
                            of(ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
                            out,
                            arena.allocateFrom(source),
                            arena.allocateFrom(name),
                            0,
                            MemorySegment.NULL,
                            MemorySegment.NULL),
                    "begin");
            MemorySegment program = out.get(ADDRESS, 0);
            MemorySegment pointers = arena.allocate(ADDRESS, options.size());
            for (int k = 0; k < options.size(); k++) {
                pointers.setAtIndex(ADDRESS, k, arena.allocateFrom(options.get(k)));
            }
            int status = call("nvrtcCompileProgram", of(ADDRESS, JAVA_INT, ADDRESS), program, options.size(), pointers);
            if (status != 0) {
                byte[] log = bytes("nvrtcGetProgramLog", program, arena);
                throw new DeviceException("the kernel " + name + " does not compile for this GPU: "
                        + new String(log, 0, Math.max(0, log.length - 1), StandardCharsets.UTF_8).strip());
            }
            byte[] code = bytes("nvrtcGetCUBIN", program, arena);
            call("nvrtcDestroyProgram", of(ADDRESS), out);
            return code;
        }
    }

    private byte[] bytes(String function, MemorySegment program, Arena arena) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(call(function + "Size", of(ADDRESS, ADDRESS), program, size), "give its result");
        MemorySegment out = arena.allocate(size.get(JAVA_LONG, 0));
        check(call(function, of(ADDRESS, ADDRESS), program, out), "give its result");
        return out.toArray(ValueLayout.JAVA_BYTE);
    }
}

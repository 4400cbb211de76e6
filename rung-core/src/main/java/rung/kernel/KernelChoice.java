package rung.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Chooses the kernels once, when they are first needed. */
public final class KernelChoice {
    /** The system property that forces a family: {@code vector} or {@code scalar}. */
    public static final String PROPERTY = "rung.kernels";

    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    /** From this JDK on the compiler is taken to rearrange the lanes of SVE's vectors; 17 does not, others were not tried. */
    private static final int REARRANGES_SVE = 21;

    private static final Kernels ACTIVE = choose(System.getProperty(PROPERTY));
    private static final FloatKernels SINGLE = chooseSingle(System.getProperty(PROPERTY));
    private static final TileKernels TILES = chooseTiles(System.getProperty(PROPERTY));

    private KernelChoice() {}

    /** The kernels in use. */
    public static Kernels active() {
        return ACTIVE;
    }

    /** The kernels in use for single precision, by the same rule. */
    public static FloatKernels single() {
        return SINGLE;
    }

    /** The kernels in use for tiles of dense data, by the same rule. */
    public static TileKernels tiles() {
        return TILES;
    }

    /** What to tell a user whose JVM runs the slower kernels for want of a flag; empty if the fast ones run. */
    public static Optional<String> hint() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
                ? Optional.empty()
                : Optional.of("start java with --add-modules " + VECTOR_MODULE + " for faster kernels");
    }

    /** The family of the given name; the best that loads for null. */
    public static Kernels choose(String forced) {
        return choose(forced, ScalarKernels::new, Kernels.class, "rung.kernel.VectorKernels");
    }

    /** The single-precision family of the given name; the best that loads for null. */
    public static FloatKernels chooseSingle(String forced) {
        return choose(forced, ScalarFloatKernels::new, FloatKernels.class, "rung.kernel.VectorFloatKernels");
    }

    /** The family for tiles of the given name; the best that loads for null. */
    public static TileKernels chooseTiles(String forced) {
        return choose(forced, ScalarTileKernels::new, TileKernels.class, "rung.kernel.VectorTileKernels");
    }

    private static <K> K choose(String forced, Supplier<K> scalar, Class<K> type, String vectorName) {
        if (forced == null) {
            return vectorsPay() ? vector(type, vectorName) : scalar.get();
        }
        return switch (forced) {
            case "scalar" -> scalar.get();
            case "vector" -> vector(type, vectorName);
            default ->
                throw new IllegalArgumentException(PROPERTY + " must be one of scalar, vector, got '" + forced + "'");
        };
    }

    /**
     * Whether the vector kernels are the faster family here. Not where the module is absent, and not on JDK 17 on ARM's processors with
     * SVE: there the compiler does not rearrange lanes in registers, and a kernel that needs it makes objects of all its vectors. (Seen
     * with JDK 17 on an emulated processor; with Neon, which has no SVE, no kernel does.)
     */
    static boolean vectorsPay() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
                && (Runtime.version().feature() >= REARRANGES_SVE || !hasSve());
    }

    private static boolean hasSve() {
        if (!System.getProperty("os.arch").equals("aarch64")) {
            return false;
        }
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.anyMatch(line -> line.startsWith("Features") && (line + " ").contains(" sve "));
        } catch (IOException | UncheckedIOException e) {
            return false; // not Linux: no such processor is known
        }
    }

    /*
     * The vector kernels are named by a string because this class must load without the module. The module descriptor
     * does not require the incubating module either (javac 17 would warn about it at every compile), so on the module
     * path we ask for the read edge here; on the class path that is a no-op.
     */
    private static <K> K vector(Class<K> type, String name) {
        Module module = ModuleLayer.boot()
                .findModule(VECTOR_MODULE)
                .orElseThrow(
                        () -> new IllegalStateException(PROPERTY + " is 'vector', but the JVM runs without the module "
                                + VECTOR_MODULE + ": start java with --add-modules " + VECTOR_MODULE));
        KernelChoice.class.getModule().addReads(module);
        try {
            return type.cast(Class.forName(name).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new IllegalStateException("the vector kernels of this jar do not load: " + cause, cause);
        }
    }
}

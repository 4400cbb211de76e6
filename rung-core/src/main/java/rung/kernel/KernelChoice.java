package rung.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Chooses the kernels once, when they are first needed: the Vector API where its module is present and it is faster, plain loops
 * elsewhere.
 */
public final class KernelChoice {
    /** The name of the system property that forces a family: {@code vector} or {@code scalar}. */
    public static final String PROPERTY = "rung.kernels";

    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    /**
     * The first JDK whose compiler is taken to rearrange the lanes of SVE's vectors in registers; 17 does not, and no JDK between was
     * tried.
     */
    private static final int REARRANGES_SVE = 21;

    private static final Kernels ACTIVE = choose(System.getProperty(PROPERTY));
    private static final FloatKernels SINGLE = chooseSingle(System.getProperty(PROPERTY));
    private static final TileKernels TILES = chooseTiles(System.getProperty(PROPERTY));

    private KernelChoice() {}

    /**
     * The double-precision kernels in use.
     *
     * @return the kernels, the same object on each call
     */
    public static Kernels active() {
        return ACTIVE;
    }

    /**
     * The single-precision kernels in use.
     *
     * @return the kernels, the same object on each call
     */
    public static FloatKernels single() {
        return SINGLE;
    }

    /**
     * The kernels in use for tiles of dense data.
     *
     * @return the kernels, the same object on each call
     */
    public static TileKernels tiles() {
        return TILES;
    }

    /**
     * A hint for a user whose JVM was started without the vector module, and so runs the slower kernels.
     *
     * @return a sentence that names the missing flag; empty if the module is present
     */
    public static Optional<String> hint() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
                ? Optional.empty()
                : Optional.of("start java with --add-modules " + VECTOR_MODULE + " for faster kernels");
    }

    /**
     * Chooses the double-precision kernels.
     *
     * @param forced the family's name; null chooses the faster one that is available
     * @return the kernels
     */
    public static Kernels choose(String forced) {
        return choose(forced, ScalarKernels::new, Kernels.class, "rung.kernel.VectorKernels");
    }

    /**
     * Chooses the single-precision kernels.
     *
     * @param forced the family's name; null chooses the faster one that is available
     * @return the kernels
     */
    public static FloatKernels chooseSingle(String forced) {
        return choose(forced, ScalarFloatKernels::new, FloatKernels.class, "rung.kernel.VectorFloatKernels");
    }

    /**
     * Chooses the kernels for tiles of dense data.
     *
     * @param forced the family's name; null chooses the faster one that is available
     * @return the kernels
     */
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
     * Whether the vector kernels are available and faster than plain loops here. They are slower on JDK 17 on ARM processors with SVE:
     * there the compiler does not rearrange lanes in registers, and a kernel that needs it makes objects of all its vectors. (Seen with
     * JDK 17 on an emulated processor. On ARM processors without SVE, which have Neon, no kernel does so.)
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

package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No vector kernel may allocate once it is compiled. {@link KernelAllocations} counts in JVMs started for it, since what a
 * compiler does depends on all that ran before.
 *
 * <p>Why a compiler would make objects of vectors, and how the kernels prevent it, is told in {@code VectorKernels}. The
 * options provoke it: on JDK 17 every kernel that relies on the types seen at run time allocates under
 * {@code -XX:-UseTypeProfile}, and every one that passes vectors to a method of its own may under a small
 * {@code InlineSmallCode}. A JVM takes ten seconds, and minutes on a machine that does other things too.
 */
@Timeout(600)
class KernelAllocationTest {
    private static final String NO_TYPE_PROFILE = "-XX:-UseTypeProfile";
    private static final String RELUCTANT_INLINING = "-XX:InlineSmallCode=200";

    /** A new kernel must be added to the calls. */
    @Test
    void everyKernelIsCalled() {
        Set<String> kernels = new TreeSet<>();
        for (Class<?> type : List.of(Kernels.class, FloatKernels.class, TileKernels.class)) {
            for (Method method : type.getMethods()) {
                if (Modifier.isAbstract(method.getModifiers())
                        && !method.getName().equals("name")) {
                    kernels.add(type.getSimpleName() + "." + method.getName());
                }
            }
        }
        Set<String> called = KernelCalls.of("scalar").stream()
                .map(call -> call.name().substring(0, call.name().indexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(called).isEqualTo(kernels);
    }

    @Test
    @EnabledIf("vectorsPay")
    void noKernelAllocatesOnOneThread() throws Exception {
        assertNothingAllocated(1, 0, List.of());
    }

    @Test
    @EnabledIf("vectorsPay")
    void noKernelReliesOnTheTypesSeenAtRunTime() throws Exception {
        assertNothingAllocated(3, 1, List.of(NO_TYPE_PROFILE));
    }

    /** 16 bytes are the vectors of ARM's Neon; vectors that are longer than the processor's are not tried. */
    @ParameterizedTest
    @Tag("slow")
    @ValueSource(ints = {16, 32})
    @EnabledIf("vectorsPay")
    void noKernelAllocatesWithShorterVectors(int bytes) throws Exception {
        int lanes = bytes / Float.BYTES;
        assumeTrue(VectorFloatKernels.LANES >= lanes, "vectors are shorter here");
        String output = assertNothingAllocated(1, 2, List.of(NO_TYPE_PROFILE, "-XX:MaxVectorSize=" + bytes));
        assertThat(output).contains("vectors of " + lanes + " floats");
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"2, " + RELUCTANT_INLINING, "2, -XX:-TieredCompilation", "2, -XX:+TieredCompilation"})
    @EnabledIf("vectorsPay")
    void noKernelAllocatesOnManyThreads(int threads, String option) throws Exception {
        assertNothingAllocated(threads, 3, List.of(option));
    }

    @Test
    @Tag("slow")
    @EnabledIf("vectorsPay")
    void noKernelAllocatesAlone() throws Exception {
        Set<String> kernels = new TreeSet<>();
        KernelCalls.of("scalar")
                .forEach(call ->
                        kernels.add(call.name().substring(0, call.name().indexOf(' ') + 1)));
        for (String kernel : kernels) {
            assertNothingAllocated(2, 0, List.of(), kernel);
        }
    }

    private static boolean vectorsPay() {
        return KernelChoice.vectorsPay();
    }

    /** Runs the program with options of the JVM, and the arguments that follow the number of threads and the seed. */
    private static String assertNothingAllocated(int threads, int seed, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-modules", "jdk.incubator.vector", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), KernelAllocations.class.getName()));
        command.addAll(List.of(Integer.toString(threads), Integer.toString(seed)));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor())
                    .as("%s%n%s", String.join(" ", command.subList(1, command.size())), output)
                    .isZero();
            return output;
        } finally {
            process.destroy();
        }
    }
}

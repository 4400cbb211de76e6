package rung.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import rung.cuda.device.Kernel;

/** Compiles kernels for the GPU at hand, once: the machine code is kept in the user's folder for caches. */
final class KernelCache {
    private static final String FOLDER = "/rung/cuda/kernel/";

    private final String architecture;
    private Compiler compiler; // null until it is needed

    /**
     * Creates a cache.
     *
     * @param architecture what the GPU understands, such as sm_90
     */
    KernelCache(String architecture) {
        this.architecture = architecture;
    }

    /** The machine code of the file that a kernel is in, for a width. */
    byte[] code(Kernel kernel, int width) {
        String source = source("lines.cuh") + "\n" + source(kernel.file() + ".cu");
        List<String> options = kernel.widthName().isEmpty()
                ? List.of("--gpu-architecture=" + architecture)
                : List.of("--gpu-architecture=" + architecture, "-D" + kernel.widthName() + "=" + width);
        Path kept = folder().resolve(kernel.file() + "-" + digest(source + options) + ".cubin");
        try {
            if (Files.exists(kept)) {
                return Files.readAllBytes(kept);
            }
        } catch (IOException isUnreadable) {
            // then it is compiled again
        }
        compiler = compiler == null ? Compiler.open() : compiler;
        byte[] code = compiler.compile(kernel.file() + ".cu", source, options);
        keep(code, kept);
        return code;
    }

    private static void keep(byte[] code, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Path beside = Files.createTempFile(to.getParent(), "new", ".cubin");
            Files.write(beside, code);
            Files.move(beside, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException cannotBeWritten) {
            // then it is compiled again the next time
        }
    }

    private static Path folder() {
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base = caches == null || caches.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(caches);
        return base.resolve("rung").resolve("cuda");
    }

    static String source(String file) {
        try (InputStream in = KernelCache.class.getResourceAsStream(FOLDER + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }

    private static String digest(String of) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(of.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, 12);
        } catch (NoSuchAlgorithmException thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}

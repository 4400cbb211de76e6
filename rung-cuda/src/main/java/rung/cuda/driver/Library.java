package rung.cuda.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rung.engine.device.DeviceException;

/** A library of the system that is opened at run time. */
@SuppressWarnings("restricted") // opens what Java cannot check
final class Library {
    private static final Linker LINKER = Linker.nativeLinker();

    private final String name;
    private final SymbolLookup symbols;

    private Library(String name, SymbolLookup symbols) {
        this.name = name;
        this.symbols = symbols;
    }

    /**
     * Opens the first of these that is there.
     *
     * @param names file names or paths
     */
    static Optional<Library> open(List<String> names) {
        for (String name : names) {
            try {
                SymbolLookup found = name.contains("/")
                        ? SymbolLookup.libraryLookup(Path.of(name), Arena.global())
                        : SymbolLookup.libraryLookup(name, Arena.global());
                return Optional.of(new Library(name, found));
            } catch (IllegalArgumentException isNotThere) {
                // the next one may be
            }
        }
        return Optional.empty();
    }

    String name() {
        return name;
    }

    /** A function that returns a status. */
    MethodHandle function(String function, MemoryLayout... arguments) {
        return handle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    /** A function that returns a status, and that may read and write arrays of the heap. It must not take long. */
    MethodHandle onHeap(String function, MemoryLayout... arguments) {
        return handle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments), Linker.Option.critical(true));
    }

    private MethodHandle handle(String function, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(
                symbols.find(function)
                        .orElseThrow(() -> new DeviceException(
                                name + " has no function " + function + ": the driver of the GPU is too old")),
                type,
                options);
    }
}

package rung.cli.terminal;

import java.lang.reflect.Proxy;

/** Signals of the operating system, such as that of Ctrl-C. */
final class Signals {
    private Signals() {}

    /**
     * Runs something when a signal comes, instead of what the JVM does then. The class that can do this is in every JDK but of no
     * standard, so it is looked for by name; where it is not, or does not know the signal, nothing changes.
     *
     * @param name the name of the signal without SIG: "INT"
     * @param action what to do, on a thread of its own
     */
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object calling =
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), calling);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // another JVM, or another system: the signal does what it always did
        }
    }
}

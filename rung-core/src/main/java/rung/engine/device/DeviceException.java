package rung.engine.device;

import java.io.Serial;

/** Tells why a device cannot be used, or cannot go on. */
public final class DeviceException extends IllegalStateException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message what is missing, and what to do about it
     */
    public DeviceException(String message) {
        super(message);
    }
}

/**
 * Devices that train in place of the processors, such as a GPU. {@link rung.engine.device.Accelerator} is found as a service and opened by its name; its
 * session makes the problems of {@code rung.engine.sampling} and {@code rung.engine.preference} that are solved there. The core has no device of its own.
 *
 * <p>Uses {@code rung.engine.sampling} and {@code rung.engine.preference}. Used by {@code rung.ratings} and {@code rung.preferences}.
 */
package rung.engine.device;

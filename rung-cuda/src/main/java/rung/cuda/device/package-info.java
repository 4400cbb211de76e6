/**
 * What a device is: memory of its own, and the {@linkplain rung.cuda.device.Kernel kernels} that work on it. Whoever implements {@link
 * rung.cuda.device.Device} can carry out the training: a GPU in {@code rung.cuda.driver}, plain Java in the tests.
 */
package rung.cuda.device;

/**
 * NVIDIA's libraries, called by Java's foreign function API: libcuda, which runs kernels, and libnvrtc, which compiles them for the GPU at
 * hand. Both are opened when a GPU is asked for. {@link rung.cuda.driver.CudaDevice} is all that others see.
 */
package rung.cuda.driver;

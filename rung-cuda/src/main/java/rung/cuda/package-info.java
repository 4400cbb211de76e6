/**
 * Training on an NVIDIA GPU. {@link rung.cuda.CudaAccelerator} is the service that the core finds. Inside, {@code device} says what a
 * device is: memory and kernels. {@code driver} has the real one, which calls NVIDIA's libraries; {@code engine} keeps the entries and
 * factors of ratings and preferences there. The kernels are CUDA C among the resources.
 */
package rung.cuda;

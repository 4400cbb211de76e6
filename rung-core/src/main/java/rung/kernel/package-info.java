/**
 * The innermost loops: all arithmetic on arrays that is worth optimizing.
 *
 * <p>Each kernel exists twice, in plain Java and on the JDK's Vector API, behind one interface: {@link rung.kernel.Kernels} for
 * doubles, {@link rung.kernel.FloatKernels} for the floats of ratings, {@link rung.kernel.TileKernels} for the dense tiles of videos.
 * {@link rung.kernel.KernelChoice} picks the family when the program starts. Begin with an interface; the comment at the top of {@code
 * VectorKernels} explains how the vector family keeps its vectors in registers.
 *
 * <p>This package uses no other package of Rung and is not exported. When a model is trained, the engine's solves for each user and
 * item end here: a Gram matrix of the factors, Cholesky's factor of it, and two triangular solves.
 */
package rung.kernel;

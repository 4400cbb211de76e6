/**
 * What others do, to compare with: SoftImpute, HardImpute, alternating minimization, nonnegative factorization, gradient descent and
 * biases for completion; principal component pursuit, PCA and medians for separation. Each is a {@link rung.baseline.Baseline} or
 * stands alone.
 */
package rung.baseline;

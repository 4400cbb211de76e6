/**
 * The hot loops, each twice: plain Java, and the Vector API where the module is present. {@link rung.kernel.KernelChoice} picks the family.
 * Nothing else in the library has loops worth optimizing.
 */
package rung.kernel;

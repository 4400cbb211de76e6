/**
 * Measurements: kernels against each other, Rung against other programs, threads against one. Each class with a main method measures one
 * thing and prints a table. Never published.
 */
package rung.bench;

/**
 * Compares methods fairly on one data set: every contestant has the same splits and the same number of trials, and is judged on entries
 * that it never saw.
 */
package rung.comparison;

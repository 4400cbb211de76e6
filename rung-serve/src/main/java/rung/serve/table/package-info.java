/** A completed table behind HTTP: its cells, how sure the filled ones are, and an overview. */
package rung.serve.table;

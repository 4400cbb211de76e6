/** A separation behind HTTP: the frames of its parts. */
package rung.serve.separation;

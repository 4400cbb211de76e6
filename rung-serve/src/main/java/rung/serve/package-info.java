/** Serves a model, a separation or a completed table over HTTP: {@link rung.serve.Server} is all that a program needs. */
package rung.serve;

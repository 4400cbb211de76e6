/**
 * {@code bench.jar serve}: how fast {@code rung serve} starts and answers. Begin with {@link rung.bench.serve.ServeBench}; {@link
 * rung.bench.serve.HttpLoad} is the client.
 */
package rung.bench.serve;

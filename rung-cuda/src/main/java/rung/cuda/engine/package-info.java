/**
 * The engine for ratings on a device. {@link rung.cuda.engine.DeviceSampling} is the problem. {@code DeviceEntries} holds the ratings in
 * both orders, {@code DeviceFactors} the draws; {@code rung.engine.sampling} has the chain itself, which is the same as on a host.
 */
package rung.cuda.engine;

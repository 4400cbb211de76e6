/**
 * The engines for ratings and preferences on a device. {@code DeviceEntries} holds entries in both orders, {@code Rows} does dense work on rows of floats.
 *
 * <p>Ratings: {@link rung.cuda.engine.DeviceSampling} is the problem, {@link rung.cuda.engine.DeviceFactors} has the draws; {@code rung.engine.sampling} has the
 * chain itself, which is the same as on a host. Preferences: {@link rung.cuda.engine.DeviceChoices} is the problem, {@link rung.cuda.engine.ChoicePair} the pair
 * that {@code rung.preferences} fits.
 */
package rung.cuda.engine;

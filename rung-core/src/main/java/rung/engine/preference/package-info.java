/**
 * The engine for preferences: {@link rung.engine.preference.Preferences}. It fits who chose what over the whole matrix, where what was not
 * seen counts as a weak zero, at a cost that grows with what was seen alone.
 */
package rung.engine.preference;

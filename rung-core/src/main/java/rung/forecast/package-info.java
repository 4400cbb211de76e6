/** What the forecasts of all applications share: {@link rung.forecast.Range}. */
package rung.forecast;

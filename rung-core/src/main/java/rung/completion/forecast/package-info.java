/** How much work a completion has done and still has to do: {@link rung.completion.forecast.Forecast}. */
package rung.completion.forecast;

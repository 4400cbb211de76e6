/* The colors of a category's labels in a table; none of them is the color of what was filled in. */
import { el } from "./dom.js";

/* Hue and lightness in turn, so that neighbors differ for whoever sees few hues; labels beyond these are gray. */
const COLORS = [
  [255, 0.58],
  [170, 0.8],
  [325, 0.64],
  [215, 0.86],
  [290, 0.48],
  [130, 0.7],
  [345, 0.82],
  [195, 0.52],
];

/** How many labels have a color of their own. */
export const COLORED = COLORS.length;

/** The color of a label by its number, in light and in dark. */
export function labelColor(number, isDark) {
  const [hue, lightness] = COLORS[number] ?? [260, 0.7];
  const chroma = number < COLORED ? 0.1 : 0.01;
  return `oklch(${isDark ? 0.9 * lightness : lightness} ${chroma} ${hue})`;
}

/** A spot in the color of a label. */
export function labelSpot(number) {
  const spot = el("span.label-spot", { "aria-hidden": "true" });
  spot.style.background = `light-dark(${labelColor(number, false)}, ${labelColor(number, true)})`;
  return spot;
}

/** The labels of a category with their colors. */
export function labelLegend(name, labels) {
  const others = labels.length - COLORED;
  return el(
    "p.heat-legend",
    {},
    el("span.soft", {}, name),
    labels.slice(0, COLORED).map((label, number) => el("span", {}, labelSpot(number), label)),
    others > 0 ? el("span", {}, labelSpot(COLORED), others === 1 ? labels[COLORED] : `${others} others`) : null,
  );
}

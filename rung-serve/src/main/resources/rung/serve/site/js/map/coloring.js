/* The colors of the map: by how popular items are, by a column of numbers, or by the first value of a column of words. */
import { short, valuesOf, whole } from "../words.js";

const STEPS = 12;
const MOST_VALUES = 9;
const MOST_NUMBERS_SHARE = 0.9;

/* Hues that are told apart, for words; the rest is gray. Lightness follows the theme. */
const HUES = [255, 35, 150, 320, 85, 200, 10, 285, 120];

const ramp = (isDark) => (part) =>
  isDark
    ? `oklch(${0.42 + 0.46 * part} ${0.06 + 0.11 * part} ${285 - 195 * part})`
    : `oklch(${0.83 - 0.48 * part} ${0.06 + 0.1 * part} ${205 + 75 * part})`;

const worded = (isDark, k) => `oklch(${isDark ? 0.74 : 0.6} 0.15 ${HUES[k]})`;
const gray = (isDark) => (isDark ? "oklch(0.5 0.01 260)" : "oklch(0.75 0.01 260)");

/**
 * A coloring: the color of each group of items, the group of each item, and a legend of {color, label, group}; isRamp where groups are
 * steps of a scale.
 */
export function coloring(data, by, isDark) {
  const column = by === "popularity" ? null : data.columns[by];
  if (!column) {
    return steps(data.users.map((users) => Math.log(1 + users)), isDark, [`${whole(Math.min(...data.users))}`, `${whole(Math.max(...data.users))} people`]);
  }
  const numbers = column.map((cell) => (cell === "" || cell === undefined || cell === null ? NaN : Number(cell)));
  const known = numbers.filter(Number.isFinite);
  const distinct = new Set(known).size;
  if (known.length >= MOST_NUMBERS_SHARE * numbers.length && distinct > MOST_VALUES) {
    return steps(ranks(numbers), isDark, [short(Math.min(...known)), short(Math.max(...known))]);
  }
  return words(column.map((cell) => valuesOf(cell)[0]), isDark);
}

function steps(values, isDark, ends) {
  const known = values.filter(Number.isFinite);
  const low = Math.min(...known);
  const range = Math.max(...known) - low || 1;
  const color = ramp(isDark);
  const colors = Array.from({ length: STEPS }, (_, k) => color(k / (STEPS - 1)));
  const groups = values.map((value) => (Number.isFinite(value) ? Math.min(STEPS - 1, Math.floor((STEPS * (value - low)) / range)) : 0));
  return { colors, groups, isRamp: true, ends };
}

/** For each number how many are smaller, so that each color has about as many items. */
function ranks(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((one, other) => one - other);
  const smaller = new Map();
  sorted.forEach((number, k) => smaller.has(number) || smaller.set(number, k));
  return numbers.map((number) => smaller.get(number) ?? NaN);
}

function words(values, isDark) {
  const counts = new Map();
  for (const value of values) {
    if (value !== undefined) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const common = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).slice(0, MOST_VALUES);
  const groupOf = new Map(common.map(([value], k) => [value, k + 1]));
  const colors = [gray(isDark), ...common.map((_, k) => worded(isDark, k))];
  const legend = common.map(([value], k) => ({ color: colors[k + 1], label: value, group: k + 1 }));
  const hasOthers = values.some((value) => !groupOf.has(value));
  return {
    colors,
    groups: values.map((value) => groupOf.get(value) ?? 0),
    isRamp: false,
    legend: hasOthers ? [...legend, { color: colors[0], label: "other", group: 0 }] : legend,
  };
}

/* The scale of a model's ratings: stars where it has up to five, numbers or a field where it has more, a heart where there are none. */

const MOST_BUTTONS = 11;

/** The scale of a model, from what the server says of it. */
export function scaleOf(model) {
  const { low = 1, high = 5, step = 1, hasRatings = true } = model;
  if (!hasRatings) {
    return { hasRatings: false, form: "heart", levels: [1], low: 1, high: 1, accepts: () => true };
  }
  const size = Math.floor((high - low) / step + 1e-9) + 1;
  const levels = size <= MOST_BUTTONS ? Array.from({ length: size }, (_, k) => Number((low + k * step).toFixed(6))) : [];
  const areStars = levels.length > 0 && high <= 5 && low > 0 && Number.isInteger(high) && (step === 1 || step === 0.5);
  return {
    hasRatings: true,
    form: areStars ? "stars" : levels.length > 0 ? "numbers" : "field",
    levels,
    low,
    high,
    step,
    accepts: (rating) => typeof rating === "number" && rating >= low && rating <= high,
  };
}

/** The rating that a key stands for, or undefined: 1 to 5, or 1 to 9 and 0 for ten. */
export function ratingOfKey(scale, key) {
  if (!/^[0-9]$/.test(key) || scale.form === "field") {
    return undefined;
  }
  const number = key === "0" && !scale.levels.includes(0) ? 10 : Number(key);
  return scale.levels.includes(number) ? number : undefined;
}

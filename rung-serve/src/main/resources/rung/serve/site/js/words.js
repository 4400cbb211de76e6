/* How numbers and titles are written. */

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const ONE = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const TWO = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const KNOWN = new Intl.NumberFormat("en", { maximumSignificantDigits: 9, useGrouping: "min2" });
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4, useGrouping: "min2" });

/** 1,000,209 */
export const whole = (number) => WHOLE.format(number);

/* What is rounded to zero has no sign. */
const unsignedZero = (text) => (/^-0[.0]*$/.test(text) ? text.slice(1) : text);

/** 4.6 */
export const oneDigit = (number) => unsignedZero(ONE.format(number));

/** 4.62 */
export const twoDigits = (number) => unsignedZero(TWO.format(number));

/** An error of any size, to two digits. */
export const rough = (number) => short(Number(number.toPrecision(2)));

/** A number of any size, to four digits. */
export const short = (number) => (number !== 0 && Math.abs(number) < 1e-4 ? number.toExponential(2) : SHORT.format(number));

/** A number that is known, as it is but for what is beyond nine digits. */
export const known = (number) => (number !== 0 && Math.abs(number) < 1e-4 ? String(number) : KNOWN.format(number));

/** 57 %, and "under 1 %" for what would round to nothing. */
export function percent(share) {
  return share > 0 && share < 0.01 ? "under 1 %" : `${WHOLE.format(100 * share)} %`;
}

/** "1 rating", "53 ratings". */
export function count(number, one, many = `${one}s`) {
  return `${whole(number)} ${number === 1 ? one : many}`;
}

/** The name of an item: its title, or its id where there is none. */
export const nameOf = (item) => (item.title === undefined || item.title === "" ? item.id : item.title);

/** A title without the year in brackets at its end, and that year. */
export function titleAndYear(title) {
  const match = /^(.*\S)(\s*\(\d{4}\)\s*)$/s.exec(title);
  return match ? { title: match[1], year: match[2] } : { title, year: "" };
}

/** The values of a cell that holds several, such as Comedy|Romance. */
export const valuesOf = (cell) => (cell ? String(cell).split("|").filter((value) => value !== "") : []);

/** One or two letters that stand for a title. */
export function monogram(title) {
  const words = titleAndYear(title).title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = words.filter((word) => !/^(the|a|an|of|and|in|on|la|le|les|el|der|die|das|il)$/i.test(word));
  const [first = "", second = ""] = telling.length > 0 ? telling : words;
  return ([...first].slice(0, second ? 1 : 2).join("") + [...second].slice(0, 1).join("")).toUpperCase();
}

/** "a, b and c". */
export function listOf(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

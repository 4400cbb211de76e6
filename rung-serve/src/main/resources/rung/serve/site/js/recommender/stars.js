/* The control that rates an item, by pointer, by arrow keys or by digits; and the same stars to look at. */
import { el, freshId } from "../dom.js";
import { icon } from "../icons.js";
import { oneDigit } from "../words.js";
import { ratingOfKey } from "./scale.js";

/**
 * The control for one item.
 *
 * @param scale the scale of the model
 * @param name the item's name, which is said with the control
 * @param value the present rating, or undefined
 * @param rate is called with the new rating
 */
export function ratingControl({ scale, name, value, rate }) {
  if (scale.form === "heart") {
    return heart(name, value, rate);
  }
  if (scale.form === "field") {
    return field(scale, name, value, rate);
  }
  return levels(scale, name, value, rate);
}

function heart(name, value, rate) {
  const isChosen = value !== undefined;
  return el(
    "button.heart",
    { type: "button", "aria-pressed": String(isChosen), "aria-label": `I chose ${name}`, onclick: () => rate(isChosen ? undefined : 1) },
    icon("heart", 22),
  );
}

function field(scale, name, value, rate) {
  const take = (event) => {
    const rating = event.target.valueAsNumber;
    if (scale.accepts(rating)) {
      rate(rating);
    }
  };
  return el("input.rating-field", {
    type: "number",
    min: scale.low,
    max: scale.high,
    step: "any",
    value: value ?? "",
    placeholder: `${scale.low} to ${scale.high}`,
    "aria-label": `Rating of ${name}, ${scale.low} to ${scale.high}`,
    onchange: take,
  });
}

function levels(scale, name, value, rate) {
  const group = freshId("rating");
  const labels = scale.levels.map((level) => {
    const input = el("input", { type: "radio", name: group, value: level, "aria-label": `${level} of ${scale.high}` });
    input.checked = level === value;
    return el("label", { class: pieceOf(scale, level), title: `${level} of ${scale.high}` }, input, face(scale, level));
  });
  const show = (rating) => labels.forEach((label, k) => label.classList.toggle("on", rating !== undefined && scale.levels[k] <= rating));
  const control = el(
    `fieldset.rating.${scale.form}`,
    {
      onchange: (event) => rate(Number(event.target.value)),
      onpointerover: (event) => show(levelUnder(event) ?? value),
      onpointerleave: () => show(value),
    },
    el("legend.unseen", {}, `Rate ${name}`),
    labels,
  );
  const levelUnder = (event) => {
    const label = event.target.closest("label");
    return label ? scale.levels[labels.indexOf(label)] : undefined;
  };
  show(value);
  return control;
}

const face = (scale, level) => (scale.form === "stars" ? icon("star", 22) : el("span", { "aria-hidden": "true" }, String(level)));

/** Which piece of a star a level adds: all of it, or its left or right half. */
function pieceOf(scale, level) {
  if (scale.form !== "stars") {
    return "whole";
  }
  if (!Number.isInteger(level)) {
    return "left";
  }
  return scale.levels.includes(level - 0.5) ? "right" : "whole";
}

/** Stars to tap on where no control may stand, such as in an option of a list: told by where the pointer is. */
export function tappableStars(scale, value) {
  if (scale.form !== "stars") {
    return null;
  }
  const tops = Array.from({ length: scale.high }, (_, k) => k + 1);
  return el(
    "span.tap-stars",
    { "aria-hidden": "true" },
    tops.map((top) => el("span", { "data-level": top, class: value >= top ? "on" : "" }, icon("star", 20))),
  );
}

/** A rating to look at. */
export function ratingShown(scale, value) {
  if (scale.form !== "stars") {
    return el("span.rating-shown", {}, el("span.unseen", {}, "rating "), oneDigit(value));
  }
  const row = () => Array.from({ length: scale.high }, () => icon("star", 15));
  const top = el("span.stars-top", {}, row());
  top.style.width = `${Math.max(0, Math.min(100, (100 * value) / scale.high))}%`;
  return el(
    "span.stars-shown",
    { role: "img", "aria-label": `rated ${value} of ${scale.high}`, title: `${value} of ${scale.high}` },
    el("span.stars-bottom", {}, row()),
    top,
  );
}

/** Rates by digits and removes by Delete wherever the focus is inside an element, unless something is typed there. */
export function rateByKeys(element, scale, { rate, remove }) {
  element.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=radio]), select, textarea");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const rating = ratingOfKey(scale, event.key);
    if (rating !== undefined) {
      event.preventDefault();
      rate(rating);
    } else if ((event.key === "Delete" || event.key === "Backspace") && remove) {
      event.preventDefault();
      remove();
    }
  });
}

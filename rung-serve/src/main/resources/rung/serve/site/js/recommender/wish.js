/* What a list is ranked by: what one would choose, rate highest, or both; from safe to surprising. Kept in the address. */
import { el, freshId } from "../dom.js";
import { change, route } from "../route.js";

const CHOICES = [
  ["both", "Both"],
  ["preference", "I would choose"],
  ["rating", "I would rate highest"],
];
const CHOICES_OF_USER = [
  ["both", "Both"],
  ["preference", "Would choose"],
  ["rating", "Would rate highest"],
];

/** What the address asks for. */
export function wish(model) {
  const { parameters } = route();
  const by = parameters.get("by");
  const surprise = Number(parameters.get("surprise") ?? 0);
  const isKnown = model.hasRatings && model.hasPreferences && CHOICES.some(([name]) => name === by);
  const isRanked = model.hasPreferences && by !== "rating"; // only what people choose can be surprising
  return {
    by: isKnown ? by : "both",
    surprise: Number.isFinite(surprise) && isRanked ? Math.max(-1, Math.min(1, surprise)) : undefined,
  };
}

/** The switch and the slider. What they change is in the address, which the view watches. */
export function wishControls(model, isMine) {
  const now = wish(model);
  const group = freshId("by");
  const choices = (isMine ? CHOICES : CHOICES_OF_USER).map(([value, words]) => {
    const input = el("input", { type: "radio", name: group, value, onchange: () => choose(value) });
    input.checked = value === now.by;
    return el("label", {}, input, el("span", {}, words));
  });
  const slider = el("input", {
    type: "range",
    id: freshId("surprise"),
    min: -1,
    max: 1,
    step: 0.1,
    value: now.surprise ?? 0,
    disabled: now.surprise === undefined,
    "aria-label": "From safe to surprising",
    "aria-valuetext": spoken(now.surprise ?? 0),
    oninput: (event) => {
      const value = event.target.valueAsNumber;
      event.target.setAttribute("aria-valuetext", spoken(value));
      change({ surprise: value === 0 ? null : value });
    },
  });
  const choose = (by) => {
    slider.disabled = by === "rating";
    change({ by: by === "both" ? null : by });
  };
  return el(
    "div.wish",
    {},
    model.hasRatings && model.hasPreferences
      ? el("fieldset.switch", {}, el("legend.unseen", {}, "Rank by"), choices)
      : null,
    model.hasPreferences && el("div.slider", {}, el("span", { "aria-hidden": "true" }, "Safe"), slider, el("span", { "aria-hidden": "true" }, "Surprising")),
  );
}

function spoken(value) {
  if (value === 0) {
    return "neither";
  }
  return `${Math.round(100 * Math.abs(value))} % ${value < 0 ? "safe" : "surprising"}`;
}

/* What the colors and the marks of the map mean; a color of words can be shown alone. */
import { el } from "../dom.js";

/** The legend; light is called with the group to show alone, or null for all. */
export function legend(coloring, marks, ink, light) {
  return el(
    "div.legend-box",
    {},
    coloring.isRamp ? ramp(coloring) : groups(coloring, light),
    marks.own.length > 0 ? el("p.legend-mark", {}, sample(ink.mine, true), `Items ${marks.whose}`) : null,
    marks.picks.length > 0 ? el("p.legend-mark", {}, sample(ink.pick, false), "Recommended") : null,
  );
}

function ramp({ colors, ends }) {
  const bar = el("span.ramp", { "aria-hidden": "true" });
  bar.style.background = `linear-gradient(90deg, ${colors.join(", ")})`;
  return el("p.legend-ramp", {}, el("span", {}, ends[0]), bar, el("span", {}, ends[1]));
}

function groups(coloring, light) {
  let lit = null;
  const buttons = coloring.legend.map(({ color, label, group }) => {
    const dot = el("span.dot", { "aria-hidden": "true" });
    dot.style.background = color;
    const toggle = () => {
      lit = lit === group ? null : group;
      buttons.forEach((button, k) => button.setAttribute("aria-pressed", String(coloring.legend[k].group === lit)));
      light(lit);
    };
    return el("button.legend-item", { type: "button", "aria-pressed": "false", onclick: toggle }, dot, label);
  });
  return el("div.legend-groups", { role: "group", "aria-label": "Show only" }, buttons);
}

function sample(color, isFilled) {
  const mark = el("span.mark", { "aria-hidden": "true" });
  mark.style.borderColor = color;
  mark.style.background = isFilled ? color : "transparent";
  return mark;
}

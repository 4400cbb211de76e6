/* "Model": how the model came about and how good it is, as the report of rung train tells it. */
import { el } from "./dom.js";
import * as api from "./api.js";
import { notice } from "./announce.js";
import { drawing } from "./svg.js";
import { count } from "./words.js";

export function reportView({ model }) {
  const facts = el("dl.facts");
  const sections = el("div.charts", { "aria-busy": "true" });

  const load = async () => {
    try {
      const report = await api.report();
      facts.append(...(report.facts ?? []).map(({ name, value }) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
      sections.append(...(report.sections ?? []).map(section));
    } catch (error) {
      notice(error.message);
    }
    sections.setAttribute("aria-busy", "false");
  };
  load();

  return {
    element: el(
      "div.view.report",
      {},
      el("h1", {}, model.name),
      el("p.lead", {}, `${count(model.users, "user")}, ${count(model.items, "item")}${model.ratings === undefined ? "" : `, ${count(model.ratings, model.hasRatings ? "rating" : "choice")}`}. What it learned, and how well.`),
      facts,
      sections,
    ),
    title: "Model",
  };
}

function section({ id, title, text, svg }) {
  const chart = svg === undefined ? null : drawing(svg);
  return el(
    "section.chart",
    { "aria-labelledby": `chart-${id}` },
    el("h2", { id: `chart-${id}` }, title),
    text ? el("p.soft", {}, text) : null,
    chart ? el("div.drawing", {}, chart) : null,
  );
}

/* "Model": how the model came about and how good it is, as the report of rung train tells it. */
import { el } from "./dom.js";
import * as api from "./api.js";
import { notice } from "./announce.js";
import { drawing } from "./svg.js";
import { count, listOf } from "./words.js";

const SHORT = 14;

export function reportView({ model }) {
  const facts = el("dl.facts");
  const charts = el("div.charts", { "aria-busy": "true" });
  const details = el("dl.details");
  const about = el("section.about", { "aria-labelledby": "about-title", hidden: true }, el("h2", { id: "about-title" }, "How it came about"), details);

  const load = async () => {
    try {
      const report = await api.report();
      const all = firstOfEachName(report.facts ?? []);
      facts.append(...all.filter(isShort).map(fact));
      details.append(...all.filter((one) => !isShort(one)).map(fact));
      about.hidden = details.children.length === 0;
      charts.append(...(report.sections ?? []).map(section));
    } catch (error) {
      notice(error.message);
    }
    charts.setAttribute("aria-busy", "false");
  };
  load();

  const size = [count(model.users, "user"), count(model.items, "item")];
  if (model.ratings !== undefined) {
    size.push(count(model.ratings, model.hasRatings ? "rating" : "choice"));
  }
  return {
    element: el("div.view.report", {}, el("h1", {}, model.name), el("p.lead", {}, `What the model learned from ${listOf(size)}, and how well.`), facts, charts, about),
    title: "Model",
  };
}

const firstOfEachName = (facts) => facts.filter((one, k) => facts.findIndex((other) => other.name === one.name) === k);
const isShort = ({ value }) => value.length <= SHORT;
const fact = ({ name, value }) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

/* A chart, drawn once for wide windows and once for phones, or a table. */
function section({ id, title, text, svg, narrow, head, rows }) {
  const charts = [svg, narrow].filter((one) => one !== undefined).map(drawing);
  return el(
    "section.chart",
    { "aria-labelledby": `chart-${id}` },
    el("h2", { id: `chart-${id}` }, title),
    text ? el("p.soft", {}, text) : null,
    charts.length > 0 ? el("div.drawing", {}, ...charts) : null,
    rows ? table(head, rows) : null,
  );
}

function table(head, rows) {
  return el(
    "table.figures",
    {},
    el("thead", {}, el("tr", {}, ...head.map((name) => (name ? el("th", { scope: "col" }, name) : el("td"))))),
    el("tbody", {}, ...rows.map(([name, ...numbers]) => el("tr", {}, el("th", { scope: "row" }, name), ...numbers.map((each) => el("td", {}, each))))),
  );
}

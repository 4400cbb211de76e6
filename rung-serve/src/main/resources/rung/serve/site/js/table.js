/* A completed table: all of it as a heat map that shows what was filled in, and a part of it cell by cell. */
import { afterPause, el } from "./dom.js";
import { icon } from "./icons.js";
import * as api from "./api.js";
import { announce, notice } from "./announce.js";
import { heatMap } from "./heat.js";
import { labelSpot } from "./labels.js";
import { change, route } from "./route.js";
import { token } from "./token.js";
import { count, known, listOf, percent, rough, short, whole } from "./words.js";

const ROWS = 50;
const COLUMNS = 12;

export function tableView({ model }) {
  const { rows } = model;
  const columns = model.columns.length;
  const labels = new Map(model.categories.map((category) => [category.column, category.labels]));
  const caption = el("caption");
  const head = el("thead");
  const body = el("tbody");
  const scroll = el("div.scroll", { tabindex: "0", role: "region", "aria-label": "Cells of the table" }, el("table.cells", {}, caption, head, body));
  const heat = heatMap({ rows, names: model.columns, categories: model.categories, pick: (row, column) => jump(row - ROWS / 2, column - COLUMNS / 2) });
  let asking = new AbortController();
  let asked = "";

  const corner = () => {
    const { parameters } = route();
    const at = (name, size, shown) => Math.max(0, Math.min(size - shown, Math.round(Number(parameters.get(name)) || 0)));
    return { row: at("row", rows, ROWS), column: at("column", columns, COLUMNS) };
  };

  const jump = (row, column) => {
    const at = { row: Math.max(0, Math.min(rows - ROWS, Math.round(row))), column: Math.max(0, Math.min(columns - COLUMNS, Math.round(column))) };
    change({ row: at.row <= 0 ? null : at.row, column: at.column <= 0 ? null : at.column });
  };

  const show = async () => {
    const { row, column } = corner();
    if (asked === `${row} ${column}`) {
      return;
    }
    asked = `${row} ${column}`;
    asking.abort();
    asking = new AbortController();
    heat.frame({ row, column, rows: Math.min(ROWS, rows), columns: Math.min(COLUMNS, columns) });
    try {
      const part = await api.tableWindow({ row, rows: ROWS, column, columnCount: COLUMNS }, asking.signal);
      const last = { row: row + part.cells.length, column: column + part.columns.length };
      caption.textContent = `Rows ${whole(row + 1)} to ${whole(last.row)} of ${whole(rows)}, columns ${whole(column + 1)} to ${whole(last.column)} of ${whole(columns)}`;
      head.replaceChildren(el("tr", {}, el("td", {}, model.rowNames), part.columns.map((name, k) => el("th", { scope: "col", class: isNumber(part.cells[0]?.[k]) ? "number" : null }, name))));
      body.replaceChildren(...part.cells.map((cells, k) => el("tr", {}, el("th", { scope: "row" }, part.rows[k] ?? whole(row + k + 1)), cells.map((each, j) => cell(each, labels.get(column + j))))));
      announce(caption.textContent);
    } catch (error) {
      if (!api.isAborted(error)) {
        asked = "";
        notice(error.message);
      }
    }
  };

  const showSoon = afterPause(40, show);
  const step = (words, down, right) => el("button", { type: "button", onclick: () => jump(corner().row + down * ROWS, corner().column + right * COLUMNS) }, words);
  show();
  heat.load();

  const file = el("a.button.primary", { href: "api/v1/table/file", download: "" }, icon("download", 18), "Download the table");
  file.addEventListener("click", (event) => {
    if (token() !== "") {
      event.preventDefault();
      saveWithToken(model.name);
    }
  });

  const element = el(
    "div.view.table",
    {},
    el("div.row", {}, el("h1", {}, model.name), file),
    el("p.lead", {}, `${count(rows, "row")}, ${count(columns, "column")}; ${count(model.filled, "cell was", "cells were")} filled in.`),
    model.leftOut.length > 0 ? el("p.soft.left-out", {}, `Not shown, since nothing is filled in there: ${listOf(model.leftOut.map(({ name, kind }) => `${name} (${kind})`))}.`) : null,
    heat.element,
    el(
      "div",
      {},
      el(
        "div.row.steps",
        { role: "group", "aria-label": "Move through the table" },
        rows > ROWS ? [step("↑ Rows", -1, 0), step("↓ Rows", 1, 0)] : null,
        columns > COLUMNS ? [step("← Columns", 0, -1), step("→ Columns", 0, 1)] : null,
      ),
      scroll,
    ),
  );
  return { element, title: "Table", update: showSoon, leave: heat.leave };
}

const isNumber = (cell) => typeof cell?.value === "number";

function cell({ value, filled, error, probability }, labels) {
  const isNumeric = isNumber({ value });
  const words = value === undefined ? "" : isNumeric ? (filled ? short(value) : known(value)) : [labels ? labelSpot(labels.indexOf(value)) : null, value];
  if (!filled) {
    return el("td", { class: isNumeric ? "number" : null }, words);
  }
  const [sure, title] = sureness(error, probability);
  const element = el("td", { class: isNumeric ? "number filled" : "filled", title }, words, sure === "" ? null : el("span.error", {}, ` ${sure}`), el("span.unseen", {}, " filled in"));
  const doubt = probability === undefined ? error / (Math.abs(value) + error || 1) : 1 - probability;
  if (Number.isFinite(doubt)) {
    element.style.setProperty("--doubt", Math.max(0, Math.min(1, doubt)).toFixed(3));
  }
  return element;
}

/* How sure a filled cell is, in short and in a sentence. */
function sureness(error, probability) {
  if (probability !== undefined) {
    return [percent(probability), `filled in, right with a probability of ${percent(probability)}`];
  }
  return error === undefined ? ["", "filled in"] : [`± ${rough(error)}`, `filled in, standard error ${rough(error)}`];
}

async function saveWithToken(name) {
  try {
    const address = URL.createObjectURL(await api.tableFile());
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  } catch (error) {
    notice(error.message);
  }
}

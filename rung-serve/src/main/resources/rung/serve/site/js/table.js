/* A completed table: all of it as a heat map with the filled cells in another color, and a part of it in numbers. */
import { afterPause, el } from "./dom.js";
import { icon } from "./icons.js";
import * as api from "./api.js";
import { announce, notice } from "./announce.js";
import { heatMap } from "./heat.js";
import { change, route } from "./route.js";
import { token } from "./token.js";
import { count, rough, short, whole } from "./words.js";

const ROWS = 50;
const COLUMNS = 12;

export function tableView({ model }) {
  const rows = Array.isArray(model.rows) ? model.rows.length : model.rows;
  const columns = Array.isArray(model.columns) ? model.columns.length : model.columns;
  const caption = el("caption");
  const head = el("thead");
  const body = el("tbody");
  const scroll = el("div.scroll", { tabindex: "0", role: "region", "aria-label": "Cells of the table" }, el("table.cells", {}, caption, head, body));
  const heat = heatMap({ rows, columns, pick: (row, column) => jump(row - ROWS / 2, column - COLUMNS / 2) });
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
      head.replaceChildren(el("tr", {}, el("td"), part.columns.map((name, k) => el("th", { scope: "col", class: isNumber(part.cells[0]?.[k]) ? "number" : null }, name))));
      body.replaceChildren(...part.cells.map((cells, k) => el("tr", {}, el("th", { scope: "row" }, part.rows[k] ?? whole(row + k + 1)), cells.map(cell))));
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
    el("p.lead", {}, `${count(rows, "row")}, ${count(columns, "column")}${model.filled === undefined ? "" : `; ${count(model.filled, "cell was", "cells were")} filled in`}.`),
    heat.element,
    el(
      "div",
      {},
      el("div.row.steps", { role: "group", "aria-label": "Move through the table" }, step("↑ Rows", -1, 0), step("↓ Rows", 1, 0), step("← Columns", 0, -1), step("→ Columns", 0, 1)),
      scroll,
    ),
  );
  return { element, title: "Table", update: showSoon, leave: heat.leave };
}

const isNumber = (cell) => typeof cell?.value === "number";

function cell({ value, filled, error }) {
  const isNumeric = typeof value === "number";
  const words = value === undefined ? "" : isNumeric ? short(value) : String(value);
  if (!filled) {
    return el("td", { class: isNumeric ? "number" : null }, words);
  }
  const sure = error === undefined ? null : el("span.error", {}, ` ± ${rough(error)}`);
  const element = el("td", { class: isNumeric ? "number filled" : "filled", title: error === undefined ? "filled in" : `filled in, standard error ${rough(error)}` }, words, sure, el("span.unseen", {}, " filled in"));
  if (isNumeric && error !== undefined) {
    const doubt = Math.min(1, error / (Math.abs(value) + error || 1));
    element.style.setProperty("--doubt", doubt.toFixed(3));
  }
  return element;
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

/*
 * The heat map of a table: known numbers in one color, filled ones in another; labels each in their own color, with a mark beside those
 * that were filled in; and a frame around the part whose cells are shown.
 */
import { el } from "./dom.js";
import * as api from "./api.js";
import { notice } from "./announce.js";
import { COLORED, labelColor, labelLegend } from "./labels.js";
import { isDark, themeChanges } from "./theme.js";

const MOST = 400;
const MOST_NAMED = 12;

/* The width of a cell in pixels of the canvas, where there are few columns and where there are many; the mark takes a part of it. */
const WIDE_CELL = 16;
const CELL = 3;
const FEW = 30;
const MARK_PART = 8;

/**
 * The heat map of columns that have these names and, by number, these labels; frame() moves the frame, load() fetches it, pick is called
 * with the row and column that was clicked.
 */
export function heatMap({ rows, names, categories, pick }) {
  const columns = names.length;
  const width = Math.min(MOST, columns);
  const height = Math.min(MOST, rows);
  const canvas = el("canvas", { width, height, role: "img", "aria-label": `Heat map of ${rows} rows and ${columns} columns; the cells are in the table below` });
  const frameBox = el("div.heat-frame", { "aria-hidden": "true" });
  const box = el("div.heat-box", {}, canvas, frameBox);
  const heads = columns > MOST_NAMED ? null : el("div.heat-names", { "aria-hidden": "true" }, names.map((name) => el("span", {}, name)));
  const labelsShown = el("div");
  let overview = null;

  const known = el("span.key", { "aria-hidden": "true" });
  const filled = el("span.key", { "aria-hidden": "true" });
  const marked = el("span.key.marked", { "aria-hidden": "true" });

  const paint = () => {
    paintKey(known, 0);
    paintKey(filled, 1);
    marked.style.borderColor = css(mark());
    if (!overview) {
      return;
    }
    const high = overview.values.length;
    const wide = overview.values[0]?.length ?? 0;
    const cell = wide > FEW ? CELL : WIDE_CELL;
    const plain = cell - Math.max(1, Math.round(cell / MARK_PART));
    const colors = Array.from({ length: COLORED + 1 }, (_, number) => rgb(labelColor(number, isDark())));
    canvas.width = Math.max(1, wide * cell);
    canvas.height = Math.max(1, high);
    canvas.classList.toggle("fine", wide > FEW);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    overview.values.forEach((line, row) =>
      line.forEach((value, column) => {
        if (overview.empty[row][column] === 1) {
          return;
        }
        const share = overview.filled[row][column];
        const label = overview.labels?.[row][column] ?? -1;
        const body = label < 0 ? color(value, share) : colors[Math.min(label, COLORED)];
        const edge = label < 0 ? body : mark();
        for (let k = 0; k < cell; k += 1) {
          const isEdge = k >= plain;
          image.data.set([...(isEdge ? edge : body), isEdge && label >= 0 ? 255 * share : 255], 4 * (row * canvas.width + column * cell + k));
        }
      }),
    );
    context.putImageData(image, 0, 0);
    canvas.dataset.ready = "true";
  };

  const load = async () => {
    try {
      overview = await api.tableOverview({ width, height });
      paint();
    } catch (error) {
      notice(error.message);
    }
  };

  const frame = ({ row, column, rows: shownRows, columns: shownColumns }) => {
    frameBox.style.left = `${(100 * column) / columns}%`;
    frameBox.style.top = `${(100 * row) / rows}%`;
    frameBox.style.width = `${(100 * shownColumns) / columns}%`;
    frameBox.style.height = `${(100 * shownRows) / rows}%`;
    const shown = categories.filter((category) => category.column >= column && category.column < column + shownColumns);
    labelsShown.replaceChildren(...shown.map((category) => labelLegend(names[category.column], category.labels)));
  };

  const at = (event) => {
    const area = canvas.getBoundingClientRect();
    pick(((event.clientY - area.top) / area.height) * rows, ((event.clientX - area.left) / area.width) * columns);
  };
  box.addEventListener("pointerdown", (event) => {
    box.setPointerCapture(event.pointerId);
    at(event);
  });
  box.addEventListener("pointermove", (event) => event.buttons === 1 && at(event));
  themeChanges.addEventListener("change", paint);

  const hasNumbers = categories.length < columns;
  const element = el(
    "div.heat",
    {},
    heads,
    box,
    el(
      "p.heat-legend",
      {},
      hasNumbers ? [el("span", {}, known, "known"), el("span", {}, filled, "filled in")] : null,
      categories.length > 0 ? el("span", {}, marked, "a label that was filled in") : null,
      el("span.soft", {}, `${hasNumbers ? "from low to high; " : ""}tap to see the cells`),
    ),
    labelsShown,
  );
  return { element, load, frame, leave: () => themeChanges.removeEventListener("change", paint) };
}

function paintKey(sample, share) {
  const ends = [0, 1].map((value) => css(color(value, share)));
  sample.style.background = `linear-gradient(90deg, ${ends.join(", ")})`;
}

/* Low and high, known and filled, as red, green and blue. */
const KNOWN = { light: [[226, 236, 245], [17, 62, 122]], dark: [[28, 42, 62], [158, 203, 255]] };
const FILLED = { light: [[255, 233, 204], [178, 66, 0]], dark: [[66, 42, 18], [255, 184, 108]] };
const MARK = { light: [255, 138, 20], dark: [255, 176, 84] };

const theme = () => (isDark() ? "dark" : "light");
const mix = (one, other, part) => one.map((channel, k) => channel + (other[k] - channel) * part);
const color = (value, share) => mix(mix(...KNOWN[theme()], value), mix(...FILLED[theme()], value), share);
const mark = () => MARK[theme()];
const css = (channels) => `rgb(${channels.map(Math.round).join(", ")})`;

/* Red, green and blue of any color that the browser knows. */
function rgb(text) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

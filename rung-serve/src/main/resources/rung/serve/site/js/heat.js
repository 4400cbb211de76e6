/* The heat map of a table: known cells in one color, filled ones in another, and a frame around the part that is shown in numbers. */
import { el } from "./dom.js";
import * as api from "./api.js";
import { notice } from "./announce.js";
import { isDark, themeChanges } from "./theme.js";

const MOST = 400;

/** The heat map; frame() moves the frame, load() fetches it, pick is called with the row and column that was clicked. */
export function heatMap({ rows, columns, pick }) {
  const width = Math.min(MOST, columns);
  const height = Math.min(MOST, rows);
  const canvas = el("canvas", { width, height, role: "img", "aria-label": `Heat map of ${rows} rows and ${columns} columns; the cells are in the table below` });
  const frameBox = el("div.heat-frame", { "aria-hidden": "true" });
  const box = el("div.heat-box", {}, canvas, frameBox);
  let overview = null;

  const known = el("span.key", { "aria-hidden": "true" });
  const filled = el("span.key", { "aria-hidden": "true" });

  const paint = () => {
    paintKey(known, 0);
    paintKey(filled, 1);
    if (!overview) {
      return;
    }
    const high = overview.values.length;
    const wide = overview.values[0]?.length ?? 0;
    canvas.width = Math.max(1, wide);
    canvas.height = Math.max(1, high);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    overview.values.forEach((line, row) =>
      line.forEach((value, column) => {
        if (overview.empty[row][column] < 1) {
          image.data.set(color(value, overview.filled[row][column]), 4 * (row * wide + column));
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

  const element = el(
    "div",
    {},
    box,
    el("p.heat-legend", {}, el("span", {}, known, "known"), el("span", {}, filled, "filled in"), el("span.soft", {}, "from low to high; tap to see the cells")),
  );
  return { element, load, frame, leave: () => themeChanges.removeEventListener("change", paint) };
}

function paintKey(sample, share) {
  const ends = [0, 1].map((value) => `rgb(${color(value, share).slice(0, 3).join(", ")})`);
  sample.style.background = `linear-gradient(90deg, ${ends.join(", ")})`;
}

/* Low and high, known and filled, as red, green and blue. */
const KNOWN = { light: [[226, 236, 245], [17, 62, 122]], dark: [[28, 42, 62], [158, 203, 255]] };
const FILLED = { light: [[255, 233, 204], [178, 66, 0]], dark: [[66, 42, 18], [255, 184, 108]] };

function color(value, share) {
  const theme = isDark() ? "dark" : "light";
  const mix = (one, other, part) => one.map((channel, k) => channel + (other[k] - channel) * part);
  const known = mix(...KNOWN[theme], value);
  const filled = mix(...FILLED[theme], value);
  return [...mix(known, filled, share).map(Math.round), 255];
}

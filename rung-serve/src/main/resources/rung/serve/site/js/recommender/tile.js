/* The small colored square of an item. Its hue is the item's direction on the map, so that items alike in taste look alike. */
import { el } from "../dom.js";
import { map } from "../api.js";
import { monogram, nameOf } from "../words.js";

let hues = null;
let waiting = [];

async function load() {
  try {
    const { ids, x, y } = await map();
    hues = new Map(ids.map((id, k) => [id, hueOf(x[k], y[k])]));
  } catch {
    hues = new Map(); // tiles stay gray without a map
  }
  waiting.forEach(([element, id]) => paint(element, id));
  waiting = null;
}

const hueOf = (x, y) => Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;

function paint(element, id) {
  const hue = hues.get(id);
  if (hue !== undefined) {
    element.style.setProperty("--hue", hue);
    element.classList.add("colored");
  }
}

/** The square of an item. */
export function tile(item) {
  const element = el("span.tile", { "aria-hidden": "true" }, monogram(nameOf(item)));
  if (hues === null && waiting.length === 0) {
    load();
  }
  if (waiting === null) {
    paint(element, item.id);
  } else {
    waiting.push([element, item.id]);
  }
  return element;
}

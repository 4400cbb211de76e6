/*
 * The small colored square of an item. Its hue is the item's direction on the map, seen from where the popular items are, so that items
 * alike in taste look alike; hues are dealt out so that each is as popular as any other.
 */
import { el } from "../dom.js";
import { map } from "../api.js";
import { monogram, nameOf } from "../words.js";

/* From green over blue to orange: white letters are hard to read on the yellows that are left out. */
const FIRST_HUE = 145;
const HUES = 265;

let hues = null;
let waiting = [];

async function load() {
  try {
    hues = huesOf(await map());
  } catch {
    hues = new Map(); // tiles stay gray without a map
  }
  waiting.forEach(([element, id]) => paint(element, id));
  waiting = null;
}

function huesOf({ ids, x, y, users }) {
  const total = users.reduce((sum, count) => sum + count, 0) || 1;
  const center = (places) => places.reduce((sum, place, k) => sum + place * users[k], 0) / total;
  const [middleX, middleY] = [center(x), center(y)];
  const angles = ids.map((_, k) => Math.atan2(y[k] - middleY, x[k] - middleX));
  const order = ids.map((_, k) => k).sort((one, other) => angles[one] - angles[other]);
  const found = new Map();
  let before = 0;
  for (const k of order) {
    found.set(ids[k], Math.round(FIRST_HUE + (HUES * before) / total) % 360);
    before += users[k];
  }
  return found;
}

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

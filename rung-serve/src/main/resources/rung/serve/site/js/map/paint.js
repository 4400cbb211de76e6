/* Draws the map: points in the colors of their groups, marks around mine and what is recommended, and as many names as fit. */
import { Names } from "./names.js";
import { Pixels, word } from "./pixels.js";

const CROWD = 3000; // from so many items on, points are smaller
const EDGE = 20; // CSS pixels around the screen where points begin that reach into it
const LIT = 0.82;
const DIM = 0.1;

/** How large points are on a small screen, and among many others. */
const sized = ({ width, height }) => Math.min(1, Math.max(0.7, Math.min(width, height) / 700));
const crowded = (items) => Math.min(1, (CROWD / items) ** 0.4);

export class Painter {
  #context;
  #pixels = null;
  #ratio = 1;
  #names = new Names();
  #seen = null;

  constructor(canvas) {
    this.#context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  }

  /** Sets the size of the picture: CSS pixels, and device pixels for each of them. */
  resize(width, height, ratio) {
    const { canvas } = this.#context;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    this.#ratio = ratio;
    this.#pixels = new Pixels(canvas.width, canvas.height);
  }

  /**
   * Draws a frame.
   *
   * @param scene {data, order, radii, coloring, lit, marks, active, ink}: order lists items by popularity, the most popular first; lit is
   *     the one group to show, or null; marks maps items to "mine", "pick" or "chosen"; active is the item that is pointed at, or −1
   * @return whether the picture is complete; if not, some names are still to come, in the frames after it
   */
  paint(camera, scene) {
    const growth = Math.min(3.2, camera.zoom ** 0.42) * sized(camera) * crowded(scene.order.length);
    const seen = this.#visible(camera, scene, growth);
    this.#pixels.fill(word(scene.ink.paper));
    this.#paintPoints(scene, seen);
    this.#paintMarks(scene, seen);
    const isComplete = this.#names.paint(this.#pixels, camera, this.#ratio, scene, seen);
    this.#context.putImageData(this.#pixels.image, 0, 0);
    return isComplete;
  }

  /** The items on the screen, the most popular first, with their places and radii. */
  #visible(camera, { data, order, radii }, growth) {
    const most = order.length;
    if (this.#seen === null || this.#seen.items.length < most) {
      this.#seen = { count: 0, items: new Int32Array(most), x: new Float64Array(most), y: new Float64Array(most), r: new Float64Array(most) };
    }
    const seen = this.#seen;
    const { width, height, x: centerX, y: centerY, scaleX, scaleY } = camera;
    let count = 0;
    for (const k of order) {
      const x = width / 2 + (data.x[k] - centerX) * scaleX;
      const y = height / 2 - (data.y[k] - centerY) * scaleY;
      if (x > -EDGE && y > -EDGE && x < width + EDGE && y < height + EDGE) {
        seen.items[count] = k;
        seen.x[count] = x;
        seen.y[count] = y;
        seen.r[count] = radii[k] * growth;
        count += 1;
      }
    }
    seen.count = count;
    return seen;
  }

  /** The most popular points last, on top; points of groups that are not lit below all others. */
  #paintPoints({ coloring, lit }, seen) {
    const colors = coloring.colors.map(word);
    const some = (strength, isAmong) => {
      for (let at = seen.count - 1; at >= 0; at--) {
        const group = coloring.groups[seen.items[at]];
        if (isAmong(group)) {
          this.#pixels.disc(seen.x[at] * this.#ratio, seen.y[at] * this.#ratio, seen.r[at] * this.#ratio, colors[group], strength);
        }
      }
    };
    if (lit !== null) {
      some(DIM, (group) => group !== lit);
    }
    some(LIT, (group) => lit === null || group === lit);
  }

  #paintMarks({ marks, active, ink }, seen) {
    const ratio = this.#ratio;
    for (let at = 0; at < seen.count; at++) {
      const k = seen.items[at];
      const mark = marks.get(k);
      if (mark === undefined && k !== active) {
        continue;
      }
      const ring = (radius, thickness, color) => this.#pixels.ring(seen.x[at] * ratio, seen.y[at] * ratio, radius * ratio, thickness * ratio, word(color));
      const radius = Math.max(seen.r[at], 4);
      if (mark !== undefined) {
        ring(radius + 2.5, 5, ink.paper);
        ring(radius + 2.5, 2.6, ink[mark]);
      }
      if (mark === "mine") {
        this.#pixels.disc(seen.x[at] * ratio, seen.y[at] * ratio, (radius - 0.5) * ratio, word(ink.mine), 1);
      }
      if (k === active) {
        ring(radius + 6, 2, ink.text);
      }
    }
  }
}

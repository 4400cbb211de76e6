/*
 * The names on the map. To measure a name, and to draw its letters, takes longer than to paint hundreds of points, so both are done once
 * for each, and only for a few names in a frame; the rest follows in the frames after it.
 */
import { nameOf, titleAndYear } from "../words.js";

const MOST_NAMES = 70;
const MOST_MARKED = 200;
const LOOKED_AT = 2500;
const GAP = 6;
const HALF = 10; // of a name's height, in CSS pixels
const NARROWEST = 16; // no name is less wide
const MOST_MEASURED = 60; // in a frame
const MOST_LETTERED = 12; // in a frame
const MOST_KEPT = 400; // pictures of names; more than a frame has

const shortened = (name) => (name.length > 34 ? `${name.slice(0, 32).trimEnd()}…` : name);

export class Names {
  #pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  #measured = new Map(); // by key: {key, text, width}
  #lettered = new Map(); // by key: a picture; what was used last comes last
  #look = "";
  #data = null;

  /**
   * Stamps names on a picture: of marked items first, then of the most popular ones, wherever no other name is in the way.
   *
   * @param seen the items on the screen, the most popular first, as {count, items, x, y, r} in CSS pixels
   * @return whether all are there; if not, the next frame has more
   */
  paint(pixels, camera, ratio, scene, seen) {
    this.#keepFor(scene, ratio);
    const { marks, lit, coloring, active } = scene;
    const most = Math.min(MOST_NAMES, Math.round((camera.width * camera.height) / 16000));
    const room = new Room(camera);
    const left = { measured: MOST_MEASURED, lettered: MOST_LETTERED };
    const isMarked = (k) => marks.has(k) || k === active;
    let names = 0;
    const place = (at, marked) => {
      const k = seen.items[at];
      const gap = Math.max(seen.r[at], marked ? 7 : 0) + GAP;
      const right = seen.x[at] + gap;
      const end = seen.x[at] - gap;
      const y = seen.y[at];
      if (!room.isFree(right, NARROWEST, y) && !room.isFree(end - NARROWEST, NARROWEST, y)) {
        return true;
      }
      const name = this.#name(scene, k, marked, left);
      if (name === null) {
        return false;
      }
      const begin = room.isFree(right, name.width, y) ? right : room.isFree(end - name.width, name.width, y) ? end - name.width : null;
      if (begin === null) {
        return true;
      }
      room.take(begin, name.width, y);
      names += 1;
      const image = this.#letters(scene, name, marked, ratio, left);
      if (image !== null) {
        pixels.stamp(image, Math.round(begin * ratio) - margin(ratio), Math.round((y - HALF) * ratio));
      }
      return true;
    };
    let isComplete = true;
    for (let at = 0; at < seen.count && names < MOST_MARKED && isComplete; at++) {
      if (isMarked(seen.items[at])) {
        isComplete = place(at, true);
      }
    }
    for (let at = 0; at < Math.min(seen.count, LOOKED_AT) && names < most && isComplete; at++) {
      const k = seen.items[at];
      if (!isMarked(k) && (lit === null || coloring.groups[k] === lit)) {
        isComplete = place(at, false);
      }
    }
    return isComplete && left.lettered >= 0;
  }

  /** Forgets names that look otherwise than they would now. */
  #keepFor({ data, ink }, ratio) {
    const look = [ratio, ink.font, ink.text, ink.soft, ink.paper, document.fonts.status].join();
    if (look !== this.#look || data !== this.#data) {
      this.#look = look;
      this.#data = data;
      this.#measured.clear();
      this.#lettered.clear();
    }
  }

  /** The name of an item with its width, or null if too many were measured for this frame. */
  #name({ data, ink }, k, marked, left) {
    const key = 2 * k + Number(marked);
    if (!this.#measured.has(key)) {
      if (left.measured-- <= 0) {
        return null;
      }
      const text = shortened(titleAndYear(nameOf({ id: data.ids[k], title: data.titles[k] })).title);
      this.#pen.font = font(ink, marked);
      this.#measured.set(key, { key, text, width: Math.max(NARROWEST, this.#pen.measureText(text).width) });
    }
    return this.#measured.get(key);
  }

  /** The picture of a name, or null if it is new and too many were drawn for this frame. */
  #letters({ ink }, { key, text, width }, marked, ratio, left) {
    let image = this.#lettered.get(key) ?? null;
    if (image === null && left.lettered-- > 0) {
      const pen = this.#pen;
      pen.canvas.width = Math.ceil(width * ratio) + 2 * margin(ratio); // also clears it
      pen.canvas.height = Math.ceil(2 * HALF * ratio);
      pen.scale(ratio, ratio);
      pen.font = font(ink, marked);
      pen.textBaseline = "middle";
      pen.lineJoin = "round";
      pen.strokeStyle = ink.paper;
      pen.lineWidth = 3.5;
      pen.strokeText(text, margin(ratio) / ratio, HALF);
      pen.fillStyle = marked ? ink.text : ink.soft;
      pen.fillText(text, margin(ratio) / ratio, HALF);
      image = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
    }
    if (image !== null) {
      this.#lettered.delete(key);
      this.#lettered.set(key, image);
      if (this.#lettered.size > MOST_KEPT) {
        this.#lettered.delete(this.#lettered.keys().next().value);
      }
    }
    return image;
  }
}

const margin = (ratio) => Math.ceil(3 * ratio); // device pixels beside a name, for the line around its letters
const font = (ink, marked) => `${marked ? 650 : 480} ${marked ? 13 : 12}px ${ink.font}`;

/** Where names are already. They are all of one height, so only those in the bands of that height around a place can be in the way. */
class Room {
  #bands = [];
  #width;

  constructor({ width }) {
    this.#width = width;
  }

  isFree(left, width, y) {
    if (left <= 4 || left + width + 4 >= this.#width) {
      return false;
    }
    const band = Math.floor(y / (2 * HALF));
    for (let near = band - 1; near <= band + 1; near++) {
      for (const other of this.#bands[near + 2] ?? []) {
        if (left - 4 <= other.right && left + width + 4 >= other.left && Math.abs(y - other.y) <= 2 * HALF) {
          return false;
        }
      }
    }
    return true;
  }

  take(left, width, y) {
    const band = Math.floor(y / (2 * HALF)) + 2;
    (this.#bands[band] ??= []).push({ left: left - 4, right: left + width + 4, y });
  }
}

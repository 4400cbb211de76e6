/* Frames of a separation, fetched ahead of time and forgotten when there are too many. */
import { frame } from "./api.js";

const BYTES = 192 * 1024 * 1024;
const AHEAD = 30;
const AT_ONCE = 6;

export class FrameStore {
  #model;
  #kept = new Map(); // "part number" → {promise, image}; the latest used last
  #most;
  #running = 0;

  constructor(model) {
    this.#model = model;
    this.#most = Math.max(2 * model.parts.length, Math.floor(BYTES / (4 * model.width * model.height)));
  }

  /** Whether a frame of all parts is here. */
  has(number) {
    return this.#model.parts.every((name) => this.#kept.get(`${name} ${number}`)?.image);
  }

  /** The picture of a part, as a promise. */
  get(name, number) {
    const key = `${name} ${number}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.promise;
    }
    const entry = { image: null, promise: null };
    this.#running += 1;
    entry.promise = frame(name, number)
      .then(createImageBitmap)
      .then((image) => (entry.image = image))
      .catch((error) => {
        this.#kept.delete(key);
        throw error;
      })
      .finally(() => (this.#running -= 1));
    this.#kept.set(key, entry);
    this.#forget();
    return entry.promise;
  }

  /** Fetches what comes next, a few at a time. */
  prepare(first) {
    const last = Math.min(this.#model.frames - 1, first + Math.min(AHEAD, this.#most / this.#model.parts.length - 2));
    for (let number = first; number <= last; number++) {
      for (const name of this.#model.parts) {
        if (this.#running >= AT_ONCE) {
          return;
        }
        if (!this.#kept.has(`${name} ${number}`)) {
          this.get(name, number).catch(() => {});
        }
      }
    }
  }

  #forget() {
    for (const [key, entry] of this.#kept) {
      if (this.#kept.size <= this.#most) {
        return;
      }
      entry.image?.close();
      this.#kept.delete(key);
    }
  }
}

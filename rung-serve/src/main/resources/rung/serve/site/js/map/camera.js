/*
 * What part of the map is seen: a center, and pixels for a unit of the map, which reaches from −1 to 1 both ways. On a wide screen the
 * map is stretched sideways, on a tall one upwards, up to a limit: its axes have no unit of their own.
 */
import { isStill } from "../dom.js";

const MARGIN = 0.92;
const DEEPEST = 60;
const FLIGHT = 550;
const STRETCH = 1.6;

export class Camera extends EventTarget {
  x = 0;
  y = 0;
  zoom = 1;
  width = 1;
  height = 1;
  #flight = 0;

  /** Pixels for a unit of the map, sideways and upwards. */
  get scaleX() {
    return (Math.min(this.width, STRETCH * this.height) / 2) * MARGIN * this.zoom;
  }

  get scaleY() {
    return (Math.min(this.height, STRETCH * this.width) / 2) * MARGIN * this.zoom;
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.#moved();
  }

  screenX = (x) => this.width / 2 + (x - this.x) * this.scaleX;
  screenY = (y) => this.height / 2 - (y - this.y) * this.scaleY;
  mapX = (screenX) => this.x + (screenX - this.width / 2) / this.scaleX;
  mapY = (screenY) => this.y - (screenY - this.height / 2) / this.scaleY;

  /** Moves by pixels of the screen. */
  pan(dx, dy) {
    this.#land();
    this.x -= dx / this.scaleX;
    this.y += dy / this.scaleY;
    this.#moved();
  }

  /** Zooms by a factor; the point of the map under (screenX, screenY) stays where it is. */
  zoomAt(factor, screenX = this.width / 2, screenY = this.height / 2) {
    this.#land();
    const x = this.mapX(screenX);
    const y = this.mapY(screenY);
    this.zoom = Math.min(DEEPEST, Math.max(0.8, this.zoom * factor));
    this.x = x - (screenX - this.width / 2) / this.scaleX;
    this.y = y + (screenY - this.height / 2) / this.scaleY;
    this.#moved();
  }

  /** Moves to a place, this part of the height above the middle, over a moment, or at once where motion is not wanted. */
  flyTo(x, place, zoom, above = 0) {
    this.#land();
    const y = place - (above * this.height * this.zoom) / (this.scaleY * zoom);
    const from = { x: this.x, y: this.y, zoom: Math.log(this.zoom) };
    const begin = performance.now();
    const step = (time) => {
      const part = isStill() ? 1 : Math.min(1, Math.max(0, (time - begin) / FLIGHT));
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.zoom = Math.exp(from.zoom + (Math.log(zoom) - from.zoom) * eased);
      this.#moved();
      if (part < 1) {
        this.#flight = requestAnimationFrame(step);
      }
    };
    step(begin);
    if (!isStill()) {
      this.#flight = requestAnimationFrame(step);
    }
  }

  #land() {
    cancelAnimationFrame(this.#flight);
  }

  /** Keeps the center on the map, and tells whoever draws. */
  #moved() {
    this.x = Math.max(-1, Math.min(1, this.x));
    this.y = Math.max(-1, Math.min(1, this.y));
    this.dispatchEvent(new Event("move"));
  }
}

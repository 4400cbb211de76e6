/* What part of the map is seen: a center, and pixels for a unit of the map, which reaches from −1 to 1 both ways. */
import { isStill } from "../dom.js";

const MARGIN = 0.92;
const DEEPEST = 60;
const FLIGHT = 550;

export class Camera extends EventTarget {
  x = 0;
  y = 0;
  zoom = 1;
  width = 1;
  height = 1;
  #flight = 0;

  /** Pixels for a unit of the map. */
  get scale() {
    return (Math.min(this.width, this.height) / 2) * MARGIN * this.zoom;
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.#moved();
  }

  screenX = (x) => this.width / 2 + (x - this.x) * this.scale;
  screenY = (y) => this.height / 2 - (y - this.y) * this.scale;
  mapX = (screenX) => this.x + (screenX - this.width / 2) / this.scale;
  mapY = (screenY) => this.y - (screenY - this.height / 2) / this.scale;

  /** Moves by pixels of the screen. */
  pan(dx, dy) {
    this.#land();
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
    this.#moved();
  }

  /** Zooms by a factor; the point of the map under (screenX, screenY) stays where it is. */
  zoomAt(factor, screenX = this.width / 2, screenY = this.height / 2) {
    this.#land();
    const x = this.mapX(screenX);
    const y = this.mapY(screenY);
    this.zoom = Math.min(DEEPEST, Math.max(0.8, this.zoom * factor));
    this.x = x - (screenX - this.width / 2) / this.scale;
    this.y = y + (screenY - this.height / 2) / this.scale;
    this.#moved();
  }

  /** Moves to a place over a moment, or at once where motion is not wanted. */
  flyTo(x, y, zoom) {
    this.#land();
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

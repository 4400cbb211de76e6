/*
 * A picture that is painted pixel by pixel, in the processor's memory, and shown at once. Ten thousand points take a few milliseconds this
 * way, also where no graphics processor helps; a canvas's own paths take ten times as long.
 *
 * A pixel is a word of 32 bits whose bytes are red, green, blue and alpha, the highest last: every browser's machine is little-endian.
 * All are opaque. Two colors are mixed two channels at a time, in 256 steps.
 */
const RED_BLUE = 0xff00ff;
const GREEN = 0x00ff00;
const OPAQUE = 0xff000000;
const WHOLE = 256; // the share of a color that covers a pixel

const probe = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const words = new Map();

/** The word of a color that is given as in CSS. */
export function word(color) {
  if (!words.has(color)) {
    probe.fillStyle = color;
    probe.fillRect(0, 0, 1, 1);
    words.set(color, new Int32Array(probe.getImageData(0, 0, 1, 1).data.buffer)[0]);
  }
  return words.get(color);
}

const mixed = (below, above, share) =>
  (((Math.imul(above & RED_BLUE, share) + Math.imul(below & RED_BLUE, WHOLE - share)) >>> 8) & RED_BLUE) |
  (((Math.imul(above & GREEN, share) + Math.imul(below & GREEN, WHOLE - share)) >>> 8) & GREEN) |
  OPAQUE;

export class Pixels {
  #words;

  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.image = new ImageData(width, height);
    this.#words = new Int32Array(this.image.data.buffer);
  }

  fill(color) {
    this.#words.fill(color);
  }

  /**
   * Paints a disc, its edge softened over one pixel; strength is between 0, nothing, and 1, opaque. From the edge's inner to its outer side
   * the square of the distance grows almost evenly, by twice the radius, so no root is taken.
   */
  disc(x, y, radius, color, strength) {
    const pixels = this.#words;
    const { width, height } = this;
    const share = Math.round(strength * WHOLE);
    const steepness = share / (2 * radius);
    const reach = radius + 0.5;
    const bottom = Math.min(height, Math.ceil(y + reach));
    for (let row = Math.max(0, Math.floor(y - reach)); row < bottom; row++) {
      const square = Math.max(0, reach ** 2 - (row + 0.5 - y) ** 2);
      const half = Math.sqrt(square);
      const left = Math.max(0, Math.ceil(x - half - 0.5));
      const right = Math.min(width, Math.floor(x + half + 0.5));
      for (let column = left, at = row * width + left; column < right; column++, at++) {
        const across = column + 0.5 - x;
        pixels[at] = mixed(pixels[at], color, Math.min(share, steepness * (square - across * across)) | 0);
      }
    }
  }

  /** Paints a circle's line, half of its thickness to each side. */
  ring(x, y, radius, thickness, color) {
    const pixels = this.#words;
    const reach = thickness / 2 + 0.5;
    const left = Math.max(0, Math.floor(x - radius - reach));
    const right = Math.min(this.width, Math.ceil(x + radius + reach));
    const bottom = Math.min(this.height, Math.ceil(y + radius + reach));
    for (let row = Math.max(0, Math.floor(y - radius - reach)); row < bottom; row++) {
      const up = (row + 0.5 - y) ** 2;
      for (let column = left, at = row * this.width + left; column < right; column++, at++) {
        const off = Math.abs(Math.sqrt((column + 0.5 - x) ** 2 + up) - radius); // hypot takes many times as long
        if (off < reach) {
          pixels[at] = mixed(pixels[at], color, (WHOLE * Math.min(1, reach - off)) | 0);
        }
      }
    }
  }

  /** Puts a picture with transparent parts, an ImageData, onto this one. */
  stamp(image, left, top) {
    const pixels = this.#words;
    const above = new Int32Array(image.data.buffer);
    const firstColumn = Math.max(0, -left);
    const lastColumn = Math.min(image.width, this.width - left);
    const lastRow = Math.min(image.height, this.height - top);
    for (let row = Math.max(0, -top); row < lastRow; row++) {
      const from = row * image.width;
      const to = (top + row) * this.width + left;
      for (let column = firstColumn; column < lastColumn; column++) {
        const color = above[from + column];
        const alpha = color >>> 24;
        if (alpha > 0) {
          pixels[to + column] = mixed(pixels[to + column], color, alpha + (alpha >> 7));
        }
      }
    }
  }
}

/* Draws the map: points in the colors of their groups, marks around mine and what is recommended, and as many names as fit. */
import { nameOf, titleAndYear } from "../words.js";

const MOST_NAMES = 70;
const GAP = 6;
const LOOKED_AT = 2500;
const SMALL = 2.2; // device pixels: a disc of a smaller radius looks like a square of the same area, which is drawn in half the time
const SQUARE = Math.sqrt(Math.PI) / 2; // half the side of that square, for radius 1

/**
 * Draws a frame.
 *
 * @param context of the canvas, scaled to CSS pixels
 * @param scene {data, order, radii, coloring, lit, marks, active, ink}: order lists items by popularity, the most popular first; lit is
 *     the one group to show, or null; marks maps items to "mine", "pick" or "chosen"; active is the item that is pointed at, or −1
 */
export function paint(context, camera, scene) {
  const { width, height } = camera;
  context.clearRect(0, 0, width, height);
  const growth = Math.min(3.2, camera.zoom ** 0.42) * Math.min(1, Math.max(0.7, Math.min(width, height) / 700));
  const seen = visible(camera, scene, growth);
  paintPoints(context, scene, seen, growth);
  paintMarks(context, scene, seen, growth);
  paintNames(context, camera, scene, seen, growth);
}

/** The items on the screen, the most popular first, with their places. */
function visible(camera, scene, growth) {
  const { data, order } = scene;
  const seen = [];
  for (const k of order) {
    const x = camera.screenX(data.x[k]);
    const y = camera.screenY(data.y[k]);
    if (x > -20 && y > -20 && x < camera.width + 20 && y < camera.height + 20) {
      seen.push({ k, x, y, r: scene.radii[k] * growth });
    }
  }
  return seen;
}

function paintPoints(context, scene, seen, growth) {
  const { coloring, lit } = scene;
  const groups = coloring.colors.map(() => []);
  const small = SMALL / context.getTransform().a;
  for (const spot of seen) {
    groups[coloring.groups[spot.k]].push(spot);
  }
  groups.forEach((spots, group) => {
    const isLit = lit === null || lit === group;
    context.globalAlpha = isLit ? 0.82 : 0.1;
    context.fillStyle = coloring.colors[group];
    context.beginPath();
    for (const { x, y, r } of spots) {
      if (r < small) {
        const half = r * SQUARE;
        context.fillRect(x - half, y - half, 2 * half, 2 * half);
      } else {
        context.moveTo(x + r, y);
        context.arc(x, y, r, 0, 2 * Math.PI);
      }
    }
    context.fill();
  });
  context.globalAlpha = 1;
}

function paintMarks(context, scene, seen, growth) {
  const { marks, active, ink } = scene;
  for (const { k, x, y, r } of seen) {
    const mark = marks.get(k);
    if (mark !== undefined) {
      const radius = Math.max(r, 4) + 2.5;
      ring(context, x, y, radius, ink.paper, 5);
      ring(context, x, y, radius, ink[mark], 2.6);
      if (mark === "mine") {
        disc(context, x, y, radius - 3, ink.mine);
      }
    }
    if (k === active) {
      ring(context, x, y, Math.max(r, 4) + 6, ink.text, 2);
    }
  }
}

function ring(context, x, y, radius, color, width) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

function disc(context, x, y, radius, color) {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Names: of marked items first, then of the most popular ones, wherever no other name is in the way. */
function paintNames(context, camera, scene, seen) {
  const { data, marks, lit, coloring, ink, active } = scene;
  const marked = seen.filter(({ k }) => marks.has(k) || k === active);
  const others = seen.slice(0, LOOKED_AT).filter(({ k }) => !marks.has(k) && k !== active && (lit === null || coloring.groups[k] === lit));
  const most = Math.min(MOST_NAMES, Math.round((camera.width * camera.height) / 16000));
  const taken = [];
  context.textBaseline = "middle";
  context.lineJoin = "round";
  let names = 0;
  for (const spot of [...marked, ...others]) {
    const isMarked = marks.has(spot.k) || spot.k === active;
    if (names >= most && !isMarked) {
      break;
    }
    const { name, width } = label(context, data, ink, spot.k, isMarked);
    const gap = Math.max(spot.r, isMarked ? 7 : 0) + GAP;
    const fits = (left) => {
      const box = { left: left - 4, right: left + width + 4, top: spot.y - 10, bottom: spot.y + 10 };
      const isFree = box.left > 0 && box.right < camera.width && taken.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom);
      return isFree ? box : null;
    };
    const right = fits(spot.x + gap);
    const box = right ?? fits(spot.x - gap - width);
    if (box === null) {
      continue;
    }
    taken.push(box);
    context.font = font(ink, isMarked);
    context.strokeStyle = ink.paper;
    context.lineWidth = 3.5;
    context.strokeText(name, box.left + 4, spot.y);
    context.fillStyle = isMarked ? ink.text : ink.soft;
    context.fillText(name, box.left + 4, spot.y);
    names += 1;
  }
}

const font = (ink, isMarked) => `${isMarked ? 650 : 480} ${isMarked ? 13 : 12}px ${ink.font}`;

const kept = new WeakMap();

/** The name of an item as it is drawn, and its width, which is measured once: that takes most of a frame's time. */
function label(context, data, ink, k, isMarked) {
  const isFinal = document.fonts.status === "loaded"; // before, another typeface stands in
  const labels = kept.get(data) ?? [new Map(), new Map()];
  kept.set(data, labels);
  const known = labels[Number(isMarked)].get(k);
  if (known !== undefined) {
    return known;
  }
  context.font = font(ink, isMarked);
  const name = shortened(titleAndYear(nameOf({ id: data.ids[k], title: data.titles[k] })).title);
  const found = { name, width: context.measureText(name).width };
  if (isFinal) {
    labels[Number(isMarked)].set(k, found);
  }
  return found;
}

const shortened = (name) => (name.length > 34 ? `${name.slice(0, 32).trimEnd()}…` : name);

/* The few symbols of the page, as paths on a grid of 24. */
import { svg } from "./dom.js";

const PATHS = {
  star: "M12 2.6l2.9 5.9 6.5.95-4.7 4.58 1.1 6.47L12 17.45 6.2 20.5l1.1-6.47L2.6 9.45l6.5-.95z",
  heart: "M12 20.3s-7.6-4.6-9-9.3C2 7.6 4.2 4.7 7.3 4.7c2 0 3.6 1.1 4.7 2.8 1.1-1.7 2.7-2.8 4.7-2.8 3.1 0 5.3 2.9 4.3 6.3-1.4 4.7-9 9.3-9 9.3z",
};

const STROKES = {
  search: "M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.6 15.6L21 21",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M19.1 4.9l-1.4 1.4M6.3 17.7l-1.4 1.4",
  moon: "M20.5 14.2A8.6 8.6 0 0 1 9.8 3.5a8.6 8.6 0 1 0 10.7 10.7z",
  half: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M12 8l6.5-2M12 12.5l8.5-2.6M12 17l8-2.4",
  you: "M12 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM4 21c.8-4 4-6 8-6s7.2 2 8 6",
  users: "M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20.5c.6-3.6 3.5-5.5 7-5.5s6.4 1.9 7 5.5M16 4.3a4 4 0 0 1 0 7.4M18 15.4c2.2.8 3.6 2.6 4 5.1",
  map: "M9 4L3 6.5v14L9 18l6 2.5 6-2.5V4l-6 2.5zM9 4v14M15 6.5v14",
  model: "M4 20V4M4 20h16M8 16l3.5-5 3.5 2.5L20 6.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  list: "M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  first: "M18 5v14L8 12zM6 5v14",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
};

/** A symbol by its name; what it means is said by the words around it. */
export function icon(name, size = 20) {
  const isFilled = name in PATHS;
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: size, height: size, class: isFilled ? "icon solid" : "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: isFilled ? PATHS[name] : STROKES[name] }),
  );
}

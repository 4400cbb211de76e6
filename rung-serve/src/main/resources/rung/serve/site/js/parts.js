/* A separation, side by side: what came in, its background, what moves, and the mask, all at the same moment. */
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { announce } from "./announce.js";
import { FrameStore } from "./frames.js";
import { change, route } from "./route.js";
import { whole } from "./words.js";

const USUAL_RATE = 25;
const SPEEDS = [0.25, 0.5, 1, 2, 4];

export function partsView({ model }) {
  const store = new FrameStore(model);
  const last = model.frames - 1;
  let number = Math.min(last, Math.max(0, Number(route().parameters.get("frame") ?? 0) || 0));
  let isPlaying = false;
  let speed = 1;
  let ticking = 0;
  let begin = { time: 0, number: 0 };

  const pictures = model.parts.map((name) => {
    const canvas = el("canvas", { width: model.width, height: model.height, role: "img", "aria-label": `${name}, frame 0` });
    return { name, canvas, element: el("figure.part", {}, canvas, el("figcaption", {}, name)) };
  });
  const slider = el("input", { type: "range", min: 0, max: last, step: 1, value: number, "aria-label": "Frame", oninput: (event) => seek(event.target.valueAsNumber) });
  const counter = el("output.counter");
  const playButton = el("button.round.play", { type: "button", onclick: () => setPlaying(!isPlaying) });

  const show = async (wanted) => {
    number = wanted;
    slider.value = wanted;
    const moment = model.rate ? ` · ${(wanted / model.rate).toFixed(1)} s` : "";
    counter.textContent = `${whole(wanted + 1)} of ${whole(model.frames)}${moment}`;
    slider.setAttribute("aria-valuetext", `frame ${wanted + 1} of ${model.frames}`);
    const images = await Promise.all(pictures.map(({ name }) => store.get(name, wanted).catch(() => null)));
    if (number !== wanted) {
      return;
    }
    pictures.forEach(({ name, canvas }, k) => {
      const context = canvas.getContext("2d");
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (images[k]) {
        context.drawImage(images[k], 0, 0, canvas.width, canvas.height);
        canvas.setAttribute("aria-label", `${name}, frame ${wanted + 1}`);
      }
    });
  };

  const seek = (wanted) => {
    begin = { time: performance.now(), number: wanted };
    show(Math.min(last, Math.max(0, wanted)));
    if (!isPlaying) {
      change({ frame: number === 0 ? null : number });
    }
  };

  const tick = (time) => {
    if (!isPlaying) {
      return;
    }
    const rate = (model.rate ?? USUAL_RATE) * speed;
    const wanted = begin.number + Math.floor(((time - begin.time) / 1000) * rate);
    if (wanted > last) {
      begin = { time, number: 0 };
      show(0);
    } else if (wanted > number) {
      const next = store.has(wanted) ? wanted : number + 1; // a frame that is late is waited for
      if (store.has(next)) {
        show(next);
      }
      if (next !== wanted) {
        begin = { time, number: next };
      }
    }
    store.prepare(number + 1);
    ticking = requestAnimationFrame(tick);
  };

  const showButton = () => {
    playButton.replaceChildren(icon(isPlaying ? "pause" : "play", 24));
    playButton.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  };

  const setPlaying = (value) => {
    isPlaying = value;
    showButton();
    cancelAnimationFrame(ticking);
    if (value) {
      begin = { time: performance.now(), number: number === last ? 0 : number };
      ticking = requestAnimationFrame(tick);
    } else {
      change({ frame: number === 0 ? null : number });
    }
    announce(value ? "Playing" : `Paused at frame ${number + 1}`);
  };

  const keys = {
    " ": () => setPlaying(!isPlaying),
    k: () => setPlaying(!isPlaying),
    ArrowLeft: () => seek(number - 1),
    ArrowRight: () => seek(number + 1),
    PageUp: () => seek(number - 25),
    PageDown: () => seek(number + 25),
    Home: () => seek(0),
    End: () => seek(last),
  };
  const onKey = (event) => {
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input:not([type=range])");
    if (isTaken || !keys[event.key] || (event.key === " " && event.target.matches("button, a"))) {
      return;
    }
    event.preventDefault();
    keys[event.key]();
  };
  document.addEventListener("keydown", onKey);

  const speeds = el(
    "select",
    {
      "aria-label": "Speed",
      onchange: (event) => {
        speed = Number(event.target.value);
        begin = { time: performance.now(), number };
      },
    },
    SPEEDS.map((value) => el("option", { value, selected: value === 1 }, `${value}×`)),
  );
  showButton();
  show(number);
  const element = el(
    "div.view.parts",
    {},
    el("h1", {}, model.name),
    el("p.lead", {}, `${whole(model.frames)} frames of ${model.width} × ${model.height}, taken apart.`),
    el("div.part-grid", { "data-parts": model.parts.length }, pictures.map((picture) => picture.element)),
    el("div.player", { role: "group", "aria-label": "Player" }, playButton, slider, counter, speeds),
    el("p.soft.keys", {}, "Space plays and pauses, ← and → step, Home and End jump."),
  );
  return {
    element,
    title: "Parts",
    leave: () => {
      isPlaying = false;
      document.removeEventListener("keydown", onKey);
    },
  };
}

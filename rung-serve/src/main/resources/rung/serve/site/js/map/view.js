/* "Map": all items in two dimensions, what is alike close together; mine and what is recommended marked. */
import { el } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../api.js";
import { notice } from "../announce.js";
import { itemSearch } from "../recommender/search.js";
import { change, route } from "../route.js";
import { isDark, themeChanges } from "../theme.js";
import { count, nameOf, percent } from "../words.js";
import { Camera } from "./camera.js";
import { coloring } from "./coloring.js";
import { listen } from "./gestures.js";
import { mapList } from "./list.js";
import { Painter } from "./paint.js";
import { legend } from "./legend.js";

const NEAR = 14;
const CLOSE_UP = 7;
const HOW_MANY = 20;

/* On phones the panel covers the lower part of the map: what is shown goes up by this part of its height. */
const UNDER_THE_SHEET = 0.22;
const narrow = matchMedia("(max-width: 800px)");

export function mapView({ model, scale, mine }) {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const tip = el("div.tip", { hidden: true, "aria-hidden": "true" });
  const legendBox = el("div.legend");
  const stage = el(
    "div.map-stage",
    {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "map",
      "aria-label": "Map of items. Arrow keys move, plus and minus zoom, 0 shows all, Enter opens the item in the middle. The same as a list: press List.",
    },
    canvas,
    tip,
  );
  const list = el("div", { hidden: true });
  const painter = new Painter(canvas);
  const camera = new Camera();
  let data = null;
  let scene = null;
  let frame = 0;
  let flown = null;

  /** Paints now, and again in the next frame if names are missing. The attribute says that the picture is as it stays. */
  const paintNow = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (scene?.coloring) {
      if (painter.paint(camera, scene)) {
        canvas.dataset.rests = "true";
      } else {
        draw();
      }
    }
  };
  const draw = () => {
    delete canvas.dataset.rests;
    frame ||= requestAnimationFrame(paintNow);
  };

  const resize = () => {
    const { clientWidth, clientHeight } = stage;
    painter.resize(clientWidth, clientHeight, Math.min(2, devicePixelRatio || 1));
    camera.resize(clientWidth, clientHeight);
    paintNow();
  };

  /** The item nearest to a place on the screen, or −1. */
  const itemAt = ({ x, y }) => {
    let best = -1;
    let least = NEAR * NEAR;
    data?.ids.forEach((_, k) => {
      const distance = (camera.screenX(data.x[k]) - x) ** 2 + (camera.screenY(data.y[k]) - y) ** 2;
      if (distance < least) {
        least = distance;
        best = k;
      }
    });
    return best;
  };

  const point = (place) => {
    const k = place === null ? -1 : itemAt(place);
    tip.hidden = k < 0;
    stage.classList.toggle("pointing", k >= 0);
    if (!scene || k === scene.active) {
      return;
    }
    scene.active = k;
    if (k >= 0) {
      tip.replaceChildren(
        el("strong", {}, nameOf({ id: data.ids[k], title: data.titles[k] })),
        ...Object.values(data.columns ?? {}).map((column) => el("span", {}, String(column[k] ?? "").replaceAll("|", " · "))),
        el("span", {}, `${count(data.users[k], "person", "people")}, ${percent(data.users[k] / model.users)}`),
      );
      const x = camera.screenX(data.x[k]);
      const isRight = x > camera.width / 2;
      tip.classList.toggle("left", isRight);
      tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(camera.screenY(data.y[k]))}px)`;
    }
    draw();
  };

  const tap = (place) => {
    const k = itemAt(place);
    if (k >= 0) {
      change({ item: data.ids[k] }, { keep: true });
    }
  };

  const zoomButton = (symbol, words, action) => el("button.round", { type: "button", "aria-label": words, title: words, onclick: action }, icon(symbol));
  const listButton = el("button.list-switch", { type: "button", "aria-pressed": "false", onclick: () => change({ as: route().parameters.get("as") === "list" ? null : "list" }) }, icon("list", 18), "List");
  const select = el(
    "select",
    { id: "color-by", onchange: (event) => change({ color: event.target.value === "popularity" ? null : event.target.value }) },
    ["popularity", ...(model.columns ?? [])].map((name) => el("option", { value: name }, name)),
  );
  const search = itemSearch({ scale, mine, pick: (item) => change({ item: item.id }, { keep: true }), placeholder: "Find an item" });

  /** What is marked: a user's items and recommendations where the address names one, else mine. */
  const marked = async () => {
    const user = route().parameters.get("user");
    if (user !== null) {
      const [own, picks] = await Promise.all([api.user(user), api.recommendToUser(user, {}, HOW_MANY)]);
      return { own: (own.items ?? []).map((item) => item.id), picks: picks.items.map((item) => item.id), whose: `of user ${user}` };
    }
    const own = mine.list().map((entry) => entry.id);
    if (own.length > 0 && mine.recommendations().length === 0) {
      mine.setRecommended((await api.recommend({ ...mine.question(), n: HOW_MANY })).items);
    }
    return { own, picks: mine.recommendations().map((item) => item.id), whose: "of yours" };
  };

  let marks = { own: [], picks: [], whose: "" };
  const showColors = () => {
    const { parameters } = route();
    const by = parameters.get("color") ?? "popularity";
    select.value = by in (data.columns ?? {}) ? by : "popularity";
    const style = getComputedStyle(stage);
    const ink = Object.fromEntries(["text", "soft", "paper", "mine", "pick", "chosen", "font"].map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]));
    scene = { ...scene, coloring: coloring(data, select.value, isDark()), lit: null, ink };
    legendBox.replaceChildren(
      legend(scene.coloring, marks, ink, (group) => {
        scene.lit = group;
        draw();
      }),
    );
    draw();
  };

  const showPlaces = () => {
    const { parameters } = route();
    const item = parameters.get("item");
    const numbers = new Map(data.ids.map((id, k) => [id, k]));
    const known = (ids) => ids.map((id) => numbers.get(id)).filter((k) => k !== undefined);
    scene.marks = new Map([...known(marks.picks).map((k) => [k, "pick"]), ...known(marks.own).map((k) => [k, "mine"])]);
    const isList = parameters.get("as") === "list";
    listButton.setAttribute("aria-pressed", String(isList));
    stage.hidden = isList;
    legendBox.hidden = isList;
    list.hidden = !isList;
    if (isList) {
      list.replaceChildren(mapList(data, [[`Items ${marks.whose}`, known(marks.own)], ["Recommended", known(marks.picks)], ["Most popular", scene.order]]));
    }
    const k = numbers.get(item);
    if (k !== undefined) {
      scene.marks.set(k, "chosen");
      if (flown !== item) {
        camera.flyTo(data.x[k], data.y[k], Math.max(camera.zoom, CLOSE_UP), narrow.matches ? UNDER_THE_SHEET : 0);
      }
    }
    flown = item;
    draw();
  };

  const update = () => {
    if (data) {
      showColors();
      showPlaces();
    }
  };

  const mark = async () => {
    try {
      marks = await marked();
      update();
    } catch (error) {
      notice(error.message);
    }
  };

  const load = async () => {
    try {
      data = await api.map();
      data.columns ??= {};
      const order = data.ids.map((_, k) => k).sort((one, other) => data.users[other] - data.users[one] || one - other);
      const most = Math.max(1, ...data.users);
      scene = { data, order, radii: data.users.map((users) => 1.5 + 4.2 * Math.sqrt(users / most)), marks: new Map(), active: -1 };
      resize();
      update();
      await mark();
      stage.dataset.ready = "true";
    } catch (error) {
      notice(error.message);
    }
  };

  listen(stage, camera, { point, tap });
  camera.addEventListener("move", draw);
  const observer = new ResizeObserver(resize);
  observer.observe(stage);
  document.fonts.addEventListener("loadingdone", draw);
  themeChanges.addEventListener("change", update);
  mine.addEventListener("change", mark);
  load();

  const element = el(
    "div.view.map",
    {},
    el("h1.unseen", {}, "Map"),
    el("div.map-bar", {}, search.element, el("label.color-by", { for: "color-by" }, el("span", {}, "Color by"), select), listButton),
    el(
      "div.map-box",
      {},
      stage,
      el("div.zoom", { role: "group", "aria-label": "Zoom" }, zoomButton("plus", "Zoom in", () => camera.zoomAt(1.6)), zoomButton("minus", "Zoom out", () => camera.zoomAt(1 / 1.6)), zoomButton("fit", "Show all", () => camera.flyTo(0, 0, 1))),
      legendBox,
      list,
    ),
  );
  return {
    element,
    title: "Map",
    update,
    leave: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.fonts.removeEventListener("loadingdone", draw);
      themeChanges.removeEventListener("change", update);
      mine.removeEventListener("change", mark);
    },
  };
}

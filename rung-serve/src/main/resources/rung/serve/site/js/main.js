/* The page: asks which model is served, and shows the view that the address names. */
import { el } from "./dom.js";
import { icon } from "./icons.js";
import * as api from "./api.js";
import { Mine } from "./recommender/mine.js";
import { scaleOf } from "./recommender/scale.js";
import { themeButton } from "./theme.js";
import { link, route } from "./route.js";
import { youView } from "./recommender/you.js";
import { userView, usersView } from "./recommender/users.js";
import { mapView } from "./map/view.js";
import { reportView } from "./report.js";
import { partsView } from "./parts.js";
import { tableView } from "./table.js";
import { itemPanel } from "./recommender/panel.js";

/* Name, words and symbol of each view, for each kind of what is served; the first is the first page. */
const TABS = {
  recommender: [
    ["you", "For you", "you"],
    ["users", "Users", "users"],
    ["map", "Map", "map"],
    ["model", "Model", "model"],
  ],
  separation: [["parts", "Parts", "play"]],
  table: [["table", "Table", "table"]],
};

const VIEWS = { you: youView, map: mapView, model: reportView, parts: partsView, table: tableView };

function viewFor(name, parts) {
  return name === "users" ? (parts.length > 1 ? userView : usersView) : VIEWS[name];
}

function showTabs(tabs, name) {
  const nav = document.getElementById("tabs");
  nav.hidden = tabs.length < 2;
  nav.replaceChildren(
    ...tabs.map(([view, words, symbol]) => el("a", { href: link([view]), "aria-current": view === name ? "page" : null }, icon(symbol), el("span", {}, words))),
  );
}

async function start() {
  const main = document.getElementById("main");
  document.getElementById("tools").append(themeButton());
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  let model;
  try {
    model = await api.model();
  } catch (error) {
    main.replaceChildren(el("div.view.failed", {}, el("h1", {}, "Nothing to show"), el("p.lead", { role: "alert" }, error.message)));
    return;
  }
  document.getElementById("model-name").textContent = model.name;
  const tabs = TABS[model.kind];
  const scale = scaleOf(model);
  const context = { model, scale, mine: new Mine(model.name, scale) };
  const panel = model.kind === "recommender" ? itemPanel(context) : null;
  if (panel) {
    document.getElementById("side").append(panel.element);
  }
  let view = null;
  let shown = "";

  const show = () => {
    const { parts } = route();
    const name = tabs.some(([known]) => known === parts[0]) ? parts[0] : tabs[0][0];
    const key = JSON.stringify([name, ...parts.slice(1)]);
    if (key === shown) {
      view?.update?.();
    } else {
      const isFirst = shown === "";
      shown = key;
      view?.leave?.();
      showTabs(tabs, name);
      view = viewFor(name, parts)(context);
      main.replaceChildren(view.element);
      document.body.dataset.view = name;
      document.title = `${view.title} · ${model.name} · Rung`;
      scrollTo(0, 0);
      if (!isFirst) {
        main.focus({ preventScroll: true });
      }
    }
    panel?.sync();
  };
  window.addEventListener("hashchange", show);
  show();
}

start();

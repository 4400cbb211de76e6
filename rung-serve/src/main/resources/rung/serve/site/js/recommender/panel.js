/* The panel of one item: what it is, why it is recommended, what is like it, and its rating. Opened by ?item= in the address. */
import { el } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../api.js";
import { change, link, route } from "../route.js";
import { tile } from "./tile.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { columnValues, columnWords, expectation, popularity, titleWords } from "./picks.js";
import { notice } from "../announce.js";
import { count, nameOf, titleAndYear } from "../words.js";

const HOW_MANY = 12;
const narrow = matchMedia("(max-width: 800px)");

/** The panel; sync() shows what the address says. */
export function itemPanel({ model, scale, mine }) {
  const element = el("aside.panel", { "aria-label": "Item", hidden: true, tabindex: "-1" });
  let shown = null;
  let opener = null;
  let asking = new AbortController();
  let explainAgain = () => {};
  let rateShown = () => {};
  let by = model.hasPreferences ? "preference" : "rating";

  const close = () => change({ item: null }, { keep: false });
  rateByKeys(element, scale, { rate: (value) => rateShown(value) });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
    }
  });

  const hide = () => {
    asking.abort();
    shown = null;
    element.hidden = true;
    document.body.classList.remove("with-panel");
    setBehind(false);
    if (opener?.isConnected) {
      opener.focus({ preventScroll: true });
    }
    opener = null;
  };

  const sync = async () => {
    const id = route().parameters.get("item");
    const place = `${id} ${userOf()}`;
    if (place === shown) {
      return;
    }
    if (id === null) {
      if (shown !== null) {
        hide();
      }
      return;
    }
    if (shown === null) {
      opener = document.activeElement;
    }
    shown = place;
    asking.abort();
    asking = new AbortController();
    try {
      const { item, because } = await told(id, asking.signal);
      render(item, because);
    } catch (error) {
      if (!api.isAborted(error)) {
        notice(error.message);
        close();
      }
    }
  };

  /** The item, and why it is recommended to me or to the user who is looked at. */
  const told = async (id, signal) => {
    const user = userOf();
    if (user !== null) {
      const answer = await api.explain(user, id, signal).catch(() => null);
      if (answer !== null) {
        return { item: { ...(await api.item(id, signal)), ...answer.item }, because: answer.because };
      }
    }
    const item = await api.item(id, signal);
    const recommended = user === null ? mine.recommended(id) : undefined;
    return { item: { ...item, ...recommended }, because: recommended?.because ?? [] };
  };

  const render = (item, because) => {
    const rating = ratingOf(item);
    const measures = el("div.panel-measures", {}, measuresOf(item));
    const reasons = el("div", {}, why(because));
    const body = el("div.panel-body", {}, head(item, measures, rating.element), reasons, similarItems(item));
    rateShown = rating.rate;
    element.replaceChildren(body);
    explainAgain = () => {
      const recommended = mine.recommended(item.id);
      measures.replaceChildren(...measuresOf({ ...item, ...recommended }));
      reasons.replaceChildren(why(recommended?.because));
    };
    element.setAttribute("aria-label", nameOf(item));
    element.hidden = false;
    element.scrollTop = 0;
    document.body.classList.add("with-panel");
    setBehind(narrow.matches && route().parts[0] !== "map");
    element.focus({ preventScroll: true });
  };

  /** The control that rates the item, which shows what it did. */
  const ratingOf = (item) => {
    const box = el("div.panel-rate");
    const show = () => {
      const value = mine.rating(item.id);
      box.replaceChildren(
        el("span.label", { "aria-hidden": "true" }, scale.hasRatings ? "Your rating" : "Yours"),
        ratingControl({ scale, name: nameOf(item), value, rate }),
        value === undefined ? "" : el("button.quiet", { type: "button", onclick: () => rate(undefined) }, "Remove"),
      );
    };
    const rate = (value) => {
      const hadFocus = box.contains(document.activeElement);
      if (value === undefined) {
        mine.remove(item.id);
      } else {
        mine.rate(item, value);
      }
      show();
      if (hadFocus) {
        box.querySelector("input:checked, button, input")?.focus();
      }
    };
    show();
    return { element: box, rate };
  };

  const head = (item, measures, rating) =>
    el(
      "header.panel-head",
      {},
      el("button.round.panel-close", { type: "button", "aria-label": "Close", onclick: close }, icon("close")),
      tile(item),
      el("h2", {}, titleWords(item)),
      columns(item),
      measures,
      rating,
      el("a.to-map", { href: link(["map"], { item: item.id }) }, icon("map", 16), "Show on the map"),
    );

  const similarItems = (item) => {
    const list = el("ul.similar", { "aria-busy": "true" });
    const load = async () => {
      try {
        const { items } = await api.similar(item.id, by, HOW_MANY, asking.signal);
        list.replaceChildren(...items.map(similarItem));
      } catch (error) {
        if (!api.isAborted(error)) {
          list.replaceChildren(el("li.soft", {}, error.message));
        }
      }
      list.setAttribute("aria-busy", "false");
    };
    load();
    const choice = (value, words) => {
      const input = el("input", { type: "radio", name: "similar-by", value, onchange: () => ((by = value), load()) });
      input.checked = by === value;
      return el("label", {}, input, el("span", {}, words));
    };
    const both = model.hasRatings && model.hasPreferences;
    return el(
      "section",
      { "aria-labelledby": "similar-title" },
      el("div.row", {}, el("h3", { id: "similar-title" }, "Similar"), both ? el("fieldset.switch.small", {}, el("legend.unseen", {}, "Similar by"), choice("preference", "Chosen alike"), choice("rating", "Rated alike")) : null),
      list,
    );
  };

  mine.addEventListener("recommended", () => shown !== null && userOf() === null && explainAgain());
  return { element, sync };
}

/** The user who is looked at, or null. */
function userOf() {
  const { parts, parameters } = route();
  return parts[0] === "users" ? (parts[1] ?? null) : parameters.get("user");
}

/** Whether what lies behind the panel can be reached: not where the panel covers it. */
function setBehind(isCovered) {
  document.querySelector("main").inert = isCovered;
  document.querySelector("header.top").inert = isCovered;
}

function measuresOf(item) {
  const people = item.users === undefined ? null : el("span.soft", {}, count(item.users, "person", "people"));
  return [expectation(item), popularity(item), people].filter((measure) => measure !== null);
}

function columns(item) {
  const values = columnValues(item);
  return values.length === 0 ? null : el("ul.chips", { "aria-label": "About it" }, values.map((value) => el("li", {}, value)));
}

function why(because = []) {
  if (because.length === 0) {
    return "";
  }
  const most = Math.max(...because.map((reason) => Math.abs(reason.part)), 1e-9);
  return el(
    "section.reasons",
    { "aria-labelledby": "why-title" },
    el("h3", { id: "why-title" }, "Because of"),
    el(
      "ul",
      {},
      because.map((reason) => {
        const bar = el("span.meter", { "aria-hidden": "true" }, el("span"));
        bar.firstChild.style.width = `${(100 * Math.abs(reason.part)) / most}%`;
        return el("li", {}, el("span", {}, titleAndYear(nameOf(reason)).title), bar);
      }),
    ),
  );
}

function similarItem(item) {
  const words = columnWords(item);
  return el(
    "li",
    {},
    el(
      "button.similar-item",
      { type: "button", onclick: () => change({ item: item.id }, { keep: true }) },
      tile(item),
      el("span.similar-words", {}, el("span.similar-title", {}, titleWords(item)), words === "" ? null : el("span.columns", {}, words)),
    ),
    popularity(item),
  );
}

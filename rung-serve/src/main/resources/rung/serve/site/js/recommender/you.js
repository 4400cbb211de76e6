/* "For you": rate a handful, and see at once what the model makes of it. */
import { el } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../api.js";
import { announce, notice } from "../announce.js";
import { itemSearch } from "./search.js";
import { pickList, titleButton } from "./picks.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { keeping } from "./keeping.js";
import { starters } from "./starters.js";
import { tile } from "./tile.js";
import { wish, wishControls } from "./wish.js";
import { count, nameOf } from "../words.js";

const HOW_MANY = 20;

export function youView({ model, scale, mine }) {
  const list = pickList("Recommended for you", { scale, rate: (item, value) => rate(item, value) });
  const rated = el("ul.rated", { "aria-label": scale.hasRatings ? "Your ratings" : "What you chose" });
  const ratedHead = el("div.row");
  const note = el("p.soft");
  const picks = el("section.recommended", { "aria-labelledby": "picks-title" });
  const start = starters({ scale, mine, rate: (item, value) => rate(item, value) });
  const kept = keeping({ model, mine });
  let asking = new AbortController();
  let asked = "";

  const rate = (item, value) => {
    if (value === undefined) {
      mine.remove(item.id);
      announce(`${nameOf(item)} removed`);
    } else {
      mine.rate(item, value);
      announce(scale.hasRatings ? `${nameOf(item)} rated ${value} of ${scale.high}` : `${nameOf(item)} chosen`);
    }
  };

  const search = itemSearch({ scale, mine, rate, pick: (item) => showDraft(item) });

  /** An item that was found, not rated yet: its stars wait for the next key or tap. */
  const draft = el("div.draft", { hidden: true });
  const showDraft = (item) => {
    const done = (value) => {
      draft.hidden = true;
      rate(item, value);
      search.input.focus();
    };
    if (!scale.hasRatings) {
      done(1);
      return;
    }
    const box = el("div.rated-item", { tabindex: "-1" }, tile(item), el("div.rated-words", {}, titleButton(item), el("p.soft", {}, "How did you like it?")), ratingControl({ scale, name: nameOf(item), value: mine.rating(item.id), rate: done }));
    rateByKeys(box, scale, { rate: done, remove: () => ((draft.hidden = true), search.input.focus()) });
    draft.replaceChildren(box);
    draft.hidden = false;
    box.querySelector("input")?.focus();
  };

  const ratedItem = (entry) => {
    const name = nameOf(entry);
    const element = el(
      "li.rated-item",
      { "data-id": entry.id, class: entry.isUnknown ? "rated-item unknown" : "rated-item" },
      tile(entry),
      el("div.rated-words", {}, entry.isUnknown ? el("span.title", {}, name) : titleButton(entry), entry.isUnknown ? el("p.soft", {}, "not in this model") : null),
      ratingControl({ scale, name, value: entry.rating, rate: (value) => rate(entry, value) }),
      el("button.round.small", { type: "button", "aria-label": `Remove ${name}`, onclick: () => rate(entry, undefined) }, icon("close", 16)),
    );
    rateByKeys(element, scale, { rate: (value) => rate(entry, value), remove: () => rate(entry, undefined) });
    return element;
  };

  const showRated = () => {
    const focused = rated.contains(document.activeElement) ? document.activeElement.closest("li").dataset.id : undefined;
    const wasRadio = document.activeElement?.type === "radio";
    const entries = mine.list();
    rated.replaceChildren(...entries.map(ratedItem));
    ratedHead.replaceChildren(
      el("h2", {}, scale.hasRatings ? "Your ratings" : "Your choice"),
      el("span.count", {}, String(entries.length)),
      entries.length === 0 ? "" : el("button.quiet", { type: "button", onclick: () => confirm("Remove all of your ratings from this page?") && mine.clear() }, "Start over"),
    );
    if (focused !== undefined) {
      const same = [...rated.children].find((child) => child.dataset.id === focused);
      (same?.querySelector(wasRadio ? "input:checked" : "button") ?? search.input).focus({ preventScroll: true });
    }
  };

  const ask = async () => {
    const body = { ...mine.question(), n: HOW_MANY, ...wish(model) };
    const key = JSON.stringify(body);
    if (key === asked) {
      return;
    }
    asked = key;
    asking.abort();
    asking = new AbortController();
    if (mine.size === 0) {
      mine.setRecommended([]);
      list.show([]);
      return;
    }
    list.element.setAttribute("aria-busy", "true");
    try {
      const { items, unknown = [] } = await api.recommend(body, asking.signal);
      if (unknown.length > 0) {
        mine.setUnknown(unknown);
        showRated();
      }
      mine.setRecommended(items);
      list.show(items);
      note.textContent = items.length === 0 ? "Nothing is left to recommend." : `${model.name} has never seen you: this comes from ${count(mine.size, scale.hasRatings ? "rating" : "item")}, without training.`;
      announce(`${count(items.length, "recommendation")}, first ${items.slice(0, 3).map(nameOf).join(", ")}`);
      list.element.setAttribute("aria-busy", "false");
    } catch (error) {
      if (!api.isAborted(error)) {
        asked = "";
        list.element.setAttribute("aria-busy", "false");
        notice(error.message);
      }
    }
  };

  const show = () => {
    const isEmpty = mine.size === 0;
    element.classList.toggle("empty", isEmpty);
    picks.hidden = isEmpty;
    start.show();
    kept.show();
    showRated();
    ask();
  };

  picks.append(
    el("div.row.picks-head", {}, el("h2", { id: "picks-title" }, "Recommended for you"), wishControls(model, true)),
    note,
    list.element,
  );
  const element = el(
    "div.view.you",
    {},
    el(
      "section.mine",
      { "aria-label": "What you like" },
      el("h1", {}, "What do you like?"),
      el("p.lead", {}, scale.hasRatings ? "Rate a handful. The list changes with each." : "Choose a handful. The list changes with each."),
      search.element,
      draft,
      start.element,
      el("div.mine-list", {}, ratedHead, rated, kept.element),
    ),
    picks,
  );
  mine.addEventListener("change", show);
  show();
  return { element, title: "For you", update: ask, leave: () => mine.removeEventListener("change", show) };
}

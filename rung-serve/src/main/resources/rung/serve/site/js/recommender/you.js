/* "For you": rate a handful, and see at once what the model makes of it. */
import { el } from "../dom.js";
import * as api from "../api.js";
import { announce, notice } from "../announce.js";
import { itemSearch } from "./search.js";
import { pickList, titleButton } from "./picks.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { jump } from "./jump.js";
import { keeping } from "./keeping.js";
import { ratedList } from "./rated.js";
import { starters } from "./starters.js";
import { tile } from "./tile.js";
import { wish, wishControls } from "./wish.js";
import { count, nameOf } from "../words.js";

const HOW_MANY = 20;

export function youView({ model, scale, mine }) {
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
  const start = starters({ scale, mine, rate });
  const rated = ratedList({ scale, mine, rate, leave: () => search.input.focus() });
  const kept = keeping({ model, mine });
  const list = pickList("Recommended for you", { scale, rate });
  const note = el("p.soft");
  let asking = new AbortController();
  let asked = "";

  /** An item that was found, not rated yet: its stars wait for the next key or tap. */
  const draft = el("div.draft", { hidden: true });
  const showDraft = (item) => {
    const done = (value) => {
      draft.hidden = true;
      rate(item, value);
      search.input.focus();
    };
    const give = () => {
      draft.hidden = true;
      search.input.focus();
    };
    if (!scale.hasRatings) {
      done(1);
      return;
    }
    const box = el(
      "div.rated-item",
      {},
      tile(item),
      el("div.rated-words", {}, titleButton(item), el("p.soft", {}, "How did you like it?")),
      ratingControl({ scale, name: nameOf(item), value: mine.rating(item.id), rate: done }),
    );
    rateByKeys(box, scale, { rate: done, remove: give });
    draft.replaceChildren(box);
    draft.hidden = false;
    box.querySelector("input")?.focus();
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
      showPicks([]);
      return;
    }
    list.element.setAttribute("aria-busy", "true");
    try {
      const { items, unknown = [] } = await api.recommend(body, asking.signal);
      if (unknown.length > 0) {
        mine.setUnknown(unknown);
        rated.show();
      }
      showPicks(items);
      announce(`${count(items.length, "recommendation")}, first ${items.slice(0, 3).map(nameOf).join(", ")}`);
    } catch (error) {
      if (!api.isAborted(error)) {
        asked = "";
        notice(error.message);
      }
    }
    list.element.setAttribute("aria-busy", "false");
  };

  const showPicks = (items) => {
    mine.setRecommended(items);
    list.show(items);
    toPicks.show(items);
    note.textContent =
      items.length === 0
        ? "Nothing is left to recommend."
        : `From ${count(mine.size, scale.hasRatings ? "rating" : "item")} of yours, which the model has never seen: nothing was trained again.`;
  };

  const picks = el(
    "section.recommended",
    { "aria-labelledby": "picks-title" },
    el("div.row.picks-head", {}, el("h2", { id: "picks-title" }, "Recommended for you"), wishControls(model, true)),
    note,
    list.element,
  );
  const toPicks = jump(picks);
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
      rated.element,
      kept.element,
    ),
    picks,
    toPicks.element,
  );

  const show = () => {
    element.classList.toggle("empty", mine.size === 0);
    picks.hidden = mine.size === 0;
    start.show();
    kept.show();
    rated.show();
    ask();
  };
  mine.addEventListener("change", show);
  show();
  return {
    element,
    title: "For you",
    update: ask,
    leave: () => {
      mine.removeEventListener("change", show);
      toPicks.leave();
    },
  };
}

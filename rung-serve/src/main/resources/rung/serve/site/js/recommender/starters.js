/* What to begin with: popular items, a few at a time, until there are enough ratings. */
import { el } from "../dom.js";
import * as api from "../api.js";
import { notice } from "../announce.js";
import { tile } from "./tile.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { columnWords, titleButton } from "./picks.js";
import { nameOf } from "../words.js";

const narrow = matchMedia("(max-width: 1000px)");
const atOnce = (mine) => (mine.size > 0 && narrow.matches ? 2 : mine.size > 0 ? 4 : 6);
const SUPPLY = 60;
const ENOUGH = 5;

/** The box of starters; show() fills it again with what is not rated yet. */
export function starters({ scale, mine, rate }) {
  const list = el("ul.starters");
  const element = el(
    "section.start",
    { "aria-labelledby": "start-title", hidden: true },
    el("div.row", {}, el("h2", { id: "start-title" }, "Many people know these"), el("button.quiet", { type: "button", onclick: () => other() }, "Show others")),
    list,
  );
  let supply = null;
  let first = 0;

  const other = () => {
    first += atOnce(mine);
    show();
  };

  const starter = (item) => {
    const words = columnWords(item);
    const element = el(
      "li.starter",
      { "data-id": item.id },
      tile(item),
      el("div.rated-words", {}, titleButton(item), words === "" ? null : el("p.columns", {}, words)),
      ratingControl({ scale, name: nameOf(item), rate: (value) => rate(item, value) }),
    );
    rateByKeys(element, scale, { rate: (value) => rate(item, value) });
    return element;
  };

  const show = async () => {
    element.hidden = mine.size >= ENOUGH;
    if (element.hidden) {
      return;
    }
    try {
      supply ??= (await api.findItems("", SUPPLY)).items;
      const left = supply.filter((item) => mine.rating(item.id) === undefined);
      const begin = left.length === 0 ? 0 : first % left.length;
      const focused = list.contains(document.activeElement) ? [...list.children].findIndex((child) => child.contains(document.activeElement)) : -1;
      list.replaceChildren(...[...left.slice(begin), ...left.slice(0, begin)].slice(0, atOnce(mine)).map(starter));
      if (focused >= 0) {
        list.children[Math.min(focused, list.children.length - 1)]?.querySelector("button")?.focus({ preventScroll: true });
      }
    } catch (error) {
      notice(error.message);
    }
  };

  return { element, show };
}

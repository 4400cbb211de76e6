/* The list of what I rated, the latest first; the older ones on demand. */
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { titleButton } from "./picks.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { tile } from "./tile.js";
import { nameOf } from "../words.js";

const narrow = matchMedia("(max-width: 720px)");
const SHOWN = 8;
const SHOWN_NARROW = 3;

/**
 * Makes the list; show() brings it up to date.
 *
 * @param rate rates an item, or removes it where the rating is undefined: (item, rating)
 * @param leave moves the focus where the element that had it is gone
 */
export function ratedList({ scale, mine, rate, leave }) {
  const list = el("ul.rated", { "aria-label": scale.hasRatings ? "Your ratings" : "What you chose" });
  const head = el("div.row");
  const more = el("button.quiet.more", { type: "button", onclick: () => ((areAllShown = true), show()) });
  let areAllShown = false;

  const entry = (item) => {
    const name = nameOf(item);
    const element = el(
      "li.rated-item",
      { "data-id": item.id },
      tile(item),
      item.isUnknown
        ? el("div.rated-words", {}, el("span.title", {}, name), el("p.soft", {}, "not in this model"))
        : el("div.rated-words", {}, titleButton(item)),
      ratingControl({ scale, name, value: item.rating, rate: (value) => rate(item, value) }),
      el("button.round.small", { type: "button", "aria-label": `Remove ${name}`, onclick: () => rate(item, undefined) }, icon("close", 16)),
    );
    element.classList.toggle("unknown", item.isUnknown);
    rateByKeys(element, scale, { rate: (value) => rate(item, value), remove: () => rate(item, undefined) });
    return element;
  };

  const startOver = () => {
    if (confirm("Remove all of your ratings from this page?")) {
      mine.clear();
    }
  };

  const show = () => {
    const focused = list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.id : undefined;
    const wasRadio = document.activeElement?.type === "radio";
    const entries = mine.list();
    const limit = areAllShown ? entries.length : narrow.matches ? SHOWN_NARROW : SHOWN;
    list.replaceChildren(...entries.slice(0, limit).map(entry));
    more.hidden = entries.length <= limit;
    more.textContent = `Show all ${entries.length}`;
    head.replaceChildren(
      el("h2", {}, scale.hasRatings ? "Your ratings" : "Your choice"),
      el("span.count", {}, String(entries.length)),
      entries.length === 0 ? "" : el("button.quiet", { type: "button", onclick: startOver }, "Start over"),
    );
    if (focused !== undefined) {
      const same = [...list.children].find((child) => child.dataset.id === focused);
      const target = same?.querySelector(wasRadio ? "input:checked" : "button");
      if (target) {
        target.focus({ preventScroll: true });
      } else {
        leave();
      }
    }
  };

  return { element: el("div.mine-list", {}, head, list, more), show };
}

/* The search for items: found items can be rated where they are listed, by a digit or a tap on a star. */
import { el } from "../dom.js";
import * as api from "../api.js";
import { combobox } from "../combobox.js";
import { tappableStars } from "./stars.js";
import { ratingOfKey } from "./scale.js";
import { tile } from "./tile.js";
import { columnWords, titleWords } from "./picks.js";

const HOW_MANY = 8;

/**
 * Makes the field.
 *
 * @param scale the scale of the model
 * @param mine what I rated
 * @param rate rates an item: (item, rating); absent where items are only picked
 * @param pick is called with an item that was picked without a rating
 */
export function itemSearch({ scale, mine, rate, pick, placeholder = "Search titles or ids" }) {
  return combobox({
    label: "Search items",
    placeholder,
    noun: "item",
    hint: rate && scale.hasRatings ? `Arrow down to an item, then a digit rates it, or Enter opens it.` : "Arrow down to an item, Enter picks it.",
    find: async (text, signal) => (await api.findItems(text, HOW_MANY, signal)).items,
    render: (item) => {
      const words = columnWords(item);
      return [
        tile(item),
        el("span.option-words", {}, el("span.option-title", {}, titleWords(item)), words === "" ? null : el("span.columns", {}, words)),
        rate ? tappableStars(scale, mine.rating(item.id)) : null,
      ];
    },
    pick: (item, event) => {
      const level = Number(event.target.closest?.("[data-level]")?.dataset.level);
      if (rate && level > 0) {
        rate(item, level);
      } else {
        pick(item);
      }
    },
    onKey: (item, event) => {
      const rating = rate && !event.ctrlKey && !event.metaKey && !event.altKey ? ratingOfKey(scale, event.key) : undefined;
      if (rating === undefined) {
        return false;
      }
      rate(item, rating);
      return true;
    },
  });
}

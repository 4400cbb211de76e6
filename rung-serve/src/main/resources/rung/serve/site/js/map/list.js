/* The map in words, for those who cannot see it or would rather read: marked items, and the most popular ones of what is seen. */
import { el } from "../dom.js";
import { titleButton } from "../recommender/picks.js";
import { tile } from "../recommender/tile.js";
import { count } from "../words.js";

const MOST = 60;

/** The lists: sections of [heading, items of the data by number]. */
export function mapList(data, sections) {
  const entry = (k) => {
    const item = { id: data.ids[k], title: data.titles[k] };
    return el("li.rated-item", {}, tile(item), el("div.rated-words", {}, titleButton(item)), el("span.soft.number", {}, count(data.users[k], "person", "people")));
  };
  return el(
    "div.map-list",
    {},
    sections
      .filter(([, items]) => items.length > 0)
      .map(([heading, items]) => el("section", {}, el("h2", {}, heading), el("ul.rated", {}, items.slice(0, MOST).map(entry)))),
  );
}

/* "Users": any user of the model, what they have and what is recommended to them. */
import { el } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../api.js";
import { announce, notice } from "../announce.js";
import { combobox } from "../combobox.js";
import { pickList, titleButton } from "./picks.js";
import { ratingShown } from "./stars.js";
import { go, link, route } from "../route.js";
import { tile } from "./tile.js";
import { wish, wishControls } from "./wish.js";
import { count, nameOf, oneDigit } from "../words.js";

const HOW_MANY = 20;
const AT_ONCE = 40;
const SHOWN = 24;

const noun = (model) => (model.hasRatings ? "rating" : "item");

function userSearch(model) {
  return combobox({
    label: "Search users",
    placeholder: "Search users by id",
    noun: "user",
    hint: "Arrow down to a user, Enter opens it.",
    find: async (text, signal) => (await api.findUsers(text, 8, signal)).users,
    render: (user) => [el("span.option-words", {}, el("span.option-title", {}, user.id), el("span.columns", {}, count(user.count, noun(model))))],
    pick: (user) => go(["users", user.id]),
  });
}

/** The view of all users: some to look at. */
export function usersView({ model }) {
  const list = el("ul.user-cards", { "aria-label": "Some users" });
  const load = async () => {
    try {
      const { users } = await api.findUsers("", SHOWN);
      list.replaceChildren(
        ...users.map((user) => el("li", {}, el("a.user-card", { href: link(["users", user.id]) }, el("strong", {}, user.id), el("span.soft", {}, count(user.count, noun(model)))))),
      );
    } catch (error) {
      notice(error.message);
    }
  };
  load();
  return {
    element: el(
      "div.view.users",
      {},
      el("h1", {}, "Users"),
      el("p.lead", {}, `The model knows ${count(model.users, "user")}. Look at what they have, and at what it would recommend to them.`),
      userSearch(model).element,
      list,
    ),
    title: "Users",
  };
}

/** The view of one user. */
export function userView({ model, scale }) {
  const id = route().parts[1];
  const list = pickList(`Recommended to user ${id}`);
  const items = el("ul.rated", { "aria-label": `Items of user ${id}` });
  const more = el("button.more", { type: "button", hidden: true }, "Show more");
  const summary = el("p.lead", { role: "status" });
  const picks = el(
    "section.recommended",
    { "aria-labelledby": "picks-title" },
    el("div.row.picks-head", {}, el("h2", { id: "picks-title" }, "Recommended"), wishControls(model, false)),
    list.element,
  );
  let asking = new AbortController();
  let asked = "";

  const ask = async () => {
    const wanted = wish(model);
    if (JSON.stringify(wanted) === asked) {
      return;
    }
    asked = JSON.stringify(wanted);
    asking.abort();
    asking = new AbortController();
    try {
      const answer = await api.recommendToUser(id, wanted, HOW_MANY, asking.signal);
      list.show(answer.items);
      announce(`${count(answer.items.length, "recommendation")}, first ${answer.items.slice(0, 3).map(nameOf).join(", ")}`);
    } catch (error) {
      if (!api.isAborted(error)) {
        picks.hidden = true;
        notice(error.message);
      }
    }
  };

  const show = async () => {
    try {
      const user = await api.user(id);
      summary.textContent = count(user.count, noun(model));
      const all = [...(user.items ?? [])].sort((one, other) => (other.rating ?? other.prediction ?? 0) - (one.rating ?? one.prediction ?? 0));
      const append = () => {
        items.append(...all.slice(items.children.length, items.children.length + AT_ONCE).map((item) => ownItem(item, scale)));
        more.hidden = items.children.length >= all.length;
      };
      more.addEventListener("click", append);
      append();
    } catch (error) {
      summary.textContent = error.message;
    }
  };

  show();
  ask();
  const element = el(
    "div.view.you.user",
    {},
    el(
      "section.mine",
      { "aria-label": "The user" },
      el("a.back", { href: link(["users"]) }, "All users"),
      el("h1", {}, `User ${id}`),
      summary,
      userSearch(model).element,
      el("a.to-map", { href: link(["map"], { user: id }) }, icon("map", 16), "Show on the map"),
    ),
    picks,
    el("section.mine-list", { "aria-labelledby": "has-title" }, el("div.row", {}, el("h2", { id: "has-title" }, "Has")), items, more),
  );
  return { element, title: `User ${id}`, update: ask };
}

function ownItem(item, scale) {
  const given = item.rating !== undefined && scale.hasRatings;
  return el(
    "li.rated-item",
    { "data-id": item.id },
    tile(item),
    el("div.rated-words", {}, titleButton(item)),
    given ? ratingShown(scale, item.rating) : null,
    !given && item.prediction !== undefined ? el("span.soft.number", { title: "The rating that the model expects" }, `expected ${oneDigit(item.prediction)}`) : null,
  );
}

/* Keeping my ratings on the server, under a name, where it was started with --log. */
import { el } from "../dom.js";
import * as api from "../api.js";
import { announce, notice } from "../announce.js";
import { link } from "../route.js";
import { count } from "../words.js";

const KEY = "rung.name";

/** The form, or nothing where the server keeps no ratings; show() brings it up to date. */
export function keeping({ model, mine }) {
  if (!model.keepsRatings || !model.hasRatings) {
    return { element: "", show: () => {} };
  }
  const input = el("input", { type: "text", id: "keep-name", maxlength: 100, required: true, autocomplete: "nickname", placeholder: "a name", value: localStorage.getItem(KEY) ?? "" });
  const said = el("p.soft", { role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    const user = input.value.trim();
    const ratings = mine.list().filter((entry) => !entry.isUnknown);
    try {
      for (const entry of ratings) {
        await api.keepRating({ user, item: entry.id, rating: entry.rating });
      }
      localStorage.setItem(KEY, user);
      announce(`${count(ratings.length, "rating")} kept`);
      said.replaceChildren(`${count(ratings.length, "rating")} kept. `, el("a", { href: link(["users", user]) }, `See ${user}`));
    } catch (error) {
      notice(error.message);
    }
  };
  const form = el(
    "form.keep",
    { onsubmit: submit },
    el("label", { for: "keep-name" }, "Keep them on the server as"),
    el("div.row", {}, input, el("button", { type: "submit" }, "Keep")),
    said,
  );
  const show = () => {
    form.hidden = mine.size === 0;
    said.replaceChildren();
  };
  return { element: form, show };
}

/* A field that finds as one types: the combobox of the ARIA practices, with a list of options below it. */
import { afterPause, el, freshId } from "./dom.js";
import { icon } from "./icons.js";
import { announce, notice } from "./announce.js";
import { isAborted } from "./api.js";
import { count } from "./words.js";

const PAUSE = 70;

/**
 * Makes the field.
 *
 * @param label what is searched for
 * @param placeholder an example
 * @param hint what keys do, said with the field
 * @param find gives the entries, each with an id, for a text: (text, signal) → promise of a list
 * @param render gives what an option shows
 * @param pick is called with the entry that was picked, and the event
 * @param onKey may handle a key while an option is active: (entry, event) → whether it did
 * @param noun what is found, such as item
 */
export function combobox({ label, placeholder, hint, find, render, pick, onKey = () => false, noun }) {
  const listId = freshId("options");
  const hintId = freshId("hint");
  const input = el("input", {
    type: "text",
    role: "combobox",
    placeholder,
    "aria-label": label,
    "aria-expanded": "false",
    "aria-controls": listId,
    "aria-autocomplete": "list",
    "aria-describedby": hintId,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  const list = el("ul.options", { role: "listbox", id: listId, "aria-label": label, hidden: true });
  const none = el("p.options-none", { hidden: true });
  let entries = [];
  let active = -1;
  let search = new AbortController();

  const close = () => {
    search.abort();
    list.hidden = true;
    none.hidden = true;
    setActive(-1);
    input.setAttribute("aria-expanded", "false");
  };

  const setActive = (index) => {
    active = index;
    [...list.children].forEach((option, k) => option.setAttribute("aria-selected", String(k === index)));
    if (index < 0) {
      input.removeAttribute("aria-activedescendant");
    } else {
      input.setAttribute("aria-activedescendant", list.children[index].id);
      list.children[index].scrollIntoView({ block: "nearest" });
    }
  };

  const open = async () => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    const text = input.value.trim();
    try {
      const found = await find(text, signal);
      if (signal.aborted) {
        return;
      }
      const kept = entries[active]?.id; // whoever went down already stays there
      entries = found;
      list.replaceChildren(
        ...entries.map((entry, k) => el("li", { role: "option", id: `${listId}-${k}`, "aria-selected": "false" }, render(entry))),
      );
      setActive(kept === undefined ? -1 : entries.findIndex((entry) => entry.id === kept));
      list.hidden = entries.length === 0;
      none.hidden = entries.length > 0;
      none.textContent = `Nothing is called “${text}” here.`;
      input.setAttribute("aria-expanded", String(entries.length > 0));
      announce(entries.length === 0 ? none.textContent : `${count(entries.length, noun)} found`);
    } catch (error) {
      if (!isAborted(error)) {
        notice(error.message);
      }
    }
  };

  const openSoon = afterPause(PAUSE, open);

  const take = (entry, event) => {
    input.value = "";
    close();
    pick(entry, event);
  };

  const keys = {
    ArrowDown: () => (list.hidden ? open() : setActive((active + 1) % entries.length)),
    ArrowUp: () => (list.hidden ? open() : setActive((active <= 0 ? entries.length : active) - 1)),
    Enter: (event) => !list.hidden && entries.length > 0 && take(entries[Math.max(active, 0)], event),
    Escape: () => {
      if (list.hidden && none.hidden) {
        input.value = "";
      }
      close();
    },
  };

  input.addEventListener("input", () => (input.value.trim() === "" ? close() : openSoon()));
  input.addEventListener("keydown", (event) => {
    if (active >= 0 && onKey(entries[active], event)) {
      event.preventDefault();
      input.value = "";
      close();
    } else if (keys[event.key] && !event.isComposing && !event.altKey) {
      event.preventDefault();
      keys[event.key](event);
    }
  });
  input.addEventListener("click", () => list.hidden && input.value.trim() !== "" && open());
  input.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays in the field
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) {
      take(entries[[...list.children].indexOf(option)], event);
    }
  });

  const element = el(
    "div.search",
    { role: "search" },
    el("span.search-icon", {}, icon("search")),
    input,
    el("span.unseen", { id: hintId }, hint),
    list,
    none,
  );
  return { element, input };
}

/* A list of recommendations: each with the expected rating, how popular it is and because of what. Changes move, they do not flash. */
import { el, isStill } from "../dom.js";
import { icon } from "../icons.js";
import { tile } from "./tile.js";
import { ratingControl, rateByKeys } from "./stars.js";
import { change } from "../route.js";
import { count, nameOf, oneDigit, percent, titleAndYear, twoDigits, valuesOf } from "../words.js";

/** A title as words: the year, if it ends with one, in a lighter color. */
export function titleWords(item) {
  const { title, year } = titleAndYear(nameOf(item));
  return [title, year === "" ? null : el("span.year", {}, year)];
}

/** The button that opens the panel of an item. */
export function titleButton(item, name = "button.title") {
  return el(name, { type: "button", onclick: () => change({ item: item.id }, { keep: true }) }, titleWords(item));
}

/** What the other columns of the titles file say of an item, without what its title says already, such as the year. */
export function columnValues(item) {
  return Object.values(item.columns ?? {})
    .flatMap(valuesOf)
    .filter((value) => !nameOf(item).includes(value));
}

/** The first of these, as one line. */
export const columnWords = (item) => columnValues(item).slice(0, 4).join(" · ");

/** How many people have an item, as a bar and in words. */
export function popularity(item) {
  if (item.share === undefined) {
    return null;
  }
  const bar = el("span.meter", { "aria-hidden": "true" }, el("span"));
  bar.firstChild.style.width = `${Math.max(3, 100 * Math.min(1, item.share))}%`;
  const words = `${percent(item.share)} of people have it (${count(item.users, "person", "people")})`;
  return el("span.popular", { title: words }, bar, el("span", { "aria-hidden": "true" }, percent(item.share)), el("span.unseen", {}, words));
}

/** The rating to expect, or the score where there are no ratings. */
export function expectation(item) {
  if (item.prediction !== undefined) {
    return el(
      "span.expected",
      { title: `Expected rating ${twoDigits(item.prediction)}` },
      el("span.unseen", {}, "Expected rating "),
      icon("star", 17),
      el("strong", {}, oneDigit(item.prediction)),
    );
  }
  if (item.score !== undefined) {
    return el("span.expected.score", { title: "About 1 for what would surely be chosen" }, el("span.unseen", {}, "Score "), el("strong", {}, twoDigits(item.score)));
  }
  return null;
}

/** "Because of Alien and Brazil". */
function reasons(item) {
  const because = (item.because ?? []).slice(0, 2);
  if (because.length === 0) {
    return null;
  }
  const names = because.map((reason) => el("span.reason", {}, titleAndYear(nameOf(reason)).title));
  return el("p.why", {}, "Because of ", names.flatMap((name, k) => (k === 0 ? [name] : [" and ", name])));
}

function pick(item, place, rating) {
  const words = columnWords(item);
  const element = el(
    "li.pick",
    { "data-id": item.id },
    el("span.place", { "aria-hidden": "true" }, String(place)),
    tile(item),
    el(
      "div.pick-words",
      {},
      el("h3", {}, titleButton(item)),
      words === "" ? null : el("p.columns", {}, words),
      reasons(item),
    ),
    el("div.pick-measures", {}, expectation(item), popularity(item)),
    rating ? el("div.pick-rate", {}, ratingControl({ ...rating, name: nameOf(item), rate: (value) => rating.rate(item, value) })) : null,
  );
  if (rating) {
    rateByKeys(element, rating.scale, { rate: (value) => rating.rate(item, value) });
  }
  return element;
}

/**
 * Makes a list that can be shown anew.
 *
 * @param label what the list is, for screen readers
 * @param rating the scale and what to do with a rating: {scale, rate(item, value)}; absent where nothing is rated
 */
export function pickList(label, rating) {
  const element = el("ol.picks", { "aria-label": label });
  const show = (items) => {
    const before = new Map([...element.children].map((child) => [child.dataset.id, child.getBoundingClientRect()]));
    const focused = element.contains(document.activeElement) ? document.activeElement.closest(".pick")?.dataset.id : undefined;
    const place = [...element.children].findIndex((child) => child.dataset.id === focused);
    element.replaceChildren(...items.map((item, k) => pick(item, k + 1, rating)));
    if (focused !== undefined) {
      const same = [...element.children].find((child) => child.dataset.id === focused) ?? element.children[Math.min(place, items.length - 1)];
      same?.querySelector("button")?.focus({ preventScroll: true });
    }
    move(element, before);
  };
  return { element, show };
}

function move(element, before) {
  if (isStill() || before.size === 0) {
    return;
  }
  for (const child of element.children) {
    const old = before.get(child.dataset.id);
    const now = child.getBoundingClientRect();
    const frames = old
      ? [{ transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }, { transform: "none" }]
      : [{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none" }];
    child.animate(frames, { duration: old ? 320 : 260, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

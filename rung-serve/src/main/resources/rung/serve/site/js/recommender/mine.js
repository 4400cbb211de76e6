/* What I rated: kept in the browser for each model's name. Ids that a new model does not know are kept too, and left out of questions. */

const PREFIX = "rung.mine.";

export class Mine extends EventTarget {
  #key;
  #scale;
  #entries = new Map();
  #unknown = new Set();
  #recommended = new Map();

  constructor(modelName, scale) {
    super();
    this.#key = PREFIX + modelName;
    this.#scale = scale;
    for (const [id, entry] of stored(this.#key)) {
      if (scale.accepts(entry.rating)) {
        this.#entries.set(id, entry);
      }
    }
  }

  /** Id, title and rating of each item, the latest first; isUnknown where the model does not know it. */
  list() {
    return [...this.#entries].reverse().map(([id, entry]) => ({ id, ...entry, isUnknown: this.#unknown.has(id) }));
  }

  get size() {
    return this.#entries.size;
  }

  /** My rating of an item, or undefined. */
  rating(id) {
    return this.#entries.get(id)?.rating;
  }

  /** Rates an item anew, which comes first from then on, or changes its rating in place. */
  rate(item, rating) {
    this.#entries.set(item.id, { title: item.title, rating });
    this.#save({ id: item.id, rating });
  }

  remove(id) {
    this.#entries.delete(id);
    this.#save({ id });
  }

  clear() {
    this.#entries.clear();
    this.#save({});
  }

  /** Notes which of my items the model does not know. */
  setUnknown(ids) {
    this.#unknown = new Set(ids);
  }

  /** Notes what was recommended to me last. */
  setRecommended(items) {
    this.#recommended = new Map(items.map((item) => [item.id, item]));
    this.dispatchEvent(new Event("recommended"));
  }

  /** What was said of an item when it was recommended to me last, or undefined. */
  recommended(id) {
    return this.#recommended.get(id);
  }

  /** The items recommended to me last, best first. */
  recommendations() {
    return [...this.#recommended.values()];
  }

  /** What the server is asked for: ratings, or what was chosen where the model has no ratings. */
  question() {
    const known = [...this.#entries].filter(([id]) => !this.#unknown.has(id));
    if (!this.#scale.hasRatings) {
      return { chosen: known.map(([id]) => id) };
    }
    return { ratings: Object.fromEntries(known.map(([id, entry]) => [id, entry.rating])) };
  }

  #save(detail) {
    try {
      localStorage.setItem(this.#key, JSON.stringify([...this.#entries]));
    } catch {
      // a browser that keeps nothing: the ratings last as long as the page
    }
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}

function stored(key) {
  try {
    const entries = JSON.parse(localStorage.getItem(key) ?? "[]");
    return entries.filter((pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1]?.rating === "number");
  } catch {
    return [];
  }
}

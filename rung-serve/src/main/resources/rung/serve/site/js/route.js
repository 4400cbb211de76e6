/* Where the page is: the part of the address after #, such as #/users/17?by=rating. Every view can be linked. */

/** The route of the address: its parts, such as ["users", "17"], and its parameters. */
export function route() {
  const text = location.hash.replace(/^#\/?/, "");
  const [path, query = ""] = text.split(/\?(.*)/s);
  const parts = path.split("/").filter((part) => part !== "").map(decoded);
  return { parts, parameters: new URLSearchParams(query) };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a route; parameters that are null or undefined are left out. */
export function link(parts, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) {
      query.set(key, value);
    }
  }
  const text = query.toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

/** Goes to a route, as a step that the browser's back button undoes. */
export function go(parts, parameters) {
  location.hash = link(parts, parameters);
}

/** Changes parameters of the present route; with keep, as a step for the back button. */
export function change(parameters, { keep = false } = {}) {
  const now = route();
  const next = link(now.parts, { ...Object.fromEntries(now.parameters), ...parameters });
  if (next === location.hash) {
    return;
  }
  if (keep) {
    location.hash = next;
  } else {
    history.replaceState(null, "", next);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

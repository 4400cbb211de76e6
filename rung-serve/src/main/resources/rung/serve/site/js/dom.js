/* Elements from names, attributes and children. What is not an element becomes text, so nothing the server says is ever markup. */

/**
 * Makes an element: el("button.quiet", {type: "button", onclick: close}, "Close"). The name may carry classes; an attribute that
 * begins with "on" is a listener; one that is null, undefined or false is left out.
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) {
    element.classList.add(...classes);
  }
  return filled(element, attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of SVG, with the same arguments; classes go into attributes. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let last = 0;

/** A fresh id, for the attributes by which elements name each other. */
export function freshId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

/** Whether the person asked for little motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Calls an action once a pause of some milliseconds follows the last call. */
export function afterPause(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

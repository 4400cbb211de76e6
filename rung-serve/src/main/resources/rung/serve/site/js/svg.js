/* The server's charts, parsed as SVG and stripped to what a drawing needs: no scripts, no handlers, no links, nothing foreign. */

const ELEMENTS = new Set([
  "svg", "g", "defs", "title", "desc", "path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "text", "tspan", "clippath",
  "lineargradient", "radialgradient", "stop", "marker", "pattern", "mask", "symbol",
]);

const SVG = "http://www.w3.org/2000/svg";
const SAFE_URL = /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/i;

/** The drawing of a text of SVG; null if it is none. */
export function drawing(text) {
  const plain = text.replace(/<style\b[^>]*>[^<]*<\/style>/gi, ""); // the page has the same rules, and its policy would complain
  const named = /^\s*<svg(?![^>]*\sxmlns=)/.test(plain) ? plain.replace("<svg", `<svg xmlns="${SVG}"`) : plain;
  const parsed = new DOMParser().parseFromString(named, "image/svg+xml");
  const root = parsed.documentElement;
  if (parsed.querySelector("parsererror") || root.localName !== "svg" || root.namespaceURI !== SVG) {
    return null;
  }
  clean(root);
  return document.importNode(root, true);
}

function clean(element) {
  for (const attribute of [...element.attributes]) {
    if (!isSafe(attribute)) {
      element.removeAttributeNode(attribute);
    }
  }
  for (const child of [...element.childNodes]) {
    const isText = child.nodeType === Node.TEXT_NODE;
    if (child.nodeType === Node.ELEMENT_NODE && child.namespaceURI === SVG && ELEMENTS.has(child.localName.toLowerCase())) {
      clean(child);
    } else if (!isText) {
      child.remove();
    }
  }
}

function isSafe({ name, value }) {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || lower === "style" || lower === "href" || lower.endsWith(":href")) {
    return false;
  }
  return !/url\(/i.test(value) || SAFE_URL.test(value);
}

/* On narrow screens, where the recommendations lie below: a button with the first of them, which goes there. */
import { el, isStill } from "../dom.js";
import { nameOf, titleAndYear } from "../words.js";

/** The button for a section; show() takes the items that are in it. */
export function jump(section) {
  const name = el("strong");
  const element = el("button.jump", { type: "button", hidden: true }, el("span", {}, "↓ First for you"), name);
  let hasItems = false;
  let isSeen = false;
  const sync = () => {
    element.hidden = !hasItems || isSeen;
  };
  element.addEventListener("click", () => section.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" }));
  const observer = new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting || entry.boundingClientRect.top < 0;
    sync();
  });
  observer.observe(section);
  return {
    element,
    show: (items) => {
      hasItems = items.length > 0;
      name.textContent = hasItems ? titleAndYear(nameOf(items[0])).title : "";
      sync();
    },
    leave: () => observer.disconnect(),
  };
}

/* Light, dark, or as the system has it. */
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { announce } from "./announce.js";

const KEY = "rung.theme";
const CHOICES = ["system", "light", "dark"];
const SYMBOLS = { system: "half", light: "sun", dark: "moon" };

/** Tells whoever draws by itself, such as a canvas, that colors changed. */
export const themeChanges = new EventTarget();

const chosen = () => (CHOICES.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "system");

/** Whether the page is dark now. */
export function isDark() {
  const choice = chosen();
  return choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function show(choice) {
  if (choice === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = choice;
  }
  themeChanges.dispatchEvent(new Event("change"));
}

/** The button that goes from one to the next. */
export function themeButton() {
  const button = el("button.round", { type: "button", id: "theme" });
  const label = () => {
    const choice = chosen();
    button.replaceChildren(icon(SYMBOLS[choice]));
    button.setAttribute("aria-label", `Colors: ${choice}`);
    button.title = `Colors: ${choice}`;
  };
  button.addEventListener("click", () => {
    const next = CHOICES[(CHOICES.indexOf(chosen()) + 1) % CHOICES.length];
    localStorage.setItem(KEY, next);
    show(next);
    label();
    announce(`Colors: ${next}`);
  });
  show(chosen());
  label();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(chosen()));
  return button;
}

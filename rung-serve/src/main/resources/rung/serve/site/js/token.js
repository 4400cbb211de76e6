/* The token of a server that wants one: asked for once, kept as long as the browser's tab. */
import { el } from "./dom.js";

const KEY = "rung.token";
let asking = null;

export const token = () => sessionStorage.getItem(KEY) ?? "";
export const forgetToken = () => sessionStorage.removeItem(KEY);

/** Asks for the token; several that ask at once get one dialog. */
export function askToken() {
  asking ??= new Promise((resolve) => {
    const input = el("input", { type: "password", id: "token", required: true, autocomplete: "current-password" });
    const dialog = el(
      "dialog.sheet",
      { "aria-labelledby": "token-title", oncancel: (event) => event.preventDefault() },
      el("h2", { id: "token-title" }, "This server wants a token"),
      el("p.soft", {}, "It was named with --token when the server was started."),
      el(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            sessionStorage.setItem(KEY, input.value.trim());
            asking = null;
            dialog.remove();
            resolve();
          },
        },
        el("label", { for: "token" }, "Token"),
        input,
        el("button.primary", { type: "submit" }, "Go on"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

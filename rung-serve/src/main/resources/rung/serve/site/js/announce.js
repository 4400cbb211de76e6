/* What the page says aloud to screen readers, and the line that comes up for a moment where something went wrong. */

/** Says a sentence to screen readers once they are idle. */
export function announce(sentence) {
  document.getElementById("status").textContent = sentence;
}

let timer = 0;

/** Shows a sentence for a while, and says it. */
export function notice(sentence) {
  const toast = document.getElementById("toast");
  toast.textContent = sentence;
  toast.hidden = false;
  announce(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    toast.hidden = true;
  }, 6000);
}

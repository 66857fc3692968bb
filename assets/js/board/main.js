// The first thing that a page loads of its board: a few lines that load the rest once the page has come to rest, or at
// once when somebody reaches for the board. What is pressed meanwhile is not lost.
const board = document.querySelector("#board");
const place = board?.parentElement;
const SIGNS = ["pointerover", "focusin", "touchstart", "keydown"];
const PRESSED = ["click", "keydown", "input", "change"];

/** @typedef {{event: Event, target: EventTarget, value: string}} Press */
/** @type {Press[]} */
const presses = [];
/** @type {Promise<void> | undefined} */
let playing;

const load = () => {
  playing ??= import("./play.js")
    .then(({ begin }) => begin())
    .then(replay)
    .catch((error) => {
      document.documentElement.dataset.script = "failed"; // the page without a script can be read
      throw error;
    });
};

/** @param {Event} event */
const remember = (event) => {
  const { target } = event;
  if (target) presses.push({ event, target, value: /** @type {HTMLInputElement} */ (target).value });
};

function replay() {
  for (const type of PRESSED) place?.removeEventListener(type, remember);
  for (const { event, target, value } of presses) {
    if (event.type === "click" && target instanceof Element) {
      target.closest("button")?.click();
    } else if (event instanceof KeyboardEvent) {
      target.dispatchEvent(new KeyboardEvent(event.type, event));
    } else if (target instanceof HTMLInputElement) {
      if (target.type === "range") target.value = value;
      else target.checked = true;
      target.dispatchEvent(new Event(event.type, { bubbles: true }));
    }
  }
}

if (place) {
  for (const type of SIGNS) place.addEventListener(type, load, { once: true, passive: true });
  for (const type of PRESSED) place.addEventListener(type, remember);
  const rest = () => ("requestIdleCallback" in window ? requestIdleCallback(load, { timeout: 1000 }) : setTimeout(load, 200));
  if (location.hash.startsWith("#g=")) load();
  else if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

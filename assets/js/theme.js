// Runs before the first paint: a stored theme must not flash, and controls that need a script may show.
(() => {
  const { dataset } = document.documentElement;
  const colours = { light: "#f5f6f2", dark: "#101614" };
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** The stored theme; another one is stored first. */
  const stored = (theme) => {
    try {
      if (theme) localStorage.theme = theme;
      return localStorage.theme;
    } catch {
      // storage refused: it is the system's theme, and a choice lasts as long as the page
    }
  };

  const set = (theme) => {
    if (!(theme in colours)) return;
    dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = colours[theme];
  };

  const isDark = () => (dataset.theme ? dataset.theme === "dark" : system.matches);

  const show = () => {
    for (const button of document.querySelectorAll("[data-theme-button]")) button.ariaPressed = isDark();
  };

  dataset.script = location.protocol === "file:" ? "file" : ""; // browsers run no module from a file
  set(stored());

  addEventListener("click", ({ target }) => {
    // Who presses the button before the board is there has pressed it all the same.
    if (target.closest("#board:not([data-live]) [data-do=turn]")) dataset.pressed = "";
    if (target.closest("[data-print]")) {
      const sheet = dress();
      if (sheet.sheet) print();
      else sheet.onload = sheet.onerror = () => print();
    }
    if (!target.closest("[data-theme-button]")) return;
    set(isDark() ? "light" : "dark");
    stored(dataset.theme);
    show();
  });

  // A page whose board does not come can be read as one without a script.
  addEventListener("error", ({ target }) => target.type === "module" && (dataset.script ||= "failed"), true);

  // Another tab has chosen, perhaps while this one slept.
  const follow = () => {
    set(stored());
    show();
  };
  for (const event of ["DOMContentLoaded", "storage", "pageshow"]) addEventListener(event, follow);
  system.addEventListener("change", show);

  // What a page needs only on paper, or without a network, comes last of all: the style sheet that is there for readers
  // without a script, and the script of the line about the network.
  const dress = () => {
    const found = document.querySelector("link[media=print]");
    if (found) return found;
    document.head.insertAdjacentHTML("beforeend", document.querySelector("noscript").textContent);
    return document.head.lastElementChild;
  };
  const visit = () => {
    dress();
    const place = document.querySelector("#offline-state");
    if (place && dataset.script !== "file") import(new URL(place.dataset.script, document.baseURI)).catch(() => {});
  };
  addEventListener("beforeprint", dress);
  addEventListener("load", () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(visit), 1500));
})();

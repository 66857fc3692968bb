// Runs before the first paint: a stored theme must not flash, and controls that need a script may
// show.
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
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.content = colours[theme];
    }
  };

  const isDark = () => (dataset.theme ? dataset.theme === "dark" : system.matches);

  const show = () => {
    for (const button of document.querySelectorAll("[data-theme-button]")) {
      button.ariaPressed = isDark();
    }
  };

  // Browsers run no module from a file.
  dataset.script = location.protocol === "file:" ? "file" : "";
  set(stored());

  // Who presses something before its script is there has pressed it all the same (play.js): it
  // waits, and looks like it.
  const early = (control) =>
    document.querySelector("#board:not([data-how])") && control?.setAttribute("aria-busy", true);
  addEventListener("change", ({ target }) => early(target.closest(".choice")));
  addEventListener("click", ({ target }) => {
    early(target.closest("[data-do]"));
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

  // What came in place of a script may be kept for a year: it is fetched anew for the next time.
  const anew = (script) => fetch(script, { cache: "reload" }).catch(() => {});

  // A page whose board does not come can be read as one without a script.
  addEventListener(
    "error",
    ({ target }) => {
      if (target.type !== "module") return;
      dataset.script ||= "failed";
      anew(target.src);
    },
    true,
  );

  // Another tab has chosen, perhaps while this one slept.
  const follow = () => {
    set(stored());
    show();
  };
  for (const event of ["DOMContentLoaded", "storage", "pageshow"]) addEventListener(event, follow);
  system.addEventListener("change", show);

  // What few pages need comes last of all: the style sheets for paper and for forced colours, which
  // are there for readers without a script, and the script of the line about the network.
  const dress = () => {
    const found = document.querySelector("link[media^=print]");
    if (found) return found;
    document.head.insertAdjacentHTML("beforeend", document.querySelector("noscript").textContent);
    return document.head.lastElementChild;
  };
  const visit = () => {
    dress();
    const place = document.querySelector("#offline-state");
    if (!place || dataset.script === "file") return;
    const script = new URL(place.dataset.script, document.baseURI);
    import(script).catch(() => anew(script));
  };
  addEventListener("beforeprint", dress);
  if (matchMedia("(forced-colors: active)").matches) addEventListener("DOMContentLoaded", dress);
  addEventListener("load", () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(visit), 1500),
  );
})();

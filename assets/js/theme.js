// Runs before the first paint: a stored theme must not flash, and controls that need a script may show.
(() => {
  const root = document.documentElement;
  const colours = { light: "#f5f6f2", dark: "#101614" };
  const system = matchMedia("(prefers-color-scheme: dark)");

  const read = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage refused: the system's theme it is
    }
  };

  const store = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // storage refused: the choice lasts as long as the page
    }
  };

  const set = (theme) => {
    if (!(theme in colours)) return;
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = colours[theme];
  };

  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");

  root.dataset.script = location.protocol === "file:" ? "file" : ""; // browsers run no module from a file
  set(read());

  // Who presses the button before the board is there has pressed it all the same.
  addEventListener("click", ({ target }) => {
    if (target.closest("#board:not([data-live]) [data-do=turn]")) root.dataset.pressed = "";
  });

  // A page whose board does not come can be read as one without a script.
  addEventListener("error", ({ target }) => target.type === "module" && (root.dataset.script ||= "failed"), true);

  addEventListener("DOMContentLoaded", () => {
    document.querySelector("[data-print]")?.addEventListener("click", () => print());
    const button = document.querySelector("[data-theme-button]");
    if (!button) return;
    const show = () => button.setAttribute("aria-pressed", String(current() === "dark"));
    button.addEventListener("click", () => {
      set(current() === "dark" ? "light" : "dark");
      store(current());
      show();
    });
    system.addEventListener("change", show);
    show();
  });

  // What a page needs only on paper, or without a network, comes last of all.
  const { paper } = document.currentScript.dataset;
  const dress = () => {
    if (document.querySelector("link[media=print]")) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href: paper }));
  };
  const visit = () => {
    dress();
    const place = document.querySelector("#offline-state");
    if (!place || root.dataset.script === "file") return;
    import(new URL(place.dataset.script, document.baseURI)).catch(() => {});
  };
  addEventListener("beforeprint", dress);
  addEventListener("load", () => {
    setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(visit) : visit()), 1500);
  });
})();

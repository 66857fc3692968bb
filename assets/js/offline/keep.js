// The offline page: a button that has everything kept, and a way back to the page that could not be
// had.

/** @typedef {import("./visit.js").News} News */

/**
 * @param {boolean} isPossible whether this browser has a way to keep anything
 * @param {() => Promise<unknown>} register
 * @param {(what: "visit" | "keep", hear?: (news: News) => void) => Promise<void>} ask
 */
export function offer(isPossible, register, ask) {
  const box = /** @type {HTMLElement} */ (document.querySelector("#keep-offline"));
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));

  /** @param {string} state */
  const say = (state) => {
    box.dataset.state = state;
    bar.hidden = state !== "loading";
    status.textContent = status.dataset[state] ?? "";
  };

  /** @param {News} news */
  const hear = (news) => {
    if (!("done" in news)) bar.value = news.total ? news.loaded / news.total : 0;
    else say(news.kept ? "kept" : "failed");
  };

  button.addEventListener("click", async () => {
    if (box.dataset.state === "loading") return;
    bar.removeAttribute("value");
    say("loading");
    try {
      navigator.storage?.persist?.().catch(() => {});
      await register();
      await ask("keep", hear);
    } catch {
      say("failed");
    }
  });

  box.hidden = false;
  if (!isPossible) {
    button.hidden = true;
    say("unsupported");
  } else {
    ask(
      "visit",
      (news) => "done" in news && news.engine && box.dataset.state !== "loading" && say("kept"),
    ).catch(() => {});
  }
  wayBack();
}

/** The address that was asked for stands in the fragment; only one of this site is offered. */
function wayBack() {
  const line = /** @type {HTMLElement} */ (document.querySelector("#missing"));
  const link = /** @type {HTMLAnchorElement} */ (line.querySelector("a"));
  if (!location.hash.startsWith("#/")) return;
  const root = new URL(line.dataset.root ?? "", document.baseURI).href;
  const wanted = new URL(root.replace(/\/$/, "") + location.hash.slice(1));
  if (!wanted.href.startsWith(root)) return;
  link.href = wanted.href;
  line.hidden = false;
}

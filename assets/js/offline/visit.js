// Loaded when a page has come to rest: has the site kept for readers without a network, says so at
// the foot of the page, and lets a new version take over once nobody plays.

/**
 * @typedef {{loaded: number, total: number} | {done: true, kept: boolean, engine: boolean}} News
 */

const MID_GAME = ["loading", "war", "playing", "auto"];
const SOON = 1000;
const place = /** @type {HTMLElement} */ (document.querySelector("#offline-state"));
const board = /** @type {HTMLElement | null} */ (document.querySelector("#board"));
const serviceWorker = /** @type {ServiceWorkerContainer} */ (container());
let isKept = false;
let hasEngine = false;
/** @type {ServiceWorker | null} */
let greeted = null;

/**
 * Nothing where there is none, or where all storage is refused: even to ask for it is noted as an
 * error there.
 */
function container() {
  try {
    return navigator.cookieEnabled ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The registration once there is a version at work; rejects when the first one could not be kept.
 */
export async function register() {
  const address = new URL(place.dataset.worker ?? "", document.baseURI);
  const registration = await serviceWorker.register(address, { updateViaCache: "none" });
  const first = registration.installing;
  if (!registration.active && first) {
    await new Promise((resolve, reject) => {
      first.addEventListener("statechange", () => {
        if (first.state === "activated") resolve(first);
        else if (first.state === "redundant") reject(new Error("nothing can be kept"));
      });
    });
  }
  return registration;
}

/**
 * Asks the service worker to keep this page's language, or ("keep") the engine too.
 * @param {"visit" | "keep"} what
 * @param {(news: News) => void} [hear]
 */
export async function ask(what, hear = () => {}) {
  const { active } = await serviceWorker.ready;
  if (!active) return;
  greeted = active;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if ("done" in data) ({ kept: isKept, engine: hasEngine } = data);
    show();
    hear(data);
  };
  active.postMessage({ do: what, lang: document.documentElement.lang.toLowerCase() }, [port2]);
}

function show() {
  const online = isKept ? "ready" : "";
  const state = navigator.onLine ? online : "offline";
  place.hidden = !state;
  const text = place.lastElementChild;
  if (text) text.textContent = place.dataset[state] ?? "";
}

const isPlaying = () => MID_GAME.includes(board?.dataset.state ?? "");

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  /** @type {number | undefined} */
  let timer;
  const settle = () => {
    clearTimeout(timer);
    // Not at once: Chromium asks for the page's icon when the address changes, and an old version
    // that is asked for something just when it goes stays for long.
    timer = setTimeout(
      () => isPlaying() || registration.waiting?.postMessage({ do: "take over" }),
      SOON,
    );
    const engineRuns = document.querySelector("#board-cost.paid");
    if (engineRuns && !hasEngine) {
      hasEngine = true;
      ask("keep").catch(() => {});
    }
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", settle),
  );
  document.addEventListener("visibilitychange", settle);
  if (board) new MutationObserver(settle).observe(board, { attributeFilter: ["data-state"] });
  serviceWorker.addEventListener("controllerchange", () => {
    if (serviceWorker.controller !== greeted) ask("visit").catch(() => {});
  });
  settle();
}

async function begin() {
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data === "playing?") ports[0]?.postMessage(isPlaying() ? "playing" : "resting");
  });
  const saving = /** @type {any} */ (navigator).connection?.saveData;
  if (saving && !serviceWorker.controller) return; // somebody who asks for it gets it all the same
  try {
    watch(await register());
    await ask("visit");
  } catch {
    // refused: what the site does, it does with a network
  }
}

void begin();
if (document.querySelector("#keep-offline")) {
  import("./keep.js")
    .then(({ offer }) => offer(Boolean(serviceWorker), register, ask))
    .catch(() => {});
}

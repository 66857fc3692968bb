// The board of a page: reads what the build put there and brings its parts together.
import { watch as watchAuto } from "./auto.js";
import { Board } from "./board.js";
import { setLetters } from "./cards.js";
import { watch as watchControls } from "./controls.js";
import { Deals, load } from "./deals.js";
import { part } from "./dom.js";
import { watch as watchEnd } from "./end.js";
import { watch as watchKeys } from "./keys.js";
import { watch as watchLog } from "./log.js";
import { canonicalDeal, sameRules } from "./link.js";
import { show as showMessage } from "./message.js";
import { codeOf, readAddress, writeAddress } from "./route.js";
import { store } from "./store.js";
import { watch as watchStatus } from "./status.js";
import { watch as watchTimeline } from "./timeline.js";
import { watch as watchTable } from "./view.js";
import { setLanguage } from "./words.js";

const INTERNATIONAL = "A K Q J";
const ENOUGH = 10;
const SECOND = 1000;

/** @typedef {import("./board.js").BoardData} BoardData */

export async function begin() {
  /** @type {BoardData} */
  const data = JSON.parse(part("#board-data").textContent ?? "");
  const element = part("#board");
  const address = readAddress(data);
  if (address.gone || !data.deal) return;
  const [first, words] = await Promise.all([load(data.deal.href), data.words ? load(data.words) : {}]);
  setLanguage({ ...data, words });
  const board = new Board(element, data, first);
  const deals = new Deals(board);
  const say = watchStatus(board);
  const apply = keepSettings(board);

  board.parts = {
    say,
    apply,
    link: async (battle) => codeOf(board, battle),
    deal: async (request) => {
      let { deal } = request;
      try {
        if (deal !== undefined) deal = canonicalDeal(deal);
      } catch {
        return showMessage(board, "deal-code");
      }
      const recording = await deals.get({ ...request, deal }).catch(() => {
        showMessage(board, "recording", () => board.deal(request)); // a recorded deal did not come
      });
      if (recording) lay(recording, request.battle ?? 0, "push");
      else board.dispatchEvent(new CustomEvent("wait"));
    },
  };

  /** @param {any} recording @param {number} battle @param {"push" | "replace" | ""} how */
  const lay = (recording, battle, how) => {
    if (how === "push") writeAddress(board, "replace");
    board.lay(recording, battle);
    deals.keep(recording);
    if (how) writeAddress(board, how);
  };

  const table = watchTable(board);
  const timeline = watchTimeline(board);
  const older = watchLog(board);
  watchAuto(board);
  const act = watchControls(board, {
    cancel: () => deals.cancel(),
    older,
    open: (name) => void open(board, name),
  });
  watchKeys(board, act);
  watchEnd(board);
  watchIntent(board, deals);
  watchAddress(board, deals, lay);
  table();
  timeline();
  board.lay(first, 0);
  element.dataset.live = "";
  await follow(board, deals, address, lay);
}

/** @typedef {(recording: any, battle: number, how: "push" | "replace" | "") => void} Lay */

/**
 * Lays what the address asks for.
 * @param {Board} board
 * @param {Deals} deals
 * @param {ReturnType<typeof readAddress>} address
 * @param {Lay} lay
 */
async function follow(board, deals, { request, reason }, lay) {
  if (reason) {
    const recording = await deals.get({}, false).catch(() => null);
    if (recording) lay(recording, 0, "replace");
    showMessage(board, reason);
  } else if (request) {
    const recording = await deals.get(request, false).catch(() => showMessage(board, "recording", () => board.deal(request)));
    if (recording) lay(recording, request.battle ?? 0, "replace");
  }
}

/** The engine is started when somebody seems to want it, never when the page opens. @param {Board} board @param {Deals} deals */
function watchIntent(board, deals) {
  const place = board.element.parentElement ?? board.element;
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    place.addEventListener(
      event,
      ({ target }) => target instanceof Element && target.closest("[data-do=new], .option, .deal-form") && deals.intend(),
      { passive: true },
    );
  }
  let turned = 0;
  board.addEventListener("battle", () => {
    turned += 1;
    if (turned === ENOUGH) deals.intend();
  });
}

/**
 * Writes the address at most once a second and at each pause, and follows back and forward.
 * @param {Board} board
 * @param {Deals} deals
 * @param {Lay} lay
 */
function watchAddress(board, deals, lay) {
  /** @type {number | undefined} */
  let timer;
  let written = -SECOND;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    written = performance.now();
    if (board.battle || location.hash) writeAddress(board, "replace");
  };
  board.addEventListener("battle", () => {
    const wait = written + SECOND - performance.now();
    if (wait <= 0) write();
    else timer ??= setTimeout(write, wait);
  });
  board.addEventListener("auto", () => board.auto || write());
  addEventListener("pagehide", write);
  document.querySelector("[popovertarget=languages]")?.addEventListener("click", write);
  const follows = () => {
    const { request, reason } = readAddress(board.data);
    const { recording } = board;
    if (reason) void follow(board, deals, { reason }, lay);
    else if (request && !isOn(recording, request)) {
      void deals.get(request).then((found) => found && lay(found, request.battle ?? 0, ""));
    } else if (request) board.goTo(request.battle ?? 0);
  };
  addEventListener("popstate", follows);
}

/** Whether this very game lies on the table. @param {Board["recording"]} recording @param {import("./board.js").Request} request */
function isOn({ deal, players, rules }, request) {
  return request.deal === deal && request.players === players && sameRules(request.rules ?? {}, rules);
}

/** Settings as they were kept, and what they change in the page. @param {Board} board */
function keepSettings(board) {
  const { element, data, settings } = board;
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset.suits = settings.suits;
    dataset.motion = settings.motion;
    setLetters((settings.letters === "international" ? INTERNATIONAL : data.letters).split(" "));
    element.dataset.tempo = `${settings.tempo}`;
    if (settings.sound) void import("./sound.js").then(({ attachSound }) => attachSound(board));
  };
  Object.assign(settings, store.get("settings", {}));
  apply();
  return () => {
    store.set("settings", settings);
    apply();
  };
}

/** @param {Board} board @param {string} name */
async function open(board, name) {
  board.pause();
  try {
    if (name === "share") (await import("./share.js")).openShare(board);
    else if (name === "settings") (await import("./settings.js")).openSettings(board);
    else (await import("./help.js")).openHelp(board);
  } catch {
    showMessage(board, navigator.onLine ? "failed" : "offline", () => void open(board, name));
  }
}

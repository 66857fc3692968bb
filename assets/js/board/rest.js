// What a board can do beside playing the recorded deal: new deals, links, the end in figures, dialogs, messages. Loaded
// when somebody seems to want it, or with the fourth battle.
import "./main.js"; // so that all of what a page loads first is one file
import { changeTempo, watch as watchAuto } from "./auto.js";
import { watch as watchChosen } from "./chosen.js";
import { Deals, load } from "./deals.js";
import { DIALOGS } from "./dialogs.js";
import { make, part } from "./dom.js";
import { watch as watchEnd } from "./end.js";
import { watch as watchSettings } from "./kept.js";
import { press as pressed } from "./keys.js";
import { canonicalDeal, codeInHash, LinkError, ownRules, readLink, sameRules } from "./link.js";
import { hide, show as showMessage } from "./message.js";
import { watch as watchQuiet } from "./quiet.js";
import { isWar } from "./recording.js";
import { watch as watchAddress, writeAddress } from "./route.js";
import * as tell from "./tell.js";
import { watch as watchTimeline } from "./timeline.js";
import { addWords, gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Request} Request */
/** @typedef {"push" | "replace" | ""} How the address is written */

const ENOUGH = 10;
const NEW = "[data-do=new], .option, .deal-form";
const MOST_WAIT = 1000;

/** @param {Board} board */
export async function attach(board) {
  const { data, element } = board;
  const [more, words] = await Promise.all([load(data.rest.data), load(data.rest.words), styled(data.rest.style)]);
  addWords(words.words);
  const pages = Object.fromEntries(Object.entries(words.pages).map(([id, path]) => [id, beside(data.rest.words, path)]));
  Object.assign(data, more, { pages, pool: more.pool.map((/** @type {string} */ name) => beside(data.rest.data, name)) });
  if (more.engine) for (const name of ["worker", "runtime"]) more.engine[name] = beside(data.rest.data, more.engine[name]);
  const deals = new Deals(board);

  /** @param {any} recording @param {number} battle @param {How} how */
  const lay = (recording, battle, how) => {
    if (how === "push") writeAddress(board, "replace");
    board.own = ownRules(data.variant, recording.rules, data.presets);
    board.lay(recording, battle);
    deals.keep(recording);
    if (how) writeAddress(board, how);
  };

  /** What the request leaves open stays as it is, and without a deal it is a new one. @param {Request} request */
  const deal = async (request) => {
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
  };

  /** Lays what the address asks for, when the page opens. @param {string} hash */
  const open = async (hash) => {
    const { request, reason } = readAddress(data, hash);
    if (reason) {
      const recording = await deals.get({}, false).catch(() => null);
      if (recording) lay(recording, 0, "replace");
      showMessage(board, reason);
    } else if (request) {
      const recording = await deals.get(request, false).catch(() => showMessage(board, "recording", () => board.deal(request)));
      if (recording) lay(recording, request.battle ?? 0, "replace");
    }
  };

  /** Goes to the page that plays what the address asks for, if it is another one. @param {string} hash */
  const leave = (hash) => {
    const { page = "" } = readAddress(data, hash);
    if (page) location.replace(page + hash);
    return Boolean(page);
  };

  /** Lays what the address asks for, after a step in the history. */
  const follow = async () => {
    if (leave(location.hash)) return;
    const { request, reason } = readAddress(data, location.hash);
    if (reason) await open(location.hash);
    else if (request && !isOn(board.recording, request)) {
      const found = await deals.get(request);
      if (found) lay(found, request.battle ?? 0, "");
    } else if (request) board.goTo(request.battle ?? 0);
  };

  /** @type {Record<string, () => unknown>} What each button does; while a promise is open it waits. */
  const actions = {
    auto: () => (board.auto ? board.pause() : board.play()),
    new: () => deal({}),
    again: () => board.again(),
    watch: () => board.play(),
    log: () => board.older(),
    on: () => board.goTo(board.battle + 1),
    start: () => board.goTo(0),
    "war-before": () => goToWar(board, -1),
    "war-after": () => goToWar(board, 1),
    faster: () => changeTempo(board, 1),
    slower: () => changeTempo(board, -1),
    "say-last": () => board.say(board.battle ? tell.battle(board.recording, board.battle) : gettext("The cards are dealt.")),
    "say-counts": () => board.say(tell.counts(board.recording.counts[board.battle] ?? [])),
    cancel: () => deals.cancel(),
    close: () => hide(board),
    code: () => void deal({ deal: /** @type {HTMLInputElement} */ (part("#deal-code")).value }),
    sound: () => {
      board.settings.sound = !board.settings.sound;
      board.applySettings();
      board.say(board.settings.sound ? gettext("Sound on.") : gettext("Sound off."));
    },
  };
  for (const [name, open] of Object.entries(DIALOGS)) {
    actions[name] = () => {
      board.pause();
      open(board);
    };
  }

  /** Does what was chosen. @param {HTMLInputElement} input */
  const choose = ({ name, value }) => {
    if (name === "tempo") {
      board.settings.tempo = Number(value);
      board.applySettings();
    } else if (name === "players") void deal({ players: Number(value) });
    else if (name in data.options) void deal({ rules: { ...board.recording.rules, [name]: Number(value) } });
  };

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.target === part("#deal-code") && event.key === "Enter") board.act("code");
    else if (event.target instanceof Node && element.contains(event.target)) pressed(board, event);
  };

  watchSettings(board);
  watchChosen(board);
  watchTimeline(board);
  watchAuto(board);
  watchQuiet(board);
  watchEnd(board);
  watchAddress(board);
  watchIntent(board, deals);
  addEventListener("popstate", () => void follow());
  return { deal, leave, open, choose, press, act: (/** @type {string} */ action) => actions[action]?.() };
}

/** To the war before (-1) or after (1) the battle shown. @param {Board} board @param {-1 | 1} direction */
function goToWar(board, direction) {
  const { battles } = board.recording;
  for (let at = board.battle + direction; at >= 1 && at <= board.last; at += direction) {
    const battle = battles[at - 1];
    if (battle && isWar(battle, board.recording)) return board.goTo(at);
  }
  board.goTo(direction < 0 ? 0 : board.last);
}

/** An address that a file gives relative to itself. @param {string} file @param {string} path */
function beside(file, path) {
  return new URL(path, new URL(file, document.baseURI)).href;
}

/** The engine is started when somebody seems to want it, never when the page opens. @param {Board} board @param {Deals} deals */
function watchIntent(board, deals) {
  const place = board.element.parentElement ?? board.element;
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    place.addEventListener(event, ({ target }) => target instanceof Element && target.closest(NEW) && deals.intend(), { passive: true });
  }
  if (place.querySelector(`:is(${NEW}):is(:hover, :focus-within)`)) deals.intend();
  let turned = board.seen;
  board.addEventListener("battle", () => {
    turned += 1;
    if (turned === ENOUGH) deals.intend();
  });
}

/**
 * The rest of the style is waited for, but not for ever: without it the rest can be read as well.
 * @param {string} href
 */
function styled(href) {
  const link = make("link");
  link.rel = "stylesheet";
  link.href = href;
  link.addEventListener("error", () => (link.href += "?2"), { once: true }); // what came for it may be kept for a year
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    setTimeout(resolve, MOST_WAIT);
  });
}

/**
 * What an address asks for, or the page that plays it, or the reason why its link is broken.
 * @param {Board["data"]} data @param {string} hash
 * @returns {{request?: Request, page?: string, reason?: string}}
 */
function readAddress(data, hash) {
  const code = codeInHash(hash);
  if (code === null) return {};
  try {
    const game = readLink(code, data.presets);
    const page = data.pages[game.variant];
    if (game.variant !== data.variant && page) return { page };
    const { rules, players, deal, battle } = game;
    return { request: { rules, players, deal, battle: battle ?? 0 } };
  } catch (error) {
    if (error instanceof LinkError) return { reason: error.reason };
    throw error;
  }
}

/** Whether this very game lies on the table. @param {Board["recording"]} recording @param {Request} request */
function isOn({ deal, players, rules }, request) {
  return request.deal === deal && request.players === players && sameRules(request.rules ?? {}, rules);
}

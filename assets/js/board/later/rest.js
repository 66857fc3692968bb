// What a board can do beside playing the recorded deal: new deals, links, the end in figures,
// dialogs, messages. Loaded when somebody seems to want it, or with the fourth battle.
import "../first/main.js"; // so that all of what a page loads first is one file
import { make, part } from "../first/dom.js";
import { isHere } from "../first/entry.js";
import { isWar } from "../first/recording.js";
import { say } from "../first/status.js";
import * as tell from "../first/tell.js";
import { addWords, gettext } from "../first/words.js";
import { changeTempo, play, watch as watchAuto } from "./auto.js";
import { watch as watchChosen } from "./chosen.js";
import { Deals, load } from "./deals.js";
import { DIALOGS } from "./dialogs.js";
import { watch as watchEnd } from "./end.js";
import { choose, watch as watchSettings } from "./kept.js";
import { press as pressed, walk } from "./keys.js";
import { canonicalDeal, LinkError, ownRules, readLink, sameRules, setRuleBook } from "./link.js";
import { hide, show as showMessage } from "./message.js";
import { fallen, forfeits, result, waits } from "./outcome.js";
import { isQuiet } from "./quiet.js";
import { Route } from "./route.js";
import { watch as watchTimeline } from "./timeline.js";

const ENOUGH = 10;
const NEW = "[data-do=new], .option, .deal-form";
const MOST_WAIT = 1000;

/** @param {Board} board */
export async function attach(board) {
  const { data, element } = board;
  const [more, words] = await Promise.all([
    load(data.rest.data),
    load(data.rest.words),
    styled(data.rest.style),
  ]);
  addWords(words.words);
  setRuleBook(more.book);
  const pages = Object.fromEntries(
    Object.entries(words.pages).map(([id, path]) => [id, beside(data.rest.words, path)]),
  );
  Object.assign(data, more, {
    pages,
    pool: more.pool.map((/** @type {string} */ name) => beside(data.rest.data, name)),
  });
  if (more.engine) {
    for (const name of ["worker", "runtime"]) {
      more.engine[name] = beside(data.rest.data, more.engine[name]);
    }
  }
  Object.assign(tell.later, { fallen, forfeits, result, waits, isQuiet });
  board.complete = true;
  const deals = new Deals(board, (request) => again(request));
  const route = new Route(board);
  let following = false;

  /** @param {any} recording @param {number} [battle] */
  const lay = (recording, battle = 0) => {
    board.own = ownRules(data.variant, recording.rules, data.presets);
    board.lay(recording, battle);
    deals.keep(recording);
  };

  /**
   * What the request leaves open stays as it is, and without a deal it is a new one.
   * @param {GameRequest} request
   */
  const deal = async (request) => {
    let { deal } = request;
    try {
      if (deal !== undefined) deal = canonicalDeal(deal);
    } catch {
      return showMessage(board, "deal-code");
    }
    const recording = await deals.get({ ...request, deal }).catch(() => {
      showMessage(board, "recording", () => again(request)); // a recorded deal did not come
    });
    if (!recording) return board.dispatchEvent(new Event("wait"));
    // What a link asks for that could not be followed before belongs to that link.
    const linked = isHere(board) ? undefined : readAddress(data, route.asked).request;
    if (linked && isOn(recording, linked)) route.adopt();
    else route.step();
    lay(recording, request.battle);
  };

  /** What could not be had a moment ago. @param {GameRequest} request */
  const again = (request) => {
    board.pause();
    void deal(request);
  };

  /** Goes to the page that plays what the address asks for, if it is another one. */
  const leave = () => {
    const { page = "" } = readAddress(data, route.asked);
    const { hash } = location;
    if (!page) return false;
    route.reclaim();
    location.replace(page + hash);
    return true;
  };

  /**
   * Lays what the entry asks for that the history has led to.
   * @param {boolean} [asked] whether somebody did that here
   */
  const follow = async (asked = true) => {
    if (leave()) return;
    board.acted = null; // a link belongs to no control that was pressed before
    const { hash } = location;
    const { state } = history;
    const { request = { rules: data.rules, players: 2 }, reason } = readAddress(data, route.asked);
    board.pause();
    following = true;
    const isThere = isOn(board.recording, request);
    if (isThere) deals.forget();
    const recording = isThere
      ? null
      : await deals.get(request, asked && !reason).catch(() => {
          if (!reason) showMessage(board, "recording", () => void follow());
        });
    // Somebody may have gone on in the meantime.
    if (hash !== location.hash || state?.visit !== history.state?.visit) return;
    following = false;
    if (recording || isThere || reason) route.adopt();
    if (recording) lay(recording, request.battle);
    else if (isThere) board.goTo(request.battle ?? 0);
    route.keep(true);
    if (reason) showMessage(board, reason);
  };

  /** Whoever goes on here, or comes back, does not wait for what a link asked for. */
  const stay = () => {
    if (following) deals.forget();
    following = false;
  };

  /**
   * @type {Record<string, () => unknown>} What each button does; while a promise is open it waits.
   */
  const actions = {
    auto: () => (board.auto ? board.pause() : play(board)),
    new: () => deal({}),
    again: () => board.leap(0),
    watch: () => play(board),
    log: () => board.dispatchEvent(new Event("older")),
    on: () => board.goTo(board.battle + 1),
    start: () => board.goTo(0),
    "war-before": () => goToWar(board, -1),
    "war-after": () => goToWar(board, 1),
    faster: () => changeTempo(board, 1),
    slower: () => changeTempo(board, -1),
    "say-last": () =>
      say(board.told ? tell.battle(board.recording, board.told) : gettext("The cards are dealt.")),
    "say-counts": () => say(tell.counts(board.recording.counts[board.told] ?? [])),
    cancel: () => deals.cancel(),
    close: () => hide(board),
    code: () => deal({ deal: /** @type {HTMLInputElement} */ (part("#deal-code")).value }),
    sound: () => {
      choose(board, "sound", !board.settings.sound);
      say(board.settings.sound ? gettext("Sound on.") : gettext("Sound off."));
    },
  };
  for (const [name, open] of Object.entries(DIALOGS)) {
    actions[name] = () => {
      board.pause();
      open(board);
    };
  }

  /** Does what was chosen. @param {HTMLInputElement} input */
  const chosen = ({ name, value }) => {
    if (name === "tempo") choose(board, "tempo", Number(value));
    else if (name === "players") void deal({ players: Number(value) });
    else if (name in data.options) {
      void deal({ rules: { ...board.recording.rules, [name]: Number(value) } });
    }
  };

  /** @param {KeyboardEvent} event @param {(action: string) => void} act */
  const press = (event, act) => {
    if (walk(event)) event.preventDefault();
    else if (event.target === part("#deal-code") && event.key === "Enter") act("code");
    else if (event.target instanceof Node && element.contains(event.target)) {
      pressed(board, event, act);
    }
  };

  watchSettings(board);
  watchChosen(board);
  watchTimeline(board);
  watchAuto(board);
  watchEnd(board);
  watchIntent(board, deals);
  board.addEventListener("leap", stay);
  addEventListener("popstate", () => isHere(board) && stay());
  addEventListener("pageshow", ({ persisted }) => persisted && !isHere(board) && void follow());
  return {
    deal,
    leave,
    follow,
    choose: chosen,
    press,
    act: (/** @type {string} */ action) => actions[action]?.(),
  };
}

/**
 * To the war before (-1) or after (1) the battle shown.
 * @param {Board} board
 * @param {-1 | 1} direction
 */
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

/**
 * The engine is started when somebody seems to want it, never when the page opens.
 * @param {Board} board
 * @param {Deals} deals
 */
function watchIntent(board, deals) {
  const place = board.element.parentElement ?? board.element;
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    place.addEventListener(
      event,
      ({ target }) => target instanceof Element && target.closest(NEW) && deals.intend(),
      { passive: true },
    );
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
  // What came for it may be kept for a year.
  link.addEventListener("error", () => (link.href += "?2"), { once: true });
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    setTimeout(resolve, MOST_WAIT);
  });
}

/**
 * What a code asks for, or the page that plays it, or the reason why its link is broken.
 * @param {Board["data"]} data @param {string | null} code
 * @returns {{request?: GameRequest, page?: string, reason?: string}}
 */
function readAddress(data, code) {
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

/**
 * Whether this very game lies on the table.
 * @param {Board["recording"]} recording
 * @param {GameRequest} request
 */
function isOn({ deal, players, rules }, request) {
  return (
    request.deal === deal && request.players === players && sameRules(request.rules ?? {}, rules)
  );
}

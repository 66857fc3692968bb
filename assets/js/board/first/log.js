// The battles so far, newest first, in pages of fifty.
import { mini } from "./cards.js";
import { make, part } from "./dom.js";
import { isWar, sign, upCard } from "./recording.js";
import * as tell from "./tell.js";
import { gettext, number } from "./words.js";

const PAGE = 50;

/** @param {Board} board */
export function watch(board) {
  const list = part("#board-log", board.element);
  const older = part("[data-do=log]", board.element);
  const empty = part("#log-empty", board.element);
  const scroll = part(".log-scroll", board.element);
  let top = 0;
  let most = PAGE;

  const show = () => {
    list.dataset.players = `${board.recording.players}`;
    const until = board.told;
    if (until === top) return;
    const isNext = top && until === top + 1;
    top = until;
    if (isNext) {
      list.prepend(row(board, top));
      if (top > most) list.lastElementChild?.remove();
      finish();
    } else {
      fill();
      scroll.scrollTop = 0;
    }
  };

  const fill = () => {
    const shown = Math.min(top, most);
    list.replaceChildren(...Array.from({ length: shown }, (_, from) => row(board, top - from)));
    finish();
  };

  const finish = () => {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.firstElementChild?.setAttribute("aria-current", "step");
    older.hidden = top <= most;
    empty.hidden = top > 0;
  };

  board.addEventListener("battle", show);
  board.addEventListener("deal", () => {
    top = 0;
    most = PAGE;
    fill();
  });
  board.addEventListener("settings", fill);
  board.addEventListener("older", () => {
    most += PAGE;
    fill();
    if (older.hidden) scroll.focus();
  });
}

/** @param {Board} board @param {number} index */
function row(board, index) {
  const { recording } = board;
  const battle = recording.battles[index - 1];
  const item = make("li", battle?.taker === 0 ? "taken-0" : "");
  if (!battle) return item;
  const { players } = recording;
  const cards = make("span", "log-cards");
  cards.append(...battle.rounds.map((_, at) => pair(battle, at, players)));
  const taker = make("span", "log-taker");
  if (battle.taker !== null) {
    taker.append(
      make("span", "", tell.playerName(battle.taker, players)),
      ` +${battle.taken.length}`,
    );
  } else {
    taker.append("–");
  }
  taker.append(
    make("small", "", (recording.counts[index] ?? []).map((count) => number(count)).join(" : ")),
  );
  if (isWar(battle, recording)) {
    taker.append(
      make("span", "tag", recording.rules.best === "low" ? gettext("Peace") : gettext("War")),
    );
  }
  const place = make("span", "log-number", number(index));
  for (const part of [place, cards, taker]) part.ariaHidden = "true";
  item.append(
    make("span", "sr", `${number(index)}. ${tell.battle(recording, index)}`),
    place,
    cards,
    taker,
  );
  return item;
}

/**
 * @param {Battle} battle
 * @param {number} at
 * @param {number} players
 */
function pair(battle, at, players) {
  const line = make("span", "pair");
  const between = players === 2 ? sign(battle, at) : "";
  for (let seat = 0; seat < players; seat++) {
    const card = battle.rounds[at]?.[seat] ? upCard(battle, at, seat) : null;
    if (seat && between) line.append(make("i", "", between));
    if (card) {
      const picture = mini(card);
      if (players > 2 && seat === battle.taker && at === battle.rounds.length - 1) {
        picture.classList.add("best");
      }
      line.append(picture);
    } else if (players > 2) line.append(make("span", "mini none"));
  }
  return line;
}

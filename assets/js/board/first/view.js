// The table: a lane for each player with what lies there now, and one sentence.
import { picture } from "./cards.js";
import { make, part } from "./dom.js";
import { isWar, sign, upCard } from "./recording.js";
import * as tell from "./tell.js";
import { fill, gettext, ngettext } from "./words.js";

/** @param {Board} board */
export function watch(board) {
  const lanes = part("#board-lanes", board.element);
  const show = () => {
    render(board, lanes);
    say(board);
  };
  for (const event of ["battle", "fresh", "wait", "auto"]) {
    board.addEventListener(event, () => mark(board));
  }
  board.addEventListener("battle", show);
  board.addEventListener("fresh", show);
  board.addEventListener("settings", show);
}

/** @param {Board} board */
function mark(board) {
  const { element } = board;
  element.dataset.state = board.state;
  element.dataset.battle = `${board.battle}`;
  const range = /** @type {HTMLInputElement} */ (part("#board-time", element));
  range.max = `${board.last}`;
  range.value = element.dataset.battle;
  range.style.setProperty("--at", `${(board.battle / board.last) * 100}%`);
  element.dataset.how = board.auto && board.settings.tempo >= 3 ? "fast" : "";
}

/** @param {Board} board @param {HTMLElement} lanes */
function render(board, lanes) {
  const { recording, current, shown } = board;
  const { players } = recording;
  lanes.dataset.players = `${players}`;
  lanes.hidden = board.summary;
  lanes.classList.toggle("settled", Boolean(current) && shown.settled && current?.taker !== null);
  const items = Array.from({ length: players }, (_, seat) => lane(board, seat));
  if (players === 2) items.splice(1, 0, versus(board));
  lanes.replaceChildren(...items);
}

/** @param {Board} board @param {number} seat */
function lane(board, seat) {
  const { current, shown, recording } = board;
  const wins = Boolean(current && shown.settled && current.taker === seat);
  const item = make(
    "li",
    `lane${wins ? " taker" : ""}`,
    who(board, seat, wins),
    table(board, seat, wins),
  );
  item.dataset.seat = `${seat}`;
  if (!recording.counts[board.battle]?.[seat] && !laidBy(current, seat)) item.classList.add("gone");
  if (!shown.settled && shown.rounds > 1 && !current?.rounds[shown.rounds - 1]?.[seat]) {
    item.classList.add("aside");
  }
  return item;
}

/** @param {Battle | undefined} battle @param {number} seat */
const laidBy = (battle, seat) => Boolean(battle?.rounds.some((round) => round[seat]?.length));

/** @param {Board} board @param {number} seat @param {boolean} wins */
function who(board, seat, wins) {
  const { recording, current } = board;
  const count = countNow(board, seat);
  const heap = make(
    "span",
    "heap pile",
    ...Array.from({ length: Math.min(2, count) }, () => picture("back")),
  );
  heap.ariaHidden = "true";
  const cards = fill(ngettext("%(num)s card", "%(num)s cards", count), { num: count });
  const line = make(
    "div",
    "who",
    heap,
    make("span", "name", tell.playerName(seat, recording.players)),
    " ",
    make("span", "count", cards),
  );
  if (wins && current) line.append(" ", make("span", "gain", `+${current.taken.length}`));
  return line;
}

/**
 * How many cards a player holds in the phase that is shown.
 * @param {Board} board
 * @param {number} seat
 */
function countNow(board, seat) {
  const { recording, battle, current, shown } = board;
  if (!current || shown.settled) return recording.counts[battle]?.[seat] ?? 0;
  const before = recording.counts[battle - 1]?.[seat] ?? 0;
  return current.rounds
    .slice(0, shown.rounds)
    .reduce((count, round) => count - (round[seat]?.length ?? 0), before);
}

/**
 * What one player has on the table.
 * @param {Board} board
 * @param {number} seat
 * @param {boolean} wins
 */
function table(board, seat, wins) {
  const { current, shown, recording } = board;
  const stack = make("div", "stack");
  if (!current) {
    stack.ariaHidden = "true";
    stack.append(
      make("span", "slot heaped", picture("back"), picture("back")),
      make("span", "place"),
    );
    return stack;
  }
  /** @type {string[]} */
  const said = [];
  const rounds = current.rounds.slice(0, shown.rounds);
  const newest = rounds.length - 1;
  rounds.forEach((round, index) => {
    const cards = round[seat];
    if (!cards?.length) return;
    const isUp = index < newest || shown.up;
    cards.forEach((card, at) => {
      const open = at === cards.length - 1 && isUp;
      const slot = make("span", `slot ${open ? "up" : "down"}`, picture(open ? card : "back"));
      if (index === newest) slot.classList.add("new");
      stack.append(slot);
    });
    if (isUp) said.push(tell.turned(seat, recording.players, cards, null));
  });
  for (const [owner, cards] of shown.settled ? current.forfeits : []) {
    if (owner === seat) {
      stack.append(...cards.map(() => make("span", "slot down", picture("back"))));
    }
  }
  const slots = stack.querySelectorAll(".up");
  const top = slots[slots.length - 1];
  if (top) {
    top.classList.add("last");
    if (wins) top.classList.add("wins");
    if (!upCard(current, newest, seat) && newest) top.classList.add("out");
  } else {
    stack.lastElementChild?.classList.add("last");
  }
  if (!stack.firstChild) stack.append(make("span", "place"));
  if (said.length) {
    stack.role = "img";
    stack.ariaLabel = said.join(" ");
  } else {
    stack.ariaHidden = "true";
  }
  return stack;
}

/** The sign between two cards. @param {Board} board */
function versus(board) {
  const { current, shown, recording } = board;
  const at = shown.up ? shown.rounds - 1 : -1;
  const text = current && at >= 0 ? sign(current, at) : "";
  const item = make("li", `versus${text === "=" ? " equal" : ""}`, make("b", "", text));
  item.ariaHidden = "true";
  if (current && text && text !== "=" && shown.settled) {
    item.append(make("span", "", wonBy(current, recording.rules, text)));
  }
  return item;
}

/**
 * Why a card has won.
 * @param {Battle} battle
 * @param {Changes} rules
 * @param {string} sign
 */
function wonBy({ taker }, { best }, sign) {
  // Translators: stands under the sign < or > between two cards.
  if (best === "low") return gettext("lower card wins");
  const isUpset = best === "round" && (sign === "<") === (taker === 0);
  // Translators: like "higher card wins", in a game in which the lowest rank beats the ace.
  return isUpset ? gettext("lowest card beats ace") : gettext("higher card wins");
}

/** @param {Board} board */
function say(board) {
  const { recording, current, shown, battle } = board;
  const headline = part("#board-headline", board.element);
  const detail = part("#board-detail", board.element);
  const players = recording.players;
  part("#board-number", board.element).textContent = battle
    ? fill(gettext("Battle %(number)s"), { number: battle })
    : gettext("ready");
  part(".say", board.element).hidden = board.summary;
  if (!current) {
    headline.textContent = gettext("The cards are dealt.");
    const count = recording.hands[0]?.length ?? 0;
    detail.textContent = fill(
      ngettext("%(count)s card for each player.", "%(count)s cards for each player.", count),
      {
        count,
      },
    );
    return;
  }
  const last = shown.rounds - 1;
  if (!shown.settled) {
    headline.textContent = tell.tie(recording);
    detail.textContent = shown.up ? tell.round(current, last, players, -1) : "";
    return;
  }
  const end = board.over ? tell.later.result?.(recording) : "";
  const cry = recording.rules.best === "low" ? gettext("Peace!") : gettext("War!");
  const taken = tell.taken(current, players);
  headline.textContent = end || `${isWar(current, recording) ? cry : ""} ${taken}`;
  detail.textContent = [
    tell.round(current, last, players, -1),
    tell.later.forfeits?.(current, players),
    tell.later.fallen?.(recording, battle),
    tell.later.waits?.(recording, battle),
  ]
    .filter(Boolean)
    .join(" ");
}

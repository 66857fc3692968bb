// The end of a game in place of the cards: how it ended, where its length stands among all games,
// four facts.
import { make, part } from "../first/dom.js";
import { fill, gettext, ngettext, number } from "../first/words.js";
import { result } from "./outcome.js";
import { leader } from "./quiet.js";
import { actionButton, shape } from "./shapes.js";

const WIDTH = 420;
const HEIGHT = 84;
const GAP = 4;

/** @param {Board} board */
export function watch(board) {
  const place = part("#board-end", board.element);
  const show = () => {
    place.hidden = !board.summary;
    place.replaceChildren(...(board.summary ? content(board) : []));
  };
  board.addEventListener("battle", show);
  board.addEventListener("fresh", show);
  if (board.over && board.settled) board.sum();
}

/** @param {Board} board */
function content(board) {
  const { recording } = board;
  const lengths = isOwn(board) ? board.data.lengths[`${recording.players}`] : undefined;
  const battles = recording.result.battles;
  return [
    make("p", "end-title", title(recording)),
    make(
      "p",
      "end-text",
      [why(board), lengths ? place(lengths, battles) : ""].filter(Boolean).join(" "),
    ),
    ...(lengths ? [chart(lengths, battles)] : []),
    facts(recording),
    make(
      "div",
      "end-actions",
      actionButton("again", gettext("Same cards"), "again"),
      actionButton("watch", gettext("Watch again"), "play"),
      actionButton("share", gettext("Share"), "share"),
      actionButton("hidden", gettext("Face-down cards")),
    ),
  ];
}

/** Whether the game was played by the rules that the page has figures for. @param {Board} board */
function isOwn(board) {
  return JSON.stringify(board.recording.rules) === JSON.stringify(board.data.rules);
}

/** @param {Recording} recording */
function title(recording) {
  return recording.result.kind === "won" ? result(recording) : gettext("A draw.");
}

/** @param {Board} board */
function why(board) {
  const { recording } = board;
  const { kind, battles, cycle = 0 } = recording.result;
  if (kind === "limit") {
    const text = ngettext(
      "After %(count)s battle the game is over, however many cards anybody has.",
      "After %(count)s battles the game is over, however many cards anybody has.",
      battles,
    );
    return `${fill(text, { count: battles })} ${how(board)}`.trim();
  }
  if (kind === "endless") {
    const text = ngettext(
      "This game would never end: the same %(count)s battle would come again and again.",
      "This game would never end: the same %(count)s battles would come again and again.",
      cycle,
    );
    return fill(text, { count: cycle });
  }
  return kind === "drawn" ? gettext("Nobody can go on.") : "";
}

/** How common such an end is. @param {Board} board */
function how(board) {
  const share = board.data.lengths[`${board.recording.players}`]?.limit ?? 0;
  if (!share || !isOwn(board)) return "";
  const games = Math.round(1 / share);
  // Translators: %(games)s is a number such as 950, always greater than one.
  return games > 1 ? fill(gettext("About one game in %(games)s ends like this."), { games }) : "";
}

/** @param {Lengths} lengths @param {number} battles */
function place({ bin, counts, games }, battles) {
  const full = Math.min(Math.floor(battles / bin), counts.length - 1);
  const before = counts.slice(0, full).reduce((sum, count) => sum + count, 0);
  const within = ((counts[full] ?? 0) * (battles - full * bin)) / bin;
  const shorter = Math.min(
    99,
    Math.max(0, Math.round((100 * (before + Math.min(within, counts[full] ?? 0))) / games)),
  );
  if (shorter < 1) return gettext("Hardly any games are shorter.");
  // Translators: how long this game was beside 100 others; %(count)s is 1 to 99.
  const text = ngettext(
    "Longer than %(count)s game in 100.",
    "Longer than %(count)s games in 100.",
    shorter,
  );
  return fill(text, { count: shorter });
}

/** @param {Lengths} lengths @param {number} battles */
function chart({ bin, counts }, battles) {
  const own = Math.min(Math.floor(battles / bin), counts.length - 1);
  const most = Math.max(...counts);
  const width = WIDTH / counts.length;
  const picture = shape("svg", {
    class: "end-chart",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
  });
  picture.setAttribute(
    "aria-label",
    // Translators: spoken in place of a chart.
    gettext("How long games last; the bar for this game is marked."),
  );
  counts.forEach((count, at) => {
    const height = Math.max(2, (count / most) * (HEIGHT - 10));
    const bar = shape("rect", {
      x: at * width,
      y: HEIGHT - height,
      width: Math.max(1, width - GAP),
      height,
      rx: 2,
    });
    if (at === own) {
      bar.setAttribute("class", "own");
      const tip = at * width + (width - GAP) / 2;
      picture.append(
        shape("path", { class: "own", d: `M${tip - 5} ${HEIGHT - height - 9}h10l-5 6Z` }),
      );
    }
    picture.append(bar);
  });
  return picture;
}

/** @param {Recording} recording */
function facts(recording) {
  const list = make("dl", "end-facts");
  for (const [name, value] of figures(recording)) {
    list.append(make("div", "", make("dt", "", name), make("dd", "", number(value))));
  }
  return list;
}

/** @param {Recording} recording @returns {[string, number][]} */
export function figures(recording) {
  const { battles, counts, result } = recording;
  let lead = -1;
  let changes = 0;
  for (const count of counts) {
    const now = leader(count);
    if (now < 0) continue;
    if (lead >= 0 && now !== lead) changes += 1;
    lead = now;
  }
  const isPeace = recording.rules.best === "low";
  return [
    // Translators: labels; a number stands beside or below them.
    [isPeace ? gettext("Times peace was made") : gettext("Wars"), result.wars],
    [
      gettext("Most cards in one battle"),
      Math.max(...battles.map((battle) => battle.taken.length)),
    ],
    [gettext("Most cards you held"), Math.max(...counts.map((count) => count[0] ?? 0))],
    [gettext("Lead changes"), changes],
  ];
}

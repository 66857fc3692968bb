// After a game: every card that lay face down, so that whoever doubts the deal can see them all.
import { mini } from "../first/cards.js";
import { make } from "../first/dom.js";
import { playerName } from "../first/tell.js";
import { cardName, fill, gettext } from "../first/words.js";
import { openDialog } from "./dialog.js";

/** @param {Board} board @returns {HTMLDialogElement} */
export function openHidden(board) {
  const { battles, players } = board.recording;
  return openDialog("hidden", gettext("Face-down cards"), () => {
    const rows = battles.flatMap((battle, at) => {
      const hidden = laidDown(battle, players);
      return hidden.some((cards) => cards.length) ? [row(at + 1, hidden, players)] : [];
    });
    return [
      make(
        "p",
        "",
        rows.length
          ? gettext("What lay face down in this game, battle by battle.")
          : gettext("No cards lay face down in this game."),
      ),
      make("ol", "hidden-cards", ...rows),
    ];
  });
}

/**
 * The cards that each seat has laid face down in a battle.
 * @param {Battle} battle
 * @param {number} players
 */
function laidDown(battle, players) {
  return Array.from({ length: players }, (_, seat) =>
    battle.rounds.flatMap((laid) => (laid[seat] ?? []).slice(0, -1)),
  );
}

/** @param {number} battle @param {string[][]} hidden @param {number} players */
function row(battle, hidden, players) {
  const seats = hidden.flatMap((cards, seat) => {
    if (!cards.length) return [];
    const pictures = make(
      "span",
      { class: "hidden-row", "aria-hidden": "true" },
      ...cards.map(mini),
    );
    const spoken = make("span", "sr", cards.map(cardName).join(", "));
    return [
      make("p", "", make("span", "", `${playerName(seat, players)}:`), " ", spoken, pictures),
    ];
  });
  return make(
    "li",
    "",
    make("h3", "", fill(gettext("Battle %(number)s"), { number: battle })),
    ...seats,
  );
}

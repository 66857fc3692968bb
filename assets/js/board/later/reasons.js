// What a broken link, a missing engine or a deal that cannot be had says in the message over the
// table.
import { gettext } from "../first/words.js";

/** @typedef {[title: string, text: string, action?: string]} Message and what its button does */

/** @returns {Record<string, Message> & {failed: Message}} */
export function reasons() {
  const broken = gettext("Here is a new deal instead, by the rules of this page.");
  const cut = gettext("It was probably cut off when it was copied.");
  const absent = gettext("WebAssembly is switched off or missing.");
  const first = gettext("New games need a connection the first time.");
  const retry = gettext("Try again");
  const playable = gettext("You can still play the recorded games on this page.");
  /** @type {Message} */
  const incomplete = [gettext("This link is incomplete."), `${cut} ${broken}`];
  /** @type {Message} */
  const check = [gettext("This link has a mistake in it."), broken];
  return {
    incomplete,
    empty: incomplete,
    check,
    malformed: check,
    long: check,
    players: check,
    deal: check,
    battle: check,
    rules: check,
    version: [gettext("This link comes from a newer version of the game."), broken],
    variant: [gettext("This link is for a game that this site does not have."), broken],
    "deal-code": [
      gettext("That is not a deal code."),
      gettext("A deal code has eight letters and digits, as in 7K3Q-9F2A."),
    ],
    unsupported: [gettext("New games cannot be made in this browser."), `${absent} ${playable}`],
    offline: [gettext("You are offline."), `${first} ${playable}`, retry],
    failed: [gettext("Loading failed."), playable, retry],
    crashed: [
      gettext("The game engine has stopped."),
      gettext("Your game is still here."),
      gettext("Start it again"),
    ],
    saving: [
      gettext("This game needs the game engine."),
      gettext("It only has to be loaded once."),
      gettext("Load it"),
    ],
    recording: [gettext("The recorded game did not load."), gettext("Are you online?"), retry],
    "too-many": [
      gettext("There are not enough cards for that many players."),
      gettext("Choose fewer players or fewer cards."),
    ],
  };
}

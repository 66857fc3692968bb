// Which dialog opens by which name.
import { openHelp } from "./help.js";
import { openHidden } from "./hidden.js";
import { openSettings } from "./settings.js";
import { openShare } from "./share.js";

/** @type {Record<string, (board: Board) => unknown>} */
export const DIALOGS = {
  share: openShare,
  settings: openSettings,
  help: openHelp,
  hidden: openHidden,
};

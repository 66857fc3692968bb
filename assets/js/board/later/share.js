// The share sheet: one link in three forms, to copy, to send, or to hold a camera to.
import { make } from "../first/dom.js";
import { fill, gettext } from "../first/words.js";
import { news, openDialog } from "./dialog.js";
import { hashOf, newDealCode, writeLink } from "./link.js";
import { codeOf } from "./route.js";
import { drawing } from "./shapes.js";

/** @typedef {{name: string, label: string, code: () => string}} Form */

/** @param {Board} board @returns {HTMLDialogElement} */
export function openShare(board) {
  return openDialog("share", gettext("Share this game"), () => content(board));
}

/** @param {Board} board @returns {Node[]} */
function content(board) {
  const picture = make("div", "share-qr");
  const field = make("input", {
    type: "text",
    id: "share-link",
    readonly: true,
    spellcheck: "false",
    translate: "no",
  });
  const said = news();
  const forms = formsOf(board);

  /** @type {Form | undefined} */
  let chosen;
  /** @param {Form} form */
  const show = async (form) => {
    chosen = form;
    said.textContent = "";
    const link = linkTo(form.code());
    field.value = link;
    const qr = await import("./qr.js").catch(() => null); // without a connection the link has to do
    if (chosen === form) picture.replaceChildren(...(qr ? [qrCode(qr.qrPicture(link))] : []));
  };

  field.addEventListener("focus", () => field.select());
  const legend = make("legend", "", gettext("The link begins"));
  const choice = make(
    "fieldset",
    "",
    legend,
    ...forms.map((form, place) => radio(form, !place, show)),
  );
  const copy = make(
    "button",
    { type: "button", class: "button brass", "data-do": "copy" },
    gettext("Copy"),
  );
  copy.addEventListener("click", async () => {
    said.textContent = (await copied(field))
      ? gettext("Copied.")
      : gettext(
          "The browser does not let us copy. The link is selected: copy it with the keyboard or the menu.",
        );
    said.scrollIntoView({ block: "nearest" });
  });
  const actions = make("div", "dialog-actions", copy);
  if (typeof navigator.share === "function") actions.append(sendButton(field));
  const first = forms[0];
  if (first) void show(first);
  const side = make(
    "div",
    "share-side",
    choice,
    make("label", { for: field.id }, gettext("Link")),
    field,
    actions,
    said,
    make(
      "p",
      "dialog-note",
      gettext(
        "The link opens in your language, but anyone who follows it can change that. The cards and the battle stay the same.",
      ),
    ),
  );
  return [make("div", "share-sheet", picture, side)];
}

/** @param {Board} board @returns {Form[]} */
function formsOf(board) {
  const start = {
    name: "start",
    label: gettext("at the start, with the same cards"),
    code: () => codeOf(board, null),
  };
  const battle = {
    name: "battle",
    // Translators: after "The link begins".
    label: fill(gettext("at battle %(number)s"), { number: board.battle }),
    code: () => codeOf(board, board.battle),
  };
  const dealt = newDealCode();
  const rules = {
    name: "rules",
    label: gettext("with these rules and newly shuffled cards"),
    code: () => rulesCode(board, dealt),
  };
  return board.battle > 0 ? [start, battle, rules] : [start, rules];
}

/** The rules on the table with other cards. @param {Board} board @param {string} deal */
function rulesCode(board, deal) {
  const { rules, players } = board.recording;
  return writeLink({ variant: board.data.variant, rules, players, deal }, board.data.presets);
}

/** @param {string} src */
function qrCode(src) {
  return make("img", { class: "qr", src, alt: gettext("QR code of the link") });
}

/** @param {Form} form @param {boolean} checked @param {(form: Form) => unknown} show */
function radio(form, checked, show) {
  const input = make("input", { type: "radio", name: "share-from", value: form.name, checked });
  input.addEventListener("change", () => show(form));
  return make("label", "pick", input, make("span", "", form.label));
}

/**
 * The address of this page with the code; without one, of the page alone. A query is no part of it:
 * only trackers write one.
 * @param {string} code
 */
function linkTo(code) {
  const page = location.href.replace(/[?#].*$/s, "");
  return code ? page + hashOf(code) : page;
}

/**
 * Copies what is in the field, in the way that this browser allows.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>}
 */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    const before = document.activeElement;
    field.focus();
    field.select();
    const done = document.execCommand("copy");
    if (done && before instanceof HTMLElement) before.focus();
    return done;
  }
}

/** @param {HTMLInputElement} field */
function sendButton(field) {
  const icon = drawing("M12 15V3M8 7l4-4 4 4M5 12v8h14v-8", "0 0 24 24");
  icon.classList.add("icon");
  const send = make(
    "button",
    { type: "button", class: "button", "data-do": "send" },
    icon,
    gettext("Send"),
  );
  send.addEventListener("click", () => {
    // Whoever closes it without sending has decided so.
    navigator.share({ title: document.title, url: field.value }).catch(() => {});
  });
  return send;
}

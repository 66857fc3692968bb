// What is wrong with the texts of a page as it is shown now, in words: cut off, beyond the box that
// they belong to, or over another text or a card. Letters are taken as 0.72 of their size high, so
// that close lines do not count as one.
() => {
  const HALF = 0.36;
  const BOXES = `button, label, a, li, dt, dd, td, th, summary, .button, .gain, .tag, .mini, .beta,
    .who, .board, .side, .table, .message, .dialog, .choice`;
  const found = new Set();
  const page = document.documentElement;
  const name = (/** @type {Element} */ each) => {
    const own = each.id ? `#${each.id}` : [each.localName, ...each.classList].join(".");
    return each.parentElement
      ? `${[each.parentElement.localName, ...each.parentElement.classList].join(".")} > ${own}`
      : own;
  };
  const style = (/** @type {Element} */ each) => getComputedStyle(each);
  const isHidden = (/** @type {Element | null} */ each) => {
    for (let at = each; at; at = at.parentElement) {
      if (style(at).clipPath.startsWith("inset(50%)")) return true;
    }
    return false;
  };
  // What moves over the page or within a frame of its own is compared with its like alone.
  const floats = (/** @type {Element} */ each) => {
    for (let at = each; at; at = at.parentElement) {
      if (["sticky", "fixed"].includes(style(at).position)) return at;
    }
    return each.closest("[popover], .message, .log-scroll");
  };
  const meets = (one, other, high) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > high;

  if (page.scrollWidth > page.clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > page.clientWidth + 1,
    );
    found.add(`the page scrolls sideways: ${wide.slice(0, 3).map(name).join(", ")}`);
  }

  const place = document.querySelector("dialog[open]") ?? document.body;
  const lines = [];
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = (node.textContent ?? "").trim();
    const parent = node.parentElement;
    if (!words || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (
      parent.closest("script, style, template, noscript, .card svg, .skip, .versus") ||
      isHidden(parent)
    ) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const high = parseFloat(style(parent).fontSize) * HALF;
    const rows = [...range.getClientRects()]
      .filter((row) => row.width > 1)
      .map(({ left, right, top, bottom }) => ({
        left,
        right,
        top: (top + bottom) / 2 - high,
        bottom: (top + bottom) / 2 + high,
      }));
    const floating = floats(parent);
    lines.push(...rows.map((row) => ({ ...row, words, parent, floating })));

    for (let at = parent; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display } = style(at);
      if ([overflowX, overflowY].some((value) => value === "auto" || value === "scroll")) {
        if (!at.matches(".scroll") && at.scrollWidth > at.clientWidth + 1) {
          found.add(`${name(at)} scrolls sideways`);
        }
        break;
      }
      if (
        display === "inline" ||
        (!at.matches(BOXES) && overflowX === "visible" && overflowY === "visible")
      ) {
        continue;
      }
      const box = at.getBoundingClientRect();
      const isOut = rows.some(
        (row) =>
          row.left < box.left - 1 ||
          row.right > box.right + 1 ||
          row.top < box.top - 1 ||
          row.bottom > box.bottom + 1,
      );
      if (isOut) found.add(`"${words}" is not within ${name(at)}`);
    }
  }

  lines.sort((one, other) => one.top - other.top);
  lines.forEach((line, at) => {
    for (let next = at + 1; next < lines.length && lines[next].top < line.bottom; next++) {
      const other = lines[next];
      if (other.parent === line.parent || other.floating !== line.floating) continue;
      if (meets(line, other, 1)) {
        found.add(`"${line.words}" and "${other.words}" lie over one another`);
      }
    }
  });
  for (const card of place.querySelectorAll(".card, .place, .icon")) {
    const box = card.getBoundingClientRect();
    if (!box.width || !card.checkVisibility()) continue;
    const floating = floats(card);
    for (const line of lines) {
      if (line.floating === floating && meets(line, box, 2)) {
        found.add(`"${line.words}" lies over ${name(card)}`);
      }
    }
  }
  return [...found];
};

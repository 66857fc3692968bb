// At an address that a page had before: goes on to the one that it has now, with the part or the deal that was asked for.
(() => {
  const { to } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  if (to) location.replace(to + location.hash);
})();

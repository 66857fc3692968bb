// At an address that a page had before: goes on to the one that it has now, with all that was asked
// for beside the path.
(() => {
  const { to } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  if (to) location.replace(to + location.search + location.hash);
})();

// Sent by the live preview only: shows the page anew when the site behind it has changed.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { href, search } = new URL(script.src);
  const events = new EventSource(new URL("events", href));
  events.addEventListener("message", ({ data }) => {
    if (data === search.slice(1)) return;
    events.close();
    location.reload();
  });
  addEventListener("pagehide", () => events.close());
})();

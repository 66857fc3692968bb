// Sent by the live preview in place of the site's service worker: takes that one's place, tidies up
// and goes.
addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
addEventListener("activate", (event) => {
  /** @type {any} */ (event).waitUntil(
    (async () => {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
      await /** @type {any} */ (self).registration.unregister();
    })(),
  );
});

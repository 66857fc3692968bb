// The service worker: keeps the site for readers without a network, one set of caches for each version and part.
//
// Names of files change with their content, so a file may come from any version's cache; a page only from its own
// version's, which holds all that the page names. The build writes `self.site` above this code.

/**
 * @typedef {object} Site what the build lists; paths are relative to the scope, "en/rules/"
 * @property {string} version
 * @property {Record<string, string[]>} parts "shell", "engine", and one for each language
 * @property {Record<string, number>} bytes of the engine's files
 * @property {Record<string, string>} offline each language's page for what is not kept
 */
/** @typedef {{id: string, url: string, postMessage(message: unknown, transfer: Transferable[]): void}} Tab */
/** @typedef {Event & {waitUntil(work: Promise<unknown>): void}} Lasting */
/** @typedef {Lasting & {request: Request, resultingClientId: string, respondWith(answer: Promise<Response>): void}} Asked */
/** @typedef {Lasting & {data: {do: string, lang: string}, ports: MessagePort[]}} Told */
/**
 * @typedef {object} Global
 * @property {Site} site
 * @property {ServiceWorkerRegistration} registration
 * @property {{matchAll(options: object): Promise<Tab[]>, claim(): Promise<void>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */

const here = /** @type {Global} */ (/** @type {unknown} */ (self));
const { site, registration } = here;
const { scope } = registration;
const PREFIX = `war-and-peace ${new URL(scope).pathname} `;
const TABS = `${PREFIX}tabs`;
const ANY = { ignoreVary: true };
const PATIENCE = 3000;
/** Milliseconds that a tab may not be listed yet after its page was answered. */
const SOON = 30_000;

const partOf = new Map(
  Object.entries(site.parts).flatMap(([part, paths]) => paths.map((path) => [scope + path, part])),
);

/** @param {string} part @param {string} [version] */
const cacheOf = (part, version = site.version) => `${PREFIX}${version} ${part}`;

/** Whether an address stays the same when its content changes. @param {string} url */
const isFixed = (url) => url.endsWith("/") || url.endsWith(".webmanifest");

// --- what is kept ---------------------------------------------------------------------------------

/** The answer that is kept for an address, if one is. @param {string} url @returns {Promise<Response | undefined>} */
async function kept(url) {
  try {
    const part = partOf.get(url);
    const own = part && (await caches.match(url, { cacheName: cacheOf(part), ...ANY }));
    return own || (isFixed(url) ? undefined : await caches.match(url, ANY));
  } catch {
    return undefined; // storage is refused: there is the network
  }
}

/** The addresses of a part that are not in this version's cache. @param {string} part */
async function missing(part) {
  const cache = await caches.open(cacheOf(part));
  const there = new Set((await cache.keys()).map(({ url }) => url));
  return (site.parts[part] ?? []).map((path) => scope + path).filter((url) => !there.has(url));
}

/**
 * Brings a part's cache up to its list: from the caches of other versions, then from the network.
 * @param {string} part
 * @param {(loaded: number, total: number) => void} [tell]
 */
async function fill(part, tell) {
  const cache = await caches.open(cacheOf(part));
  await inherit(part);
  const urls = await missing(part);
  if (part === "engine") return fillEngine(cache, urls, tell);
  const pages = await Promise.all(urls.filter(isFixed).map(load));
  await cache.addAll(urls.filter((url) => !isFixed(url)).map(reload));
  await Promise.all(pages.map(([url, page]) => cache.put(url, page)));
}

/** Copies what other versions have of a part. @param {string} part */
async function inherit(part) {
  const cache = await caches.open(cacheOf(part));
  for (const url of (await missing(part)).filter((each) => !isFixed(each))) {
    const found = await caches.match(url, ANY);
    if (found) await cache.put(url, found);
  }
}

/** @param {string} url */
const reload = (url) => new Request(url, { cache: "reload", priority: "low" });

/** A page as the host has it now; one that names files of another version is refused. @param {string} url @returns {Promise<[string, Response]>} */
async function load(url) {
  const page = await fetch(reload(url));
  if (!page.ok || page.redirected) throw new Error(`${url}: ${page.status}`);
  const text = await page.clone().text();
  for (const [, name = ""] of text.matchAll(/"((?:\.\.?\/)*(?:assets|recordings|words)\/[\w./-]+\.(?:css|js|json))"/g)) {
    if (!partOf.has(new URL(name, url).href)) throw new Error(`${url}: ${name} is of another version`);
  }
  return [url, page];
}

/**
 * The engine's names change with their content and it is large: what the browser has anyway is not loaded again.
 * @param {Cache} cache
 * @param {string[]} urls
 * @param {(loaded: number, total: number) => void} [tell]
 */
async function fillEngine(cache, urls, tell = () => {}) {
  const total = urls.reduce((sum, url) => sum + (site.bytes[url.slice(scope.length)] ?? 0), 0);
  let loaded = 0;
  await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      if (answer.status !== 200 || !answer.body) throw new Error(`${url}: ${answer.status}`);
      const counter = new TransformStream({
        transform(piece, out) {
          loaded += piece.byteLength;
          tell(loaded, total);
          out.enqueue(piece);
        },
      });
      await cache.put(url, new Response(answer.body.pipeThrough(counter), answer));
    }),
  );
}

// --- versions -------------------------------------------------------------------------------------

/** The caches of this site: name, version and part. */
async function ownCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== TABS);
  return names.map((name) => [name, ...name.slice(PREFIX.length).split(" ")]);
}

async function tabs() {
  const all = await here.clients.matchAll({ includeUncontrolled: true, type: "window" });
  return all.filter(({ url }) => url.startsWith(scope));
}

/** @param {string} id */
const noteOf = (id) => `${scope}?tab=${encodeURIComponent(id)}`;

/** Notes that a tab shows a page of this version, and since when. @param {string} id */
async function note(id) {
  const notes = await caches.open(TABS);
  await notes.put(noteOf(id), new Response(`${site.version} ${Date.now()}`));
}

/** Removes the versions that no tab shows any more; while one shows who knows what, all stay. */
async function sweep() {
  if (registration.installing || registration.waiting) return;
  const notes = await caches.open(TABS);
  const living = new Set((await tabs()).map(({ id }) => noteOf(id)));
  const shown = new Set([site.version]);
  for (const { url } of await notes.keys()) {
    const [version = "", since = 0] = ((await (await notes.match(url))?.text()) ?? "").split(" ");
    const isYoung = Math.abs(Date.now() - Number(since)) < SOON;
    if (living.delete(url) || isYoung) shown.add(version);
    else await notes.delete(url);
  }
  if (living.size) return;
  for (const [name, version] of await ownCaches()) if (name && !shown.has(version ?? "")) await caches.delete(name);
}

/** Whether a tab shows a page with a script that says how things are: one in a language. @param {Tab} tab */
const mayPlay = ({ url }) => ![undefined, "shell"].includes(partOf.get(url.replace(/[?#].*/s, "")));

/** Whether no tab is in the middle of a game; one that does not answer may be. */
async function resting() {
  const answers = (await tabs()).map(
    (tab) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data === "resting");
        setTimeout(resolve, PATIENCE, !mayPlay(tab));
        tab.postMessage("playing?", [port2]);
      }),
  );
  return (await Promise.all(answers)).every(Boolean);
}

async function takeOver() {
  if (await resting()) await here.skipWaiting();
}

/** @param {string} url */
const languageOf = (url) => url.slice(scope.length).split("/")[0]?.toLowerCase() ?? "";

/** The parts that readers had of other versions, and those of the pages that are open. */
async function wanted() {
  const had = (await ownCaches()).map(([, , part]) => part ?? "");
  const open = (await tabs()).map(({ url }) => languageOf(url));
  return new Set(["shell", ...had, ...open].filter((part) => part in site.parts));
}

async function install() {
  for (const part of await wanted()) await (part === "engine" ? inherit(part) : fill(part));
  if (registration.active) await takeOver();
}

here.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(install()));
here.addEventListener("activate", (/** @type {Lasting} */ event) => {
  event.waitUntil(here.clients.claim().then(sweep).catch(() => {}));
});

// --- what is asked for ----------------------------------------------------------------------------

here.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const address = url.replace(/[?#].*/s, "");
  if (mode === "navigate") event.respondWith(page(event, address.replace(/\/index\.html$/, "/")));
  else if (partOf.has(address) || !isFixed(address)) event.respondWith(file(event, address));
});

/** @param {Asked} event @param {string} url */
async function file(event, url) {
  const found = await kept(url);
  if (found) return found;
  const answer = await fetch(event.request);
  if (partOf.get(url) === "engine" && answer.status === 200) event.waitUntil(keep(url, answer.clone()));
  return answer;
}

/** Keeps what passes of the engine: it is being used. @param {string} url @param {Response} answer */
async function keep(url, answer) {
  try {
    const cache = await caches.open(cacheOf("engine"));
    await cache.put(url, answer);
  } catch {
    // full, refused, or broken off: it is there as long as the network is
  }
}

/** @param {Asked} event @param {string} url */
async function page(event, url) {
  if (!partOf.has(url) && partOf.has(`${url}/`)) return Response.redirect(`${url}/`);
  const found = await kept(url);
  if (found) {
    if (event.resultingClientId) event.waitUntil(note(event.resultingClientId).catch(() => {}));
    return found;
  }
  try {
    return await fetch(event.request);
  } catch {
    return instead(url);
  }
}

/** For a page that cannot be had, the offline page in its language; else in one that is kept. @param {string} url */
async function instead(url) {
  const languages = Object.keys(site.offline);
  const there = await Promise.all(languages.map((lang) => kept(scope + site.parts[lang]?.[0])));
  const order = [languageOf(url), ...languages.filter((_, place) => there[place]), ...languages];
  for (const path of order.map((lang) => site.offline[lang])) {
    if (path !== undefined && (await kept(scope + path))) return Response.redirect(`${scope}${path}#/${url.slice(scope.length)}`);
  }
  return Response.error();
}

// --- what pages say -------------------------------------------------------------------------------

let last = Promise.resolve();

here.addEventListener("message", (/** @type {Told} */ event) => {
  const { data, ports } = event;
  if (data.do === "take over") return event.waitUntil(takeOver());
  last = last.then(() => visit(data.lang, data.do === "keep", (news) => ports[0]?.postMessage(news)));
  event.waitUntil(last);
});

/**
 * A page has come to rest: what it needs without a network is fetched, as far as it is not there.
 * @param {string} lang
 * @param {boolean} asked whether the engine is wanted too
 * @param {(news: object) => void} tell
 */
async function visit(lang, asked, tell) {
  try {
    for (const part of ["shell", lang]) if (part in site.parts) await fill(part);
    const engine = asked || (await caches.has(cacheOf("engine")));
    if (engine) await fill("engine", (loaded, total) => tell({ loaded, total }));
    tell({ done: true, kept: true, engine });
  } catch {
    tell({ done: true, kept: false, engine: false });
  }
  await sweep().catch(() => {});
}

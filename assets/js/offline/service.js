// The service worker: keeps the site for readers without a network, one set of caches for each
// version and part.
//
// Whatever answers for the host may be wrong for once: a portal that wants a login, a proxy, a line
// that breaks off. So what the build lists is kept and handed out only if its digest is the one
// that the build gives, and it may come from any version's cache. The build writes `self.site`
// above this code.

/**
 * @typedef {object} Site what the build lists; paths are relative to the scope, "en/rules/"
 * @property {string} version
 * @property {Record<string, string[]>} parts "shell", "engine", and one for each language
 * @property {Record<string, string>} digests of the files of each part, in their order: the first
 *   digits, one after the other
 * @property {number} digits of each digest
 * @property {Record<string, string>} types of content by the end of a name
 * @property {Record<string, number>} bytes of the engine's files
 * @property {Record<string, string>} offline each language's page for what is not kept
 */
/** @typedef {(message: unknown, transfer: Transferable[]) => void} Post */
/** @typedef {{id: string, url: string, postMessage: Post}} Tab */
/** @typedef {Event & {waitUntil(work: Promise<unknown>): void}} Lasting */
/** @typedef {(answer: Promise<Response>) => void} Respond */
/**
 * @typedef {Lasting & {request: Request, resultingClientId: string, respondWith: Respond}} Asked
 */
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
const ENGINE = "engine";
const PATIENCE = 3000;
/** Milliseconds that a tab may not be listed yet after its page was answered. */
const SOON = 30_000;

/** @typedef {{part: string, digest: string}} Listed */
/** @type {Map<string, Listed>} What the build lists, by address. */
const listed = new Map(
  Object.entries(site.parts).flatMap(([part, paths]) =>
    paths.map((path, place) => [scope + path, { part, digest: digestAt(part, place) }]),
  ),
);

/** @param {string} part @param {number} place */
function digestAt(part, place) {
  return (site.digests[part] ?? "").slice(place * site.digits, (place + 1) * site.digits);
}

/** @param {string} part @param {string} [version] */
const cacheOf = (part, version = site.version) => `${PREFIX}${version} ${part}`;

/** @param {string} url */
const isPage = (url) => url.endsWith("/");

/** Whether an address stays the same when its content changes. @param {string} url */
const isFixed = (url) => isPage(url) || url.endsWith(".webmanifest");

// --- what is ours --------------------------------------------------------------------------------

/**
 * Whether these are the bytes that the build made for an address.
 * @param {string} url
 * @param {ArrayBuffer} bytes
 */
async function fits(url, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.startsWith(listed.get(url)?.digest ?? "nothing");
}

/** Whether an answer is the whole of a file, from its own address. @param {Response} answer */
const isWhole = ({ status, redirected }) => status === 200 && !redirected;

/**
 * Whether an answer, which can still be read afterwards, is what the build made.
 * @param {string} url
 * @param {Response} answer
 */
async function isOurs(url, answer) {
  return isWhole(answer) && fits(url, await answer.clone().arrayBuffer());
}

/**
 * A file of this version from the network; what does not fit is asked for once more, past what the
 * browser has.
 * @param {string} url
 * @param {AbortSignal} [signal]
 * @param {(bytes: number) => void} [count] hears of each piece
 * @returns {Promise<Response>}
 */
async function load(url, signal, count) {
  /** @type {RequestCache[]} */
  const ways = [isFixed(url) ? "reload" : "default", "reload"];
  for (const cache of ways) {
    const answer = await fetch(new Request(url, { cache, priority: "low", signal }));
    if (!isWhole(answer)) continue;
    const bytes = await read(answer, count);
    if (await fits(url, bytes)) return asBuilt(url, bytes, answer);
  }
  throw new Error(`${url}: not what was built`);
}

/** @param {Response} answer @param {(bytes: number) => void} [count] */
function read(answer, count) {
  if (!count) return answer.arrayBuffer();
  const counter = new TransformStream({
    transform(piece, out) {
      count(piece.byteLength);
      out.enqueue(piece);
    },
  });
  return new Response(answer.body?.pipeThrough(counter)).arrayBuffer();
}

/**
 * An answer that says of its bytes what is true of them: they are unpacked, and of the type that
 * the build knows.
 * @param {string} url @param {ArrayBuffer} bytes @param {Response} answer
 */
function asBuilt(url, bytes, answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const type = site.types[isPage(url) ? ".html" : (/\.\w+$/.exec(url)?.[0] ?? "")];
  if (type) headers.set("Content-Type", type);
  return new Response(bytes, { headers });
}

// --- what is kept --------------------------------------------------------------------------------

/**
 * The answer that is kept for an address, if one is.
 * @param {string} url
 * @returns {Promise<Response | undefined>}
 */
async function kept(url) {
  try {
    const { part } = listed.get(url) ?? {};
    if (!part) return isFixed(url) ? undefined : await older(url);
    const own = cacheOf(part);
    return (
      (await good(own, url)) ??
      (await firstGood(
        (await cacheNames()).filter((name) => name !== own),
        url,
      ))
    );
  } catch {
    return undefined; // storage is refused: there is the network
  }
}

/**
 * What an older page names, whose digest nobody knows any more; a page is none of it.
 * @param {string} url
 */
async function older(url) {
  for (const cacheName of await cacheNames()) {
    const found = await caches.match(url, { cacheName, ...ANY });
    if (found && isWhole(found) && !/html/i.test(found.headers.get("Content-Type") ?? "")) {
      return found;
    }
  }
}

/** @param {string[]} names of caches @param {string} url */
async function firstGood(names, url) {
  for (const name of names) {
    const found = await good(name, url);
    if (found) return found;
  }
}

/**
 * What a cache has for an address; what is not ours is thrown away.
 * @param {string} cacheName
 * @param {string} url
 */
async function good(cacheName, url) {
  const found = await caches.match(url, { cacheName, ...ANY });
  if (!found || (await isOurs(url, found))) return found;
  if (cacheName === cacheOf(listed.get(url)?.part ?? "")) {
    await (await caches.open(cacheName)).delete(url, ANY);
  }
}

/**
 * The addresses of a part that are not in this version's cache as they were built.
 * @param {string} part
 */
async function missing(part) {
  const urls = (site.parts[part] ?? []).map((path) => scope + path);
  const found = await Promise.all(urls.map((url) => good(cacheOf(part), url)));
  return urls.filter((_, place) => !found[place]);
}

/**
 * Brings a part's cache up to its list: from the caches of other versions, then from the network.
 * Pages come last, when all that they name is there.
 * @param {string} part
 * @param {(loaded: number, total: number) => void} [tell]
 */
async function fill(part, tell = () => {}) {
  const cache = await caches.open(cacheOf(part));
  const urls = await inherit(part);
  const total = urls.reduce((sum, url) => sum + (site.bytes[url.slice(scope.length)] ?? 0), 0);
  const stop = new AbortController();
  let loaded = 0;
  /** @param {number} bytes */
  const count = (bytes) => {
    loaded += bytes;
    tell(Math.min(loaded, total), total);
  };
  /** @type {[string, Response][]} */
  const found = [];
  /** @param {string} url */
  const bring = async (url) => {
    const answer = await load(url, stop.signal, part === ENGINE ? count : undefined);
    if (part === ENGINE) {
      await cache.put(url, answer); // half of it is worth keeping
    } else {
      found.push([url, answer]);
    }
  };
  try {
    await Promise.all(urls.map(bring));
    found.sort(([one], [other]) => Number(isPage(one)) - Number(isPage(other)));
    for (const [url, answer] of found) await cache.put(url, answer);
  } catch (error) {
    stop.abort(); // where one is wrong, the others need not be asked for
    throw error;
  }
}

/**
 * Copies what other versions have of a part; gives the addresses that are still missing.
 * @param {string} part
 */
async function inherit(part) {
  const cache = await caches.open(cacheOf(part));
  const lacking = [];
  for (const url of await missing(part)) {
    const found = await kept(url);
    if (found) await cache.put(url, found);
    else lacking.push(url);
  }
  return lacking;
}

// --- versions ------------------------------------------------------------------------------------

/** The caches of this site: name, version and part. */
async function ownCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== TABS);
  return names.map((name) => [name, ...name.slice(PREFIX.length).split(" ")]);
}

async function cacheNames() {
  return (await ownCaches()).map(([name = ""]) => name);
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
  for (const [name, version] of await ownCaches()) {
    if (name && !shown.has(version ?? "")) await caches.delete(name);
  }
}

/**
 * Whether a tab shows a page with a script that says how things are: one in a language.
 * @param {Tab} tab
 */
const mayPlay = ({ url }) =>
  ![undefined, "shell"].includes(listed.get(url.replace(/[?#].*/s, ""))?.part);

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
  for (const part of await wanted()) await (part === ENGINE ? inherit(part) : fill(part));
  if (registration.active) await takeOver();
}

here.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(install()));
here.addEventListener("activate", (/** @type {Lasting} */ event) => {
  event.waitUntil(
    here.clients
      .claim()
      .then(sweep)
      .catch(() => {}),
  );
});

// --- what is asked for ---------------------------------------------------------------------------

here.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const address = url.replace(/[?#].*/s, "");
  if (mode === "navigate") event.respondWith(page(event, address.replace(/\/index\.html$/, "/")));
  else if (listed.has(address) || !isFixed(address)) event.respondWith(file(event, address));
});

/** @param {Asked} event @param {string} url */
async function file(event, url) {
  const found = await kept(url);
  if (found) return found;
  const answer = await fetch(event.request);
  const { part } = listed.get(url) ?? {};
  if (part === ENGINE) {
    // It is large and passes through as it comes: who starts the engine looks at it too.
    if (isWhole(answer)) event.waitUntil(keep(url, answer.clone()));
    return answer;
  }
  if (!part || (await isOurs(url, answer))) return answer;
  return fetch(new Request(event.request, { cache: "reload" })).catch(() => answer);
}

/**
 * Keeps what passes of the engine: it is being used.
 * @param {string} url
 * @param {Response} answer
 */
async function keep(url, answer) {
  try {
    const bytes = await answer.arrayBuffer();
    if (!(await fits(url, bytes))) return;
    const cache = await caches.open(cacheOf(ENGINE));
    await cache.put(url, asBuilt(url, bytes, answer));
  } catch {
    // full, refused, or broken off: it is there as long as the network is
  }
}

/** @param {Asked} event @param {string} url */
async function page(event, url) {
  if (!listed.has(url) && listed.has(`${url}/`)) return Response.redirect(`${url}/`);
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

/**
 * For a page that cannot be had, the offline page in its language; else in one that is kept.
 * @param {string} url
 */
async function instead(url) {
  const languages = Object.keys(site.offline);
  const there = await Promise.all(languages.map((lang) => kept(scope + site.parts[lang]?.[0])));
  const order = [languageOf(url), ...languages.filter((_, place) => there[place]), ...languages];
  for (const path of order.map((lang) => site.offline[lang])) {
    if (path !== undefined && (await kept(scope + path))) {
      return Response.redirect(`${scope}${path}#/${url.slice(scope.length)}`);
    }
  }
  return Response.error();
}

// --- what pages say ------------------------------------------------------------------------------

let last = Promise.resolve();

here.addEventListener("message", (/** @type {Told} */ event) => {
  const { data, ports } = event;
  if (data?.do === "take over") return event.waitUntil(takeOver().catch(() => {}));
  last = last.then(() =>
    visit(data?.lang, data?.do === "keep", (news) => ports[0]?.postMessage(news)),
  );
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
    const engine = asked || (await caches.has(cacheOf(ENGINE)));
    if (engine) await fill(ENGINE, (loaded, total) => tell({ loaded, total }));
    tell({ done: true, kept: true, engine });
  } catch {
    tell({ done: true, kept: false, engine: false });
  }
  await sweep().catch(() => {});
}

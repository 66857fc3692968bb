// What the reader has chosen, kept in localStorage; where storage is refused it lasts as long as the page.

const PREFIX = "war-and-peace.";

/** @type {Map<string, unknown>} */
const kept = new Map();

/** @returns {Storage | null} */
function openStorage() {
  try {
    const storage = window.localStorage;
    storage.setItem(`${PREFIX}test`, "1");
    storage.removeItem(`${PREFIX}test`);
    return storage;
  } catch {
    return null;
  }
}

const storage = openStorage();

export const store = {
  /** Whether what is set is still there tomorrow. */
  works: storage !== null,

  /**
   * @template T
   * @param {string} key @param {T} fallback what there is before anything was set
   * @returns {T}
   */
  get(key, fallback) {
    if (kept.has(key)) return /** @type {T} */ (kept.get(key));
    try {
      const text = storage?.getItem(PREFIX + key);
      return text === null || text === undefined ? fallback : JSON.parse(text);
    } catch {
      return fallback;
    }
  },

  /** @param {string} key @param {unknown} value anything that JSON can say */
  set(key, value) {
    kept.set(key, value);
    try {
      storage?.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      this.works = false; // full, or refused since
    }
  },
};

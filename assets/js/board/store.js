// What the reader has chosen, kept in localStorage; where storage is refused it lasts as long as the page.

const PREFIX = "war-and-peace.";

/** @type {Map<string, any>} */
const kept = new Map();

export const store = {
  /** Whether what is set is still there tomorrow. */
  works: true,

  /**
   * @template T
   * @param {string} key @param {T} fallback what there is before anything was set
   * @returns {T}
   */
  get(key, fallback) {
    try {
      return kept.get(key) ?? JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? fallback;
    } catch {
      this.works = false; // refused
      return fallback;
    }
  },

  /** @param {string} key @param {unknown} value anything that JSON can say */
  set(key, value) {
    kept.set(key, value);
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      this.works = false; // full, or refused
    }
  },
};

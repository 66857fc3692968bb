// What the reader has chosen, kept in localStorage; where storage is refused it lasts as long as
// the page.

const PREFIX = "war-and-peace.";

/** @type {Map<string, any>} What could not be stored. */
const kept = new Map();

export const store = {
  /** Whether what is set is still there tomorrow. */
  works: true,

  /**
   * @param {string} key
   * @returns {any} undefined before anything was set
   */
  get(key) {
    try {
      return kept.get(key) ?? JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? undefined;
    } catch (error) {
      // Refused; else it is something that nobody can read.
      if (!(error instanceof SyntaxError)) this.works = false;
      return undefined;
    }
  },

  /** @param {string} key @param {unknown} value anything that JSON can say */
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
      kept.delete(key);
    } catch {
      kept.set(key, value);
      this.works = false; // full, or refused
    }
  },

  /** Calls when another tab of this browser may have changed something. @param {() => void} hear */
  watch(hear) {
    addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) hear();
    });
    // Who sleeps hears nothing.
    addEventListener("pageshow", ({ persisted }) => persisted && hear());
  },
};

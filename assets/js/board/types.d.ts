// What the scripts of the board hand each other. They use these names without an import; browsers
// get nothing of this.

/** The rules of a game, whole, as engine/rules.py explains them. */
interface Rules {
  deck: number;
  hand_size: number | "all";
  best: string;
  face_down: number | "rank";
  joins: string;
  short_hand: string;
  empty_hand: string;
  pickup: string;
  battle_limit: number | null;
}

/** The rules that differ from those of the standard game. */
type Changes = Partial<Rules>;

/** What rules there can be: those of the standard game, the values of each, the most of some. */
interface RuleBook {
  standard: Rules;
  choices: [name: keyof Rules, values: (string | number)[]][];
  most: { face_down: number; battle_limit: number };
}

/** The rules of each variant. */
type Presets = Record<string, Changes>;

/** What each seat laid; [] is a card that stays lying, null takes no part. */
type Round = (string[] | null)[];

interface Battle {
  rounds: Round[];
  taker: number | null;
  taken: string[];
  forfeits: [seat: number, cards: string[]][];
}

interface Result {
  kind: "won" | "drawn" | "limit" | "endless";
  winners: number[];
  battles: number;
  wars: number;
  cycle?: number;
}

/** A whole game. */
interface Recording {
  rules: Changes;
  players: number;
  deal: string | null;
  hands: string[][];
  aside: string[];
  battles: Battle[];
  /** Cards by seat before the first battle and after each one. */
  counts: number[][];
  /** Cards that wait on the table, likewise. */
  waiting: string[][];
  result: Result;
}

/** A moment in which a battle is shown. */
interface Phase {
  /** How many rounds lie on the table. */
  rounds: number;
  /** Whether the last card of the last round is turned up. */
  up: boolean;
  /** Whether the table is taken. */
  settled: boolean;
}

/** What a link says of a game. */
interface SharedGame {
  variant: string;
  rules: Changes;
  players: number;
  deal: string;
  battle?: number | null;
}

/** Why a link cannot be read or written. */
type Reason =
  | "malformed"
  | "incomplete"
  | "check"
  | "version"
  | "variant"
  | "players"
  | "deal"
  | "battle"
  | "rules"
  | "long"
  | "empty";

/** A game that is asked for; what is left open stays as it is, without a deal it is a new one. */
interface GameRequest {
  rules?: Changes;
  players?: number;
  deal?: string;
  battle?: number;
}

/** Which visit of a game an entry of the browser's history is, and how far that came (entry.js). */
interface Entry {
  visit: number;
  deal: string | null;
  battle: number;
  code?: string;
}

/** What each rank is called, and each suit: a pattern for the rank, or thirteen names. */
type CardNames = [ranks: string[], suits: (string | string[])[]];

/** What the page's language needs. */
interface Language {
  lang: string;
  words: Record<string, string | string[]>;
  plurals: string[];
  /** The language whose plural rules count, if not its own. */
  counting?: string;
  cards: CardNames;
  number: { group: string; decimal: string };
}

/** How many games of some thousands are of which length. */
interface Lengths {
  bin: number;
  counts: number[];
  games: number;
  limit: number;
}

/** What the build put into the page; from `pages` on, what comes with the rest of the scripts. */
interface BoardData extends Language {
  variant: string;
  title: string;
  rules: Changes;
  options: Record<string, number[]>;
  /** The first deal, and its recording. */
  deal: { href: string; code: string };
  first: unknown;
  letters: string;
  /** Where the rest of scripts, styles, data and messages is. */
  rest: { script: string; style: string; data: string; words: string };
  pages: Record<string, string>;
  engine: { worker: string; runtime: string; bytes: number } | null;
  pool: string[];
  presets: Presets;
  book: RuleBook;
  lengths: Record<string, Lengths>;
}

interface Settings {
  tempo: number;
  motion: "auto" | "full" | "none";
  sound: boolean;
  suits: "two" | "four";
  letters: "local" | "international";
  /** Press by press through a war. */
  phases: boolean;
  keys: boolean;
}

type Board = import("./first/board.js").Board;

/** What the rest of the board can do, once it is there. */
type Rest = Awaited<ReturnType<typeof import("./later/rest.js").attach>>;

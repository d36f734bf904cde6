/** A puzzle or board as text: 81 characters, digits, and one of `0 . * _ x X -` for an empty cell. */
export type GridText = string;
export type Kind = 'none' | 'unique' | 'multiple' | 'complete';
/** 'malformed': the text is no grid. The result has no other member then. */
export type ResultKind = Kind | 'malformed';
export type Level = 'easy' | 'medium' | 'hard' | 'expert' | 'extreme';
export type Symmetry = 'none' | 'rotational' | 'horizontal' | 'vertical' | 'diagonal' | 'full';
export type Family = 'sequence' | 'classic' | 'wide' | 'random';

/** [number]: the name of a kind or level in typed arrays. */
export const KINDS: readonly Kind[];
export const LEVELS: readonly Level[];
/** The kind of a malformed grid in typed arrays: 255. */
export const MALFORMED: 255;

export class DokumillError extends Error {
  /** After MEMORY, call ready() again: it loads a new engine. */
  code: 'ARGUMENT' | 'MALFORMED' | 'MEMORY' | 'STOPPED' | 'UNMET' | 'CALLBACK' | 'INTERNAL';
  /** The option or argument that is wrong, if it is known. */
  option?: string;
  /** The index of the value that is wrong, if it is one of an array. */
  place?: number;
  /** With UNMET: how many puzzles were made before. */
  made?: number;
}

/**
 * Loads the engine; all other functions need it. `source`: engine.wasm, if it does not stand beside
 * the module, as bytes, as a Response or compiled.
 */
export function ready(source?: EngineSource | Promise<EngineSource>): Promise<void>;
export type EngineSource = BufferSource | Response | WebAssembly.Module;
/** The names of the techniques; `hardest` in typed arrays is an index of this list. */
export function techniques(): string[];

export interface Solved { solution: GridText; kind: ResultKind }
/** `solution`: 81 values a puzzle; `kind`: indices of KINDS, or MALFORMED. */
export interface SolvedArrays { solution: Uint8Array; kind: Uint8Array }
/**
 * Solves puzzles. With several solutions, the lexicographically smallest one is taken; without one,
 * the solution is the puzzle itself.
 */
export function solve(puzzle: GridText): Solved;
export function solve(puzzles: readonly GridText[]): Solved[];
export function solve(puzzles: Uint8Array): SolvedArrays;

export interface Counted { count: number; kind: ResultKind }
/** Counts solutions, up to `limit` (0 to 2^53 - 1). */
export function count(puzzle: GridText, limit: number): Counted;
export function count(puzzles: readonly GridText[], limit: number): Counted[];
export function count(puzzles: Uint8Array, limit: number): { count: Float64Array; kind: Uint8Array };

export interface CheckOptions { /** Also find the minimal puzzles. */ minimal?: boolean }
export interface Checked { kind: ResultKind; minimal?: boolean }
export function check(grid: GridText, options?: CheckOptions): Checked;
export function check(grids: readonly GridText[], options?: CheckOptions): Checked[];
export function check(grids: Uint8Array, options?: CheckOptions): { kind: Uint8Array; minimal?: Uint8Array };

export interface RateOptions {
  /** Also count the obstacles, which takes a third longer. */
  obstacles?: boolean;
  /** 1 to 12: end a rating before the first step above this score. */
  atMost?: number;
}
/**
 * As Sudoku Explainer 1.2.1 rates. The scores er, ep and ed have one decimal. A puzzle of another kind
 * than 'unique' has `kind` and `clues` only.
 */
export interface Rating {
  kind: ResultKind; level?: Level; er?: number; ep?: number; ed?: number;
  hardest?: string; clues: number; obstacles?: number; isExact?: boolean;
}
/**
 * Scores are in tenths, and the level is an index of LEVELS. Where the kind is not 'unique', the other
 * members mean nothing, except `clues`.
 */
export interface RatingArrays {
  kind: Uint8Array; level: Uint8Array; er: Uint16Array; ep: Uint16Array; ed: Uint16Array;
  hardest: Uint8Array; clues: Uint8Array; obstacles?: Uint8Array; isExact: Uint8Array;
}
export function rate(puzzle: GridText, options?: RateOptions): Rating;
export function rate(puzzles: readonly GridText[], options?: RateOptions): Rating[];
export function rate(puzzles: Uint8Array, options?: RateOptions): RatingArrays;

export interface ExplainOptions { /** Also sentences, in the member `text`. */ sentences?: 'en' | 'zh' }
/** A step as the command `steps` writes it (docs/datasets.md). */
export interface Step { technique: string; score: number; text?: string[]; [member: string]: unknown }
export interface Explained { kind: ResultKind; steps: Step[] }
/** The steps that solve a puzzle. Only a puzzle of the kind 'unique' has steps. */
export function explain(puzzle: GridText, options?: ExplainOptions): Explained;
export function explain(puzzles: readonly GridText[] | Uint8Array, options?: ExplainOptions): Explained[];
export interface Hint { kind: ResultKind; step?: Step }
/** The next step of a puzzle. */
export function hint(puzzle: GridText, options?: ExplainOptions): Hint;
export function hint(puzzles: readonly GridText[] | Uint8Array, options?: ExplainOptions): Hint[];

export interface Canon { form: GridText; automorphisms: number; kind?: 'malformed' }
/**
 * The lexicographically smallest image of each grid under all symmetries, and how many symmetries map
 * the grid to itself. A malformed grid has `kind` only, and in typed arrays no automorphisms.
 */
export function canon(grid: GridText): Canon;
export function canon(grids: readonly GridText[]): Canon[];
export function canon(grids: Uint8Array): { form: Uint8Array; automorphisms: Uint32Array };

/** How good an answer is; `cells` of the `empty` cells are right, and `givens` were changed. */
export interface Score {
  kind: ResultKind; exact: boolean; share: number; cells: number; empty: number;
  rows: number; columns: number; boxes: number; givens: number; blank: number;
}
export type ScoreArrays = { [member in keyof Score]: member extends 'share' ? Float64Array : Uint8Array };
/**
 * Scores answers to puzzles: boards, or texts that may have words around the board.
 * `solutions`: what the answers are compared with where a puzzle has several solutions.
 */
export function score(puzzle: GridText, answer: string, options?: { solutions?: GridText }): Score;
export function score(puzzles: readonly GridText[], answers: readonly string[] | Uint8Array, options?: { solutions?: readonly GridText[] }): Score[];
export function score(puzzles: Uint8Array, answers: readonly string[] | Uint8Array, options?: { solutions?: Uint8Array }): ScoreArrays;

export interface PuzzleOptions {
  /** How many, 0 to 1,000,000 (default 1). */
  n?: number;
  /** 0 to 2^53 - 1 (default 0). The puzzles depend on seed, start and the constraints alone. */
  seed?: number;
  /** The number of the first puzzle of the seed. */
  start?: number;
  difficulty?: Level;
  /** A score, or the lowest and the highest one. */
  rating?: number | [number, number];
  clues?: number | [number, number];
  minimal?: boolean;
  symmetry?: Symmetry;
  /** The cells that have clues: 81 of x or 1, and . or 0. */
  pattern?: string | ArrayLike<number | boolean>;
  technique?: string;
  obstacles?: number | [number, number];
  /** How many solutions each puzzle has, 1 to 1000 (default 1). */
  solutions?: number;
  /** For each puzzle (default 10,000). */
  maxTries?: number;
  /** Also rate the puzzles, which takes far longer than to make them (default false). */
  rated?: boolean;
}
export interface MadePuzzle { puzzle: GridText; solution: GridText }
export interface RatedPuzzle extends MadePuzzle, Required<Omit<Rating, 'obstacles'>> { obstacles?: number }
export interface MadeArrays { puzzle: Uint8Array; solution: Uint8Array }
/** Makes puzzles with exactly one solution, or as many as `solutions` says. */
export function generatePuzzles(options: PuzzleOptions & { rated: true; bytes: true }): MadeArrays & RatingArrays;
export function generatePuzzles(options: PuzzleOptions & { rated: true }): RatedPuzzle[];
export function generatePuzzles(options: PuzzleOptions & { bytes: true }): MadeArrays;
export function generatePuzzles(options?: PuzzleOptions): MadePuzzle[];

export interface BoardOptions { n?: number; seed?: number; start?: number; family?: Family }
/** Makes complete boards (default family: random). */
export function generateBoards(options: BoardOptions & { bytes: true }): Uint8Array;
export function generateBoards(options?: BoardOptions): GridText[];

export interface PoolHooks {
  /** Gives the call up; its workers end and are replaced. */
  signal?: AbortSignal;
  /** Called as parts are done. */
  onProgress?: (done: number, all: number) => void;
}
/**
 * Workers, each with an engine of its own, with the functions of this module that take many grids or
 * make many. Results do not depend on the number of workers. In node, an idle pool does not keep the
 * process alive.
 */
export interface Pool {
  solve(puzzles: GridText, hooks?: PoolHooks): Promise<Solved>;
  solve(puzzles: readonly GridText[], hooks?: PoolHooks): Promise<Solved[]>;
  solve(puzzles: Uint8Array, hooks?: PoolHooks): Promise<SolvedArrays>;
  count(puzzles: readonly GridText[], limit: number, hooks?: PoolHooks): Promise<Counted[]>;
  count(puzzles: Uint8Array, limit: number, hooks?: PoolHooks): Promise<{ count: Float64Array; kind: Uint8Array }>;
  check(grids: readonly GridText[], options?: CheckOptions & PoolHooks): Promise<Checked[]>;
  check(grids: Uint8Array, options?: CheckOptions & PoolHooks): Promise<{ kind: Uint8Array; minimal?: Uint8Array }>;
  rate(puzzles: readonly GridText[], options?: RateOptions & PoolHooks): Promise<Rating[]>;
  rate(puzzles: Uint8Array, options?: RateOptions & PoolHooks): Promise<RatingArrays>;
  explain(puzzles: readonly GridText[] | Uint8Array, options?: ExplainOptions & PoolHooks): Promise<Explained[]>;
  hint(puzzles: readonly GridText[] | Uint8Array, options?: ExplainOptions & PoolHooks): Promise<Hint[]>;
  canon(grids: readonly GridText[], hooks?: PoolHooks): Promise<Canon[]>;
  canon(grids: Uint8Array, hooks?: PoolHooks): Promise<{ form: Uint8Array; automorphisms: Uint32Array }>;
  generatePuzzles(options: PuzzleOptions & PoolHooks & { rated: true; bytes: true }): Promise<MadeArrays & RatingArrays>;
  generatePuzzles(options: PuzzleOptions & PoolHooks & { rated: true }): Promise<RatedPuzzle[]>;
  generatePuzzles(options: PuzzleOptions & PoolHooks & { bytes: true }): Promise<MadeArrays>;
  generatePuzzles(options?: PuzzleOptions & PoolHooks): Promise<MadePuzzle[]>;
  generateBoards(options: BoardOptions & PoolHooks & { bytes: true }): Promise<Uint8Array>;
  generateBoards(options?: BoardOptions & PoolHooks): Promise<GridText[]>;
  /** Ends all workers. Calls that are not done fail. */
  close(): void;
}
export interface PoolOptions {
  /** The number of workers (default: one for each processor). */
  size?: number;
  /** How many puzzles a worker gets at a time (default 10,000). */
  chunk?: number;
}
/** The workers share the engine of ready(source), if it was called before. */
export function createPool(options?: PoolOptions): Promise<Pool>;

/**
 * A stream over lines of text. `work` gets the next lines, at most `batch` (default 10,000), and
 * returns as many texts, or a promise of them. At most `parallel` batches (default 4) are worked on at
 * a time; the order is kept.
 */
export function transformLines(
  work: (lines: string[]) => string[] | Promise<string[]>,
  options?: { batch?: number; parallel?: number },
): TransformStream<string | Uint8Array, string>;

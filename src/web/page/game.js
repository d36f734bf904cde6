// One game: the puzzle, the player's digits and notes, and the log of moves for undo and redo. This
// module uses neither the page nor the server.
//
// A move has a kind and the new values of the cells that it changed. The board is always the result
// of the first `at` moves of the log, played on the givens.
import { Clock, kPenalty } from './clock.js';
import { cells, kCells, peers } from './geometry.js';
import { isHint } from './hint_steps.js';
import { bitOf, candidatesOf, digitsIn } from './rules.js';

const kVersion = 1;
const kKinds = ['digit', 'erase', 'note', 'fill', 'clear', 'hint', 'apply', 'restart'];
export const kLevels = ['easy', 'medium', 'hard', 'expert'];

export class Game {
  // source: 'made' (by the server), 'own' (the player's puzzle), 'edit' (a puzzle being typed).
  constructor({ puzzle, source = 'made', level = null, score = null, seed = null }, id = newId()) {
    Object.assign(this, { id, puzzle, source, level, score, seed });
    this.givens = Uint8Array.from(puzzle, Number);
    this.digits = Uint8Array.from(this.givens);
    this.notes = new Uint16Array(kCells);
    this.log = [];
    this.at = 0;  // number of moves on the board; redo plays the moves after them
    this.hints = 0;
    this.marks = new Map();  // cell -> the wrong digit that a hint showed there
    this.hint = null;  // the latest hint (hint_steps.js), which stays paid, or null
    this.clock = new Clock();
    this.isDone = false;
    this.isReplay = false;  // true if the puzzle was solved before, so the game gets no best time
    this.parked = null;  // of a puzzle being typed: the id of the game to return to, or null
  }

  get board() {
    return this.digits.join('');
  }
  get elapsed() {
    return this.clock.played + this.hints * kPenalty;
  }
  // The notes as the server reads them: "12,,9" and so on.
  get notesText() {
    return [...this.notes].map((mask) => digitsIn(mask).join('')).join();
  }
  // True if the player would miss the game.
  get isBegun() {
    return !this.isDone && (this.log.length > 0 || this.hints > 0);
  }
  // The number of cells that the player has filled, and the number of cells without a given.
  get progress() {
    const open = cells.filter((cell) => !this.isGiven(cell));
    return { filled: open.filter((cell) => this.digits[cell]).length, open: open.length };
  }
  isGiven(cell) {
    return this.givens[cell] !== 0;
  }
  isMarked(cell) {
    return this.digits[cell] !== 0 && this.marks.get(cell) === this.digits[cell];
  }

  // Each move returns whether anything changed. A move that changes nothing is not logged.
  enter(cell, digit, removesNotes, kind = 'digit') {
    if (this.digits[cell] === digit) return false;
    const changes = [[cell, digit, 0]];
    if (removesNotes) {
      for (const peer of peers[cell]) changes.push([peer, this.digits[peer], this.notes[peer] & ~bitOf(digit)]);
    }
    return this.#play(kind, changes);
  }
  erase(cell) {
    return this.#play('erase', [[cell, 0, 0]]);
  }
  toggleNote(cell, digit) {
    if (this.digits[cell]) return false;
    return this.#play('note', [[cell, 0, this.notes[cell] ^ bitOf(digit)]]);
  }
  fillNotes() {
    return this.#play('fill', this.#open().map((cell) => [cell, 0, candidatesOf(this.digits, cell)]));
  }
  clearNotes() {
    return this.#play('clear', this.#open().map((cell) => [cell, 0, 0]));
  }
  // Sets the notes of several cells: [cell, notes].
  applyNotes(changes) {
    return this.#play('apply', changes.filter(([cell]) => this.digits[cell] === 0).map(([cell, notes]) => [cell, 0, notes]));
  }
  restart() {
    return this.#play('restart', cells.map((cell) => [cell, 0, 0]));
  }

  undo() {
    if (this.at === 0) return false;
    this.#write(this.log[--this.at].before);
    return true;
  }
  redo() {
    if (this.at === this.log.length) return false;
    this.#write(this.log[this.at++].after);
    return true;
  }
  seek(position) {
    while (this.at > position && this.undo());
    while (this.at < position && this.redo());
  }
  // The value of `at` just before the move that put the current digit into the cell.
  positionBefore(cell) {
    for (let i = this.at; i > 0; --i) {
      const { before, after } = this.log[i - 1];
      const index = after.findIndex(([changed]) => changed === cell);
      if (index >= 0 && before[index][1] !== after[index][1]) return i - 1;
    }
    return 0;
  }

  #open() {
    return cells.filter((cell) => this.digits[cell] === 0);
  }
  #play(kind, changes) {
    if (this.isDone) return false;
    const after = changes.filter(([cell, digit, notes]) =>
      !this.isGiven(cell) && (this.digits[cell] !== digit || this.notes[cell] !== notes));
    if (after.length === 0) return false;
    const before = after.map(([cell]) => [cell, this.digits[cell], this.notes[cell]]);
    this.log.length = this.at;
    this.log.push({ kind, before, after });
    ++this.at;
    this.#write(after);
    return true;
  }
  #write(values) {
    for (const [cell, digit, notes] of values) {
      this.digits[cell] = digit;
      this.notes[cell] = notes;
    }
  }

  toJSON() {
    const { id, puzzle, source, level, score, seed, at, hints, isDone, isReplay, parked, hint } = this;
    return {
      version: kVersion, id, puzzle, source, level, score, seed, at, hints, isDone, isReplay, parked, hint,
      played: Math.round(this.clock.played),
      marks: [...this.marks],
      log: this.log.map(({ kind, after }) => [kind, after]),
    };
  }
  // Restores a game that toJSON() wrote. Throws if `saved` is not such a game: data in the
  // browser's storage can be old, truncated or from another program.
  static restore(saved) {
    const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
    const demand = (claim) => {
      if (!claim) throw new Error('this is no saved game');
    };
    const demandCell = ([cell, digit, notes]) =>
      demand(isCount(cell) && cell < kCells && isCount(digit) && digit < 10 && isCount(notes) && notes < 512);
    const isId = (value) => /^\w{1,40}$/.test(value);
    demand(saved && saved.version === kVersion && isId(saved.id) && /^[0-9]{81}$/.test(saved.puzzle));
    demand((saved.parked ?? null) === null || isId(saved.parked));
    demand(['made', 'own', 'edit'].includes(saved.source) && (saved.level === null || kLevels.includes(saved.level)));
    demand(saved.score === null || Number.isFinite(saved.score));
    demand(saved.seed === null || /^\d{1,20}$/.test(saved.seed));
    demand(isCount(saved.hints) && isCount(saved.played) && Array.isArray(saved.log) && Array.isArray(saved.marks));
    const game = new Game(saved, saved.id);
    for (const [kind, after] of saved.log) {
      demand(kKinds.includes(kind) && after.length > 0);
      after.forEach(demandCell);
      demand(game.#play(kind, after) && game.log.at(-1).after.length === after.length);
    }
    demand(isCount(saved.at) && saved.at <= game.log.length);
    game.seek(saved.at);
    saved.marks.forEach(([cell, digit]) => demandCell([cell, digit, 0]));
    game.marks = new Map(saved.marks);
    game.hints = saved.hints;
    game.clock = new Clock(saved.played);
    game.isDone = saved.isDone === true;
    game.isReplay = saved.isReplay === true;
    game.parked = saved.parked ?? null;
    game.hint = isHint(saved.hint) ? saved.hint : null;
    return game;
  }
}

export function newId() {
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}

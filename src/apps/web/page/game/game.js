// @ts-check
// One game: the puzzle, the player's digits and marks, and the log of moves for undo and redo. This
// module uses neither the page nor the engine.
//
// A move has a kind and the new states of the cells that it changed. The board is always the result
// of playing the first `at` moves of the log on the givens. The state of a cell is a list [cell,
// digit, notes, centre, colour, cut]. Zeros at the end of the list may be left out:
// - notes, centre: masks of the player's notes and centre marks
// - colour: 1 to 9, or 0
// - cut: the mask of the candidates that the player removed while the page shows candidates
//   automatically
import { Clock, kPenalty } from './clock.js';
import { isDay } from './daily.js';
import { geometryOf, kCells } from './geometry.js';
import { isHint } from '../hints/hint_steps.js';
import { bitOf, candidatesOf, digitsIn, verdictOf } from './rules.js';

const kVersion = 1;
const kKinds = ['digit', 'erase', 'note', 'centre', 'colour', 'fill', 'clear', 'hint', 'apply', 'restart', 'return'];
const kParts = ['digits', 'notes', 'centres', 'colours', 'cuts'];  // the state of a cell, in order
export const kMaxPoints = 9;
export const kLevels = ['easy', 'medium', 'hard', 'expert', 'extreme'];
export const kChoices = [...kLevels, '4x4', '6x6'];  // what a new game can be: a level of 9x9, or a small board
export const kHighest = [1.5, 2.5, 4.4, 7.4, 12];  // the highest score of each level, as in levels.cpp

export class Game {
  // source: 'made' (by dokumill), 'own' (the player's puzzle), 'edit' (a puzzle being typed).
  // daily: the day of a daily puzzle, or null (daily.js).
  id; puzzle; source; level; score; seed; daily;

  constructor({ puzzle, source = 'made', level = null, score = null, seed = null, daily = null }, id = newId()) {
    Object.assign(this, { id, puzzle, source, level, score, seed, daily });
    this.geometry = geometryOf(puzzle);
    this.givens = new Uint8Array(kCells);
    this.cells.forEach((cell, index) => { this.givens[cell] = Number(puzzle[index]); });
    this.digits = Uint8Array.from(this.givens);
    this.notes = new Uint16Array(kCells);
    this.centres = new Uint16Array(kCells);
    this.colours = new Uint8Array(kCells);
    this.cuts = new Uint16Array(kCells);
    this.isAuto = false;  // true while candidates are shown automatically (a setting; not saved)
    this.log = [];
    this.at = 0;  // number of moves on the board; redo plays the moves after them
    this.hints = 0;
    this.marks = new Map();  // cell -> the wrong digit that a hint showed there
    this.hint = null;  // the latest hint (hint_steps.js), or null; opening it again costs nothing
    this.clock = new Clock();
    this.points = [];  // savepoints { played, states }: the cells that differ from the puzzle
    this.isPaused = false;
    this.isDone = false;
    this.errors = [];  // the wrong digits entered under a limit of mistakes: 10 * cell + digit
    this.isLost = false;  // true if the number of errors reached the limit
    this.isFree = false;  // true if the player continued without a limit
    this.isReplay = false;  // the time does not count: played before, solution was shown, or isFree
    this.parked = null;  // for source 'edit': the id of the game that was open before, or null
  }

  get cells() {
    return this.geometry.cells;
  }
  // The digits as a text, like the puzzle.
  get board() {
    return this.textOf(this.digits);
  }
  textOf(digits) {
    return this.cells.map((cell) => digits[cell]).join('');
  }
  get verdict() {
    return verdictOf(this.digits, this.geometry);
  }
  // The mask of the digits that no peer of the cell holds.
  candidatesOf(cell) {
    return candidatesOf(this.digits, cell, this.geometry);
  }
  get elapsed() {
    return this.clock.played + this.hints * kPenalty;
  }
  // The notes in the format of the calls: "12,,9" and so on.
  get notesText() {
    return this.cells.map((cell) => digitsIn(this.notesAt(cell)).join('')).join();
  }
  // The notes that the board shows in the cell. Usually these are the player's notes. If candidates
  // are shown automatically, these are the candidates that the player did not remove.
  notesAt(cell) {
    if (!this.isAuto || this.digits[cell]) return this.notes[cell];
    return this.candidatesOf(cell) & ~this.cuts[cell];
  }
  // True if the game is unfinished, and the player has made a move or used a hint.
  get isBegun() {
    return !this.isDone && (this.log.length > 0 || this.hints > 0);
  }
  // The number of cells that the player has filled, and the number of cells without a given.
  get progress() {
    const open = this.cells.filter((cell) => !this.isGiven(cell));
    return { filled: open.filter((cell) => this.digits[cell]).length, open: open.length };
  }
  isGiven(cell) {
    return this.givens[cell] !== 0;
  }
  isMarked(cell) {
    return this.digits[cell] !== 0 && this.marks.get(cell) === this.digits[cell];
  }

  // Each of the following functions plays a move. It returns true if the move changed anything. A
  // move that changes nothing is not logged.
  enter(cell, digit, removesNotes, kind = 'digit') {
    if (this.digits[cell] === digit) return false;
    const changes = [this.#state(cell, { digits: digit, notes: 0, centres: 0 })];
    if (removesNotes) {
      for (const peer of this.geometry.peers[cell]) {
        changes.push(this.#state(peer, { notes: this.notes[peer] & ~bitOf(digit), centres: this.centres[peer] & ~bitOf(digit) }));
      }
    }
    return this.#play(kind, changes);
  }
  // Erases the digits and marks of the cells. If the cells have no digits and no marks, erases
  // their colours.
  erase(chosen) {
    const hasMarks = chosen.some((cell) => !this.isGiven(cell) && (this.digits[cell] || this.notes[cell] || this.centres[cell] || (this.isAuto && this.cuts[cell])));
    const nothing = hasMarks ? { digits: 0, notes: 0, centres: 0, ...(this.isAuto && { cuts: 0 }) } : { colours: 0 };
    return this.#play('erase', chosen.map((cell) => this.#state(cell, nothing)));
  }
  // Sets the note in all cells. If all cells have the note already, removes the note.
  toggleNote(chosen, digit) {
    const bit = bitOf(digit);
    const open = this.#openOf(chosen).filter((cell) => !this.isAuto || this.candidatesOf(cell) & bit);
    const isSet = open.every((cell) => this.notesAt(cell) & bit);
    return this.isAuto ? this.#mark('note', 'cuts', open, bit, isSet) : this.#mark('note', 'notes', open, bit, !isSet);
  }
  toggleCentre(chosen, digit) {
    const bit = bitOf(digit);
    const open = this.#openOf(chosen);
    return this.#mark('centre', 'centres', open, bit, !open.every((cell) => this.centres[cell] & bit));
  }
  // Sets or clears a bit of this part of the cells.
  #mark(kind, part, open, bit, isSet) {
    return this.#play(kind, open.map((cell) => this.#state(cell, { [part]: isSet ? this[part][cell] | bit : this[part][cell] & ~bit })));
  }
  // Colours the cells, including givens. If all cells have the colour already, removes the colour.
  toggleColour(chosen, colour) {
    const isSet = chosen.every((cell) => this.colours[cell] === colour);
    return this.#play('colour', chosen.map((cell) => this.#state(cell, { colours: isSet ? 0 : colour })));
  }
  fillNotes() {
    return this.#play('fill', this.#openOf(this.cells).map((cell) => this.#state(cell, { notes: this.candidatesOf(cell) })));
  }
  clearNotes() {
    return this.#play('clear', this.#openOf(this.cells).map((cell) => this.#state(cell, { notes: 0, centres: 0, cuts: 0 })));
  }
  // Sets the notes of several cells. `changes`: a list of [cell, notes].
  applyNotes(changes) {
    return this.#play('apply', changes.filter(([cell]) => this.digits[cell] === 0).map(([cell, notes]) => {
      if (this.isAuto) return this.#state(cell, { cuts: this.cuts[cell] | (this.candidatesOf(cell) & ~notes) });
      return this.#state(cell, { notes });
    }));
  }
  restart() {
    return this.#play('restart', this.cells.map((cell) => [cell, this.givens[cell]]));
  }

  // Savepoints: addPoint() keeps the state of all cells, and returnTo() plays one move that restores
  // it. addPoint() returns false if there are kMaxPoints savepoints already.
  addPoint() {
    if (this.points.length >= kMaxPoints) return false;
    const states = this.cells.map((cell) => trimmed(this.#state(cell))).filter(({ length, 0: cell, 1: digit }) => length > 2 || digit !== this.givens[cell]);
    this.points.push({ played: Math.round(this.clock.played), states });
    return true;
  }
  returnTo({ states }) {
    const kept = new Map(states.map((state) => [state[0], state]));
    return this.#play('return', this.cells.map((cell) => kept.get(cell) ?? [cell, this.givens[cell]]));
  }

  // Adds wrong digits to `errors`, unless they are in this list already. Returns the number of
  // wrong digits so far.
  countMistakes(mistakes) {
    for (const [cell, digit] of mistakes) if (!this.errors.includes(10 * cell + digit)) this.errors.push(10 * cell + digit);
    return this.errors.length;
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

  #openOf(chosen) {
    return chosen.filter((cell) => this.digits[cell] === 0);
  }
  // The state of the cell after the changes in `changed`.
  #state(cell, changed = {}) {
    return [cell, ...kParts.map((part) => changed[part] ?? this[part][cell])];
  }
  #play(kind, changes) {
    if (this.isDone) return false;
    const before = [];
    const after = [];
    for (const state of changes) {
      const now = this.#state(state[0]);
      if (this.isGiven(state[0]) && (state[1] !== now[1] || state[2] || state[3] || state[5])) continue;
      if (now.every((value, index) => value === (state[index] ?? 0))) continue;
      before.push(now);
      after.push(state);
    }
    if (after.length === 0) return false;
    this.log.length = this.at;
    this.log.push({ kind, before, after });
    ++this.at;
    this.#write(after);
    return true;
  }
  #write(states) {
    for (const [cell, ...values] of states) {
      kParts.forEach((part, index) => {
        this[part][cell] = values[index] ?? 0;
      });
    }
  }

  toJSON() {
    const { id, puzzle, source, level, score, seed, daily, at, hints, errors, points, isPaused, isDone, isLost, isFree, isReplay, parked, hint } = this;
    return {
      version: kVersion, id, puzzle, source, level, score, seed, daily, at, hints, errors, points, isPaused, isDone, isLost, isFree, isReplay, parked, hint,
      played: Math.round(this.clock.played),
      marks: [...this.marks],
      log: this.log.map(({ kind, after }) => [kind, after.map(trimmed)]),
    };
  }
  // Restores a game that toJSON() wrote. Throws if `saved` is not such a game: data in the
  // browser's storage can be old, truncated or from another program.
  static restore(saved) {
    const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
    const demand = (claim) => {
      if (!claim) throw new Error('this is no saved game');
    };
    const isId = (value) => /^\w{1,40}$/.test(value);
    demand(saved && saved.version === kVersion && isId(saved.id));
    const { cells, size, all } = geometryOf(saved.puzzle);
    demand(new RegExp(`^[0-${size}]+$`).test(saved.puzzle));
    const limits = [size, all, all, 9, all];  // the largest value of each part
    const demandCell = ([cell, ...parts]) => demand(cells.includes(cell) && parts.length >= 1 && parts.length <= kParts.length &&
      parts.every((value, index) => isCount(value) && value <= limits[index]));
    demand((saved.parked ?? null) === null || isId(saved.parked));
    demand(['made', 'own', 'edit'].includes(saved.source) && (saved.level === null || kChoices.includes(saved.level)));
    demand(saved.score === null || Number.isFinite(saved.score));
    demand(saved.seed === null || /^\d{1,20}$/.test(saved.seed));
    demand((saved.daily ?? null) === null || isDay(saved.daily));
    demand((saved.errors ?? []).every((error) => isCount(error) && error < 10 * kCells));
    const points = saved.points ?? [];
    demand(points.length <= kMaxPoints);
    for (const { played, states } of points) {
      demand(isCount(played));
      states.forEach(demandCell);
    }
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
    game.points = points;
    for (const name of ['isPaused', 'isDone', 'isLost', 'isFree', 'isReplay']) game[name] = saved[name] === true;
    game.errors = [...new Set(saved.errors ?? [])];
    game.parked = saved.parked ?? null;
    game.hint = isHint(saved.hint) ? saved.hint : null;
    return game;
  }
}

// Returns the state without the zeros at its end.
function trimmed(state) {
  const end = state.findLastIndex((value) => value !== 0);
  return state.slice(0, Math.max(2, end + 1));
}

export function newId() {
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}

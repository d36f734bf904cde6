// @ts-check
// The solution of a puzzle, step by step: the engine's answer (docs/page.md) and the number of the
// shown step. This module uses neither the page nor the engine.
import { cells, kNine } from '../game/geometry.js';
import { readStep } from './hint_steps.js';
import { bitOf, candidatesOf } from '../game/rules.js';

// What the board shows: digits and candidates, without the marks of a player.
function positionOf(puzzle, digits, notes, isDone) {
  return {
    digits, geometry: kNine, isDone, centres: [], colours: [], notesAt: (cell) => notes[cell], isGiven: (cell) => puzzle[cell] !== '0', isMarked: () => false,
  };
}

export class Walk {
  // `answer` has a kind: 'steps', 'several', 'none' or 'contradiction'.
  constructor(puzzle, answer) {
    this.puzzle = puzzle;
    this.answer = answer;
    this.steps = (answer.steps ?? []).map(readStep);
    this.at = 0;  // the number of the shown step; steps.length for the solved board
    this.line = null;  // the shown sentence of its chain, or null for the whole step
  }
  get step() {
    return this.steps[this.at] ?? null;
  }
  go(at) {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    this.line = null;
  }
  // The number of sentences of the shown step if it is a chain, otherwise 0.
  get lines() {
    return this.step?.links.length ? this.step.chainsOf.length : 0;
  }
  // Goes to the next sentence of a chain (1) or to the previous one (-1). After the last one, and
  // before the first one, the whole chain is shown.
  follow(by) {
    const line = this.line === null ? (by > 0 ? 1 : this.lines - 1) : this.line + by;
    this.line = line >= 1 && line < this.lines ? line : null;
  }
  // The number of the next step (1) or of the previous step (-1) that places a digit.
  /** @param {number} by */
  nextDigit(by) {
    let at = this.at + by;
    while (this.steps[at] && !this.steps[at].placement) at += by;
    return at;
  }
  // The number of the next step with this English name, after the shown step. If there is no such
  // step, the number of the first step with the name.
  nextUse(name) {
    const uses = this.steps.flatMap((step, at) => (step.names.en === name ? [at] : []));
    return uses.find((at) => at > this.at) ?? uses[0];
  }
  // The cells whose digit is not the same in all solutions.
  get differing() {
    return this.answer.kind === 'several' ? this.answer.digits.split(',').flatMap((digits, cell) => (digits.length > 1 ? [cell] : [])) : [];
  }

  // The board before the shown step.
  get position() {
    if (this.answer.kind === 'several') return this.#common();
    const digits = Uint8Array.from(this.puzzle, Number);
    const notes = cells.map((cell) => (digits[cell] ? 0 : candidatesOf(digits, cell)));
    if (this.answer.kind !== 'steps') return positionOf(this.puzzle, digits, notes.fill(0), false);
    for (const { placement, eliminations } of this.steps.slice(0, this.at)) {
      for (const { cell, digit } of eliminations) notes[cell] &= ~bitOf(digit);
      if (!placement) continue;
      digits[placement.cell] = placement.digit;
      for (const cell of cells) notes[cell] = digits[cell] ? 0 : notes[cell] & candidatesOf(digits, cell);
    }
    return positionOf(this.puzzle, digits, notes, true);
  }
  // The digits that all solutions have in common. The notes of any other cell are the digits that
  // this cell has in the solutions.
  #common() {
    const lists = this.answer.digits.split(',');
    const digits = Uint8Array.from(lists, (list) => (list.length === 1 ? Number(list) : 0));
    const notes = lists.map((list, cell) => (digits[cell] ? 0 : [...list].reduce((mask, digit) => mask | bitOf(Number(digit)), 0)));
    return positionOf(this.puzzle, digits, notes, true);
  }

  // What the board needs to draw the shown step (hint_steps.js), or null.
  get explained() {
    return this.step && { board: this.puzzle, steps: this.steps, at: this.at, line: this.line, isWhole: true };
  }
}

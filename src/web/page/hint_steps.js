// @ts-check
// The steps of a hint, one at a time: what the board shows for a step, and whether the player has
// made its eliminations already. This module uses neither the page nor the server.
//
// A hint is { board, steps, placement, at, isOpen }: the board for which the hint was made, the
// server's steps (docs/api.md), the cell and the digit to which they lead, and the number of the
// shown step.
import { cells, kCells } from './geometry.js';
import { bitOf, candidatesOf } from './rules.js';

const kMostSteps = 200;

// In these techniques, the cells of a step are in the order of a chain (logic.hpp).
const kChains = ['XY-chain', 'W-Wing'];
const kPivots = ['XY-Wing', 'XYZ-Wing'];

export function newHint(board, { steps = [], placement }) {
  return { board, steps, placement, at: 0, isOpen: true };
}
export const stepOf = (hint) => hint.steps[hint.at];
export const isLast = (hint) => hint.at >= hint.steps.length - 1;

const maskOf = (candidates, cell) => candidates.reduce((mask, each) => (each.cell === cell ? mask | bitOf(each.digit) : mask), 0);

// True if the player has made the eliminations of the step already: the notes do not have the
// eliminated digits.
export function isKnown(step, game) {
  return step.eliminations.length > 0 && step.eliminations.every(({ cell, digit }) => {
    const notes = game.notesAt(cell);
    return game.digits[cell] !== 0 || (notes !== 0 && (notes & bitOf(digit)) === 0);
  });
}

// The candidates of an empty cell at the shown step. These are the player's notes (or all
// candidates if there are no notes), without the candidates that the previous steps removed.
function candidatesAt(hint, game, cell) {
  const removed = maskOf(hint.steps.slice(0, hint.at).flatMap(({ eliminations }) => eliminations), cell);
  return (game.notesAt(cell) || candidatesOf(game.digits, cell)) & ~removed;
}

// How the eliminations of the shown step change the notes: a list of [cell, notes].
export function changesOf(hint, game) {
  const { eliminations } = stepOf(hint);
  return cells.filter((cell) => game.digits[cell] === 0 && maskOf(eliminations, cell))
    .map((cell) => [cell, candidatesAt(hint, game, cell) & ~maskOf(eliminations, cell)]);
}

// What the board shows for the step. If hint.isWhole is set, the steps lead to the solution
// (walk.js), and a step that places a digit shows this digit.
// - houses: the houses to search
// - pattern: cell of the pattern -> its colour, 1 or 2 (1 if the pattern has no colours)
// - candidates: cell -> the mask of the candidates to show
// - used: cell -> the mask of the candidates that the pattern uses
// - removed: cell -> the mask of the candidates that the step removes
// - lines: pairs of cells
export function pictureOf(hint, game) {
  const step = stepOf(hint);
  const picture = { houses: step?.houses ?? [], pattern: new Map(), candidates: new Map(), used: new Map(), removed: new Map(), lines: [] };
  if (!step || (isLast(hint) && !hint.isWhole)) {
    if (picture.houses.length === 0) picture.pattern.set(hint.placement.cell, 1);
    return picture;
  }
  const digits = step.digits.reduce((mask, digit) => mask | bitOf(digit), 0);
  step.cells.forEach((cell, index) => picture.pattern.set(cell, index < (step.first_colour || kCells) ? 1 : 2));
  for (const { cell } of [...step.cells.map((each) => ({ cell: each })), ...step.eliminations]) {
    if (game.digits[cell]) continue;
    const candidates = candidatesAt(hint, game, cell);
    picture.candidates.set(cell, candidates);
    const removed = maskOf(step.eliminations, cell) & candidates;
    if (removed) picture.removed.set(cell, removed);
    if (picture.pattern.has(cell)) picture.used.set(cell, candidates & (digits || 0x1ff) & ~removed);
  }
  if (step.placement) {
    const { cell, digit } = step.placement;
    picture.pattern.set(cell, 1);
    picture.candidates.set(cell, candidatesAt(hint, game, cell));
    picture.used.set(cell, bitOf(digit));
  }
  const [first, ...others] = step.cells;
  if (kChains.includes(step.technique)) picture.lines = others.map((cell, index) => [step.cells[index], cell]);
  if (kPivots.includes(step.technique)) picture.lines = others.map((cell) => [first, cell]);
  return picture;
}

// True if `value`, which comes from storage, is a hint.
export function isHint(value) {
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < kCells;
  const isDigit = (digit) => Number.isInteger(digit) && digit >= 1 && digit <= 9;
  const isCandidate = (pair) => isCell(pair?.cell) && isDigit(pair?.digit);
  const isText = (text) => typeof text?.en === 'string' && typeof text?.zh === 'string';
  const isListOf = (list, test) => Array.isArray(list) && list.length <= 1000 && list.every(test);
  const isStep = (step) => typeof step?.technique === 'string' && isText(step.name) && isText(step.sentence) &&
    isListOf(step.houses, (house) => Number.isInteger(house) && house >= 0 && house < 27) && isListOf(step.cells, isCell) &&
    isListOf(step.digits, isDigit) && isListOf(step.eliminations, isCandidate) && Number.isInteger(step.first_colour);
  return /^[0-9]{81}$/.test(value?.board) && isCandidate(value.placement) && isListOf(value.steps, isStep) &&
    value.steps.length <= kMostSteps && Number.isInteger(value.at) && value.at >= 0 &&
    value.at < Math.max(1, value.steps.length) && typeof value.isOpen === 'boolean';
}

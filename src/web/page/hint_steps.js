// @ts-check
// The steps of a hint, one at a time: what the board shows for a step, and whether the player has
// made its eliminations already. This module uses neither the page nor the server.
//
// A hint is { board, steps, placement, at, isOpen }: the board for which the hint was made, its
// steps (readStep()), the cell and the digit to which they lead, and the number of the shown step.
import { cells, kCells } from './geometry.js';
import { bitOf, candidatesOf } from './rules.js';

const kMostSteps = 200;
const kMostItems = 5000;  // of a list in a stored hint

const kPivots = ['XY-Wing', 'XYZ-Wing'];

const candidateOf = ([cell, digit]) => ({ cell, digit });
const houseOf = (name) => 'rcb'.indexOf(name[0]) * 9 + Number(name[1]) - 1;

// What the page needs of a step of the server. The implications of all chains are one list, `links`.
// Each is { cell, digit, on, from }: `on` is true if the candidate is true, and `from` lists the
// candidates of the implications that it follows from. Of a cycle, the last chain has all links.
export function readStep({ technique, names, text, score, place, remove = [], cells: ofPattern = [], others = [], houses = [], digits = [], proof, chains = [] }) {
  const links = (proof === 'cycle' ? chains.slice(-1) : chains).flatMap(({ implications }) => implications.map(({ cell, digit, on, from = [] }) =>
    ({ cell, digit, on, from: from.map((index) => ({ cell: implications[index].cell, digit: implications[index].digit })) })));
  return {
    technique, names, text, score, placement: place ? candidateOf(place) : null, eliminations: remove.map(candidateOf), cells: ofPattern, others, houses: houses.map(houseOf), digits, links,
  };
}

export function newHint(board, { steps = [], placement }) {
  return { board, steps: steps.map(readStep), placement, at: 0, isOpen: true };
}
export const stepOf = (hint) => hint.steps[hint.at];
export const isLast = (hint) => hint.at >= hint.steps.length - 1;
// The last step of a hint has only the place to look for. A chain is shown in full, because no player
// finds it from its name.
export const isSecret = (hint) => isLast(hint) && !hint.isWhole && !stepOf(hint)?.links.length;

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
// - pattern: cell of the pattern -> its colour, 1 or 2
// - candidates: cell -> the mask of the candidates to show
// - used: cell -> the mask of the candidates that the pattern uses, or that are true in a chain
// - off: cell -> the mask of the candidates that are false in a chain
// - removed: cell -> the mask of the candidates that the step removes
// - lines: { from, to, isStrong }, between candidates; a digit of 0 stands for the whole cell
export function pictureOf(hint, game) {
  const step = stepOf(hint);
  const picture = { houses: step?.houses ?? [], pattern: new Map(), candidates: new Map(), used: new Map(), off: new Map(), removed: new Map(), lines: [] };
  if (!step || isSecret(hint)) {
    if (picture.houses.length === 0) picture.pattern.set(hint.placement.cell, 1);
    return picture;
  }
  const { cells: ofPattern, others, eliminations, placement, links } = step;
  const on = links.filter((link) => link.on);
  const off = links.filter((link) => !link.on);
  for (const cell of others) picture.pattern.set(cell, 2);
  for (const cell of [...ofPattern, ...on.map((link) => link.cell)]) picture.pattern.set(cell, 1);
  const digits = step.digits.reduce((mask, digit) => mask | bitOf(digit), 0);
  for (const cell of [...picture.pattern.keys(), ...[...off, ...eliminations].map((each) => each.cell)]) {
    if (game.digits[cell]) continue;
    const candidates = candidatesAt(hint, game, cell);
    picture.candidates.set(cell, candidates);
    const removed = maskOf(eliminations, cell) & candidates;
    if (removed) picture.removed.set(cell, removed);
    if (links.length) {
      picture.used.set(cell, maskOf(on, cell) & ~removed);
      picture.off.set(cell, maskOf(off, cell) & ~maskOf(on, cell) & ~removed);
    } else if (picture.pattern.has(cell)) picture.used.set(cell, candidates & (digits || 0x1ff) & ~removed);
  }
  if (placement) {
    const { cell, digit } = placement;
    picture.pattern.set(cell, 1);
    picture.candidates.set(cell, candidatesAt(hint, game, cell));
    picture.used.set(cell, bitOf(digit));
  }
  const [pivot, ...wings] = ofPattern;
  if (kPivots.includes(step.technique)) picture.lines = wings.map((cell) => ({ from: { cell: pivot, digit: 0 }, to: { cell, digit: 0 }, isStrong: true }));
  else picture.lines = links.flatMap((to) => to.from.map((from) => ({ from, to, isStrong: to.on })));
  return picture;
}

// True if `value`, which comes from storage, is a hint.
export function isHint(value) {
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < kCells;
  const isDigit = (digit) => Number.isInteger(digit) && digit >= 1 && digit <= 9;
  const isCandidate = (pair) => isCell(pair?.cell) && isDigit(pair?.digit);
  const isText = (text) => typeof text?.en === 'string' && typeof text?.zh === 'string';
  const isListOf = (list, test) => Array.isArray(list) && list.length <= kMostItems && list.every(test);
  const isTexts = (texts) => ['en', 'zh'].every((language) => isListOf(texts?.[language], (text) => typeof text === 'string'));
  const isLink = (link) => isCandidate(link) && typeof link.on === 'boolean' && isListOf(link.from, isCandidate);
  const isStep = (step) => typeof step?.technique === 'string' && isText(step.names) && isTexts(step.text) &&
    isListOf(step.houses, (house) => Number.isInteger(house) && house >= 0 && house < 27) && isListOf(step.cells, isCell) && isListOf(step.others, isCell) &&
    isListOf(step.digits, isDigit) && isListOf(step.eliminations, isCandidate) && (step.placement === null || isCandidate(step.placement)) && isListOf(step.links, isLink);
  return /^[0-9]{81}$/.test(value?.board) && isCandidate(value.placement) && isListOf(value.steps, isStep) &&
    value.steps.length <= kMostSteps && Number.isInteger(value.at) && value.at >= 0 &&
    value.at < Math.max(1, value.steps.length) && typeof value.isOpen === 'boolean';
}

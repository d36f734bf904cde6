// @ts-check
// The steps of a hint, one at a time: what the board shows for a step, and whether the player has
// made its eliminations already. This module uses neither the page nor the engine.
//
// A hint is { board, steps, placement, at, stage, isOpen }: the board for which the hint was made,
// its steps (readStep()), the cell and the digit to which they lead, and the numbers of the shown
// step and of its shown stage. A chain has a stage for each sentence, and the last step leads to its
// digit in stages (singles.js). Other steps have one stage.
import { linksAt, readChains } from './chains.js';
import { cells, geometryOf } from '../game/geometry.js';
import { bitOf, candidatesOf } from '../game/rules.js';
import { stagesOfSingle, whyOf } from './singles.js';

const kMaxSteps = 200;
const kMaxItems = 5000;  // of a list in a stored hint

const kPivots = ['XY-Wing', 'XYZ-Wing'];

const candidateOf = ([cell, digit]) => ({ cell, digit });
const houseOf = (name) => 'rcb'.indexOf(name[0]) * 9 + Number(name[1]) - 1;

// What the page needs of a step of the engine, with the links of all chains (chains.js).
export function readStep({ technique, names, text, score, place, remove = [], cells: ofPattern = [], others = [], houses = [], digits = [], proof, chains = [] }) {
  return {
    technique, names, text, score, placement: place ? candidateOf(place) : null, eliminations: remove.map(candidateOf), cells: ofPattern, others, houses: houses.map(houseOf), digits,
    ...readChains({ proof, chains }),
  };
}

export function newHint(board, { steps = [], placement }) {
  return { board, steps: steps.map(readStep), placement, at: 0, stage: 0, isOpen: true };
}
export const stepOf = (hint) => hint.steps[hint.at];
export const isLast = (hint) => hint.at >= hint.steps.length - 1;

// The stages of the step with this number. Without steps, the only stage shows the cell.
export function stagesOf({ steps }, at) {
  const step = steps[at];
  if (!step) return ['where'];
  if (step.links.length) return step.chainsOf.map((_, line) => line);
  return step.placement && at === steps.length - 1 ? stagesOfSingle(step) : ['all'];
}
export const stageOf = (hint) => stagesOf(hint, hint.at)[hint.stage];
export const isEnd = (hint) => isLast(hint) && hint.stage === stagesOf(hint, hint.at).length - 1;

// Goes to the next stage (1) or to the previous one (-1), which may be of another step.
export function turn(hint, by) {
  const stage = hint.stage + by;
  if (stage >= 0 && stage < stagesOf(hint, hint.at).length) hint.stage = stage;
  else if (by > 0 && !isLast(hint)) Object.assign(hint, { at: hint.at + 1, stage: 0 });
  else if (by < 0 && hint.at > 0) Object.assign(hint, { at: hint.at - 1, stage: stagesOf(hint, hint.at - 1).length - 1 });
  else return false;
  return true;
}

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
  return (game.notesAt(cell) || candidatesOf(game.digits, cell, game.geometry)) & ~removed;
}

// How the eliminations of the shown step change the notes: a list of [cell, notes].
export function changesOf(hint, game) {
  const { eliminations } = stepOf(hint);
  return cells.filter((cell) => game.digits[cell] === 0 && maskOf(eliminations, cell))
    .map((cell) => [cell, candidatesAt(hint, game, cell) & ~maskOf(eliminations, cell)]);
}

// What the board shows for the step. If hint.isWhole is set, the steps lead to the solution
// (walk.js): each is shown in full, or a chain up to the sentence hint.line.
// - houses: the houses to search
// - pattern: cell of the pattern -> its colour, 1 or 2; 3 for the cells of a chain
// - candidates: cell -> the mask of the candidates to show
// - used: cell -> the mask of the candidates that the pattern uses
// - on, off: cell -> the mask of the candidates that are true, or false, in a chain
// - removed: cell -> the mask of the candidates that the step removes
// - links: { from, to, isStrong, isNow } between candidates; a digit of 0 stands for the whole cell;
//   isNow: the shown sentence has this link
// - rays: { from, to } from cells that exclude to cells; crossed: the cells that are excluded
export function pictureOf(hint, game) {
  const step = stepOf(hint);
  const picture = {
    houses: [], pattern: new Map(), candidates: new Map(), used: new Map(), on: new Map(), off: new Map(), removed: new Map(), links: [], rays: [], crossed: [],
  };
  const stage = hint.isWhole ? hint.line ?? 'all' : stageOf(hint);
  if (!step) {
    picture.pattern.set(hint.placement.cell, 1);
    return picture;
  }
  picture.houses = step.houses;
  if (stage === 'house') return picture;
  if (stage === 'where' || stage === 'block') drawSingle(picture, hint, game, stage);
  else if (step.links.length) drawChains(picture, hint, game, stage);
  else drawPattern(picture, hint, game, stage);
  return picture;
}

function show(picture, hint, game, cell) {
  if (game.digits[cell] === 0) picture.candidates.set(cell, candidatesAt(hint, game, cell));
}

function drawSingle(picture, hint, game, stage) {
  const step = stepOf(hint);
  if (step.houses.length === 0) picture.pattern.set(step.placement.cell, 1);
  if (stage === 'where' || stagesOfSingle(step).length < 3) return;
  const { blockers, rays, crossed } = whyOf(step, game.digits, game.geometry);
  for (const cell of blockers) picture.pattern.set(cell, 2);
  Object.assign(picture, { rays, crossed });
}

function drawRemoved(picture, { eliminations }) {
  for (const { cell } of eliminations) {
    const removed = maskOf(eliminations, cell) & (picture.candidates.get(cell) ?? 0);
    if (removed) picture.removed.set(cell, removed);
  }
}

function drawPlacement(picture, hint, game, { placement }) {
  if (!placement) return;
  picture.pattern.set(placement.cell, 1);
  show(picture, hint, game, placement.cell);
  picture.used.set(placement.cell, bitOf(placement.digit));
}

function drawPattern(picture, hint, game, stage) {
  const step = stepOf(hint);
  const { cells: ofPattern, others, eliminations, placement } = step;
  if (placement) drawSingle(picture, hint, game, stage);
  for (const cell of others) picture.pattern.set(cell, 2);
  for (const cell of ofPattern) picture.pattern.set(cell, 1);
  for (const { cell } of eliminations) show(picture, hint, game, cell);
  drawRemoved(picture, step);
  const digits = step.digits.reduce((mask, digit) => mask | bitOf(digit), 0);
  for (const cell of picture.pattern.keys()) {
    show(picture, hint, game, cell);
    picture.used.set(cell, (picture.candidates.get(cell) ?? 0) & (digits || 0x1ff) & ~(picture.removed.get(cell) ?? 0));
  }
  drawPlacement(picture, hint, game, step);
  if (placement && stage === 'cell') picture.candidates.set(placement.cell, bitOf(placement.digit));
  const [pivot, ...wings] = ofPattern;
  if (kPivots.includes(step.technique)) picture.links = wings.map((cell) => ({ from: { cell: pivot, digit: 0 }, to: { cell, digit: 0 }, isStrong: true, isNow: true }));
}

// At the first sentence, which says what follows, only the places of the conclusion are shown.
function drawChains(picture, hint, game, stage) {
  const step = stepOf(hint);
  const { chainsOf, eliminations } = step;
  const line = stage === 'all' ? chainsOf.length - 1 : stage;
  const links = linksAt(step, line);
  const isOver = line === 0 || line === chainsOf.length - 1;
  for (const cell of [...links, ...eliminations].map((each) => each.cell)) show(picture, hint, game, cell);
  if (isOver) drawRemoved(picture, step);
  for (const { cell, digit, on } of links) {
    if (on) picture.pattern.set(cell, 3);
    const mask = bitOf(digit) & ~(picture.removed.get(cell) ?? 0);
    // A candidate that one chain says is true and another one false is shown as true.
    if (on) picture.on.set(cell, (picture.on.get(cell) ?? 0) | mask);
    else picture.off.set(cell, (picture.off.get(cell) ?? 0) | mask);
  }
  for (const [cell, mask] of picture.off) picture.off.set(cell, mask & ~(picture.on.get(cell) ?? 0));
  if (isOver) drawPlacement(picture, hint, game, step);
  picture.links = links.flatMap((to) => to.from.map((from) => ({ from, to, isStrong: to.on, isNow: stage === 'all' || isOver || to.line === line })));
}

// True if `value`, which comes from storage, is a hint.
export function isHint(value) {
  const geometry = geometryOf(value?.board ?? '');
  if (!geometry) return false;
  const isCell = (cell) => geometry.cells.includes(cell);
  const isDigit = (digit) => Number.isInteger(digit) && digit >= 1 && digit <= geometry.size;
  const isCandidate = (pair) => isCell(pair?.cell) && isDigit(pair?.digit);
  const isText = (text) => typeof text?.en === 'string' && typeof text?.zh === 'string';
  const isListOf = (list, test) => Array.isArray(list) && list.length <= kMaxItems && list.every(test);
  const isTexts = (texts) => ['en', 'zh'].every((language) => isListOf(texts?.[language], (text) => typeof text === 'string'));
  const isCount = (count) => Number.isInteger(count) && count >= 0;
  const isLink = (link) => isCandidate(link) && typeof link.on === 'boolean' && isListOf(link.from, isCandidate) && isCount(link.chain) && isCount(link.line);
  const isStep = (step) => typeof step?.technique === 'string' && isText(step.names) && isTexts(step.text) &&
    isListOf(step.houses, (house) => geometry.houses[house]?.length > 0) && isListOf(step.cells, isCell) && isListOf(step.others, isCell) &&
    isListOf(step.digits, isDigit) && isListOf(step.eliminations, isCandidate) && (step.placement === null || isCandidate(step.placement)) && isListOf(step.links, isLink) &&
    isListOf(step.chainsOf, (list) => isListOf(list, isCount)) && step.chainsOf.length > 0;
  return /^[0-9]+$/.test(value.board) && isCandidate(value.placement) && isListOf(value.steps, isStep) &&
    value.steps.length <= kMaxSteps && Number.isInteger(value.at) && value.at >= 0 &&
    value.at < Math.max(1, value.steps.length) && stageOf(value) !== undefined && typeof value.isOpen === 'boolean';
}

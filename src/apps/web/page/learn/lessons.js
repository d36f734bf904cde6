// @ts-check
// The lessons: one technique each, in the order of the scale. The engine makes their positions: the
// first one of a lesson is explained, and in the others the player finds the technique. This module
// does not use the page.
import * as api from '../engine/api.js';
import { ApiError } from '../engine/engine.js';
import { Game, kHighest, kLevels } from '../game/game.js';
import { cells } from '../game/geometry.js';
import { foundIn } from '../game/learned.js';
import { bitOf } from '../game/rules.js';
import { Walk } from '../hints/walk.js';

const kTries = 40;
export const kFinds = 3;  // positions of a lesson in which the player finds the technique

// The name for the engine, the Chinese name, the score, and seeds of puzzles that the engine makes
// fast; other seeds do, too.
/** @type {any} */
export const kLessons = [
  ['full house', '最后一格', 1, [1, 2, 3, 4]],
  ['hidden single in a box', '宫内隐性唯一', 1.2, [1, 2, 4, 6]],
  ['hidden single in a line', '行列隐性唯一', 1.5, [1, 2, 4, 5]],
  ['naked single', '显性唯一', 2.3, [1, 2, 3, 5]],
  ['pointing', '宫区块', 2.6, [1, 4, 5, 6]],
  ['claiming', '行列区块', 2.8, [34, 7, 25, 21]],
  ['naked pair', '显性数对', 3, [13, 32, 38, 36]],
  ['X-Wing', 'X翼', 3.2, [40, 11, 38, 29]],
  ['hidden pair', '隐性数对', 3.4, [14, 35, 33, 10]],
  ['naked triplet', '显性三数组', 3.6, [23, 20, 9, 26]],
  ['Swordfish', '剑鱼', 3.8, [13, 12, 18, 9]],
  ['hidden triplet', '隐性三数组', 4, [39, 7, 22, 31]],
  ['XY-Wing', 'XY翼', 4.2, [2, 3, 4, 5]],
  ['XYZ-Wing', 'XYZ翼', 4.4, [15, 4, 8, 3]],
  ['unique rectangle', '唯一矩形', 4.5, [1, 2, 5, 6]],
  ['BUG type 1', '全双值坟墓1型', 5.6, [16, 32, 18, 4]],
  ['forcing X-chain', 'X链', 6.6, [8, 3, 2, 4]],
];
export const levelOfLesson = ([, , score]) => kLevels[kHighest.findIndex((highest) => score <= highest)];
export const lessonOf = (technique) => kLessons.findIndex(([name]) => name === technique);

export const countOf = (store, [name]) => [...Array(kFinds).keys()].filter((at) => foundIn(store, name) & (2 << at)).length;
export const isLearned = (store, lesson) => countOf(store, lesson) === kFinds;
export const nextLesson = (store) => kLessons.findIndex((lesson) => !isLearned(store, lesson));

// ---- positions
const isSingle = (step) => step.eliminations.length === 0;

// The position with this number of a lesson:
// - walk: the solution of its puzzle, at the step with the technique
// - solution: the digits of the solution
// - removed: the candidates that the technique excludes, also in the steps that follow at once
export async function positionOf([technique, , score, seeds], at) {
  const level = score > 1 ? technique : 'easy';  // a full house is the hardest step of no puzzle
  for (let n = 0; n < kTries; ++n) {
    try {
      const { puzzle } = await api.newPuzzle(level, String(seeds[at] + 100 * n));
      const walk = new Walk(puzzle, await api.solution(puzzle));
      const isUse = (step) => step.technique === technique && (isSingle(step) || !step.placement);
      const first = walk.steps.findIndex(isUse);
      if (first < 0) continue;
      walk.go(walk.steps.length);
      const solution = walk.position.digits;
      walk.go(first);
      const others = walk.steps.findIndex((step, i) => i > first && !isUse(step));
      const removed = walk.steps.slice(first, others < 0 ? undefined : others).flatMap(({ eliminations }) => eliminations);
      return { walk, solution, removed };
    } catch (error) {
      if (error.code !== 'unmet') throw error;
    }
  }
  throw new ApiError('unmet');
}

// The game of a position. It has notes if the technique removes candidates.
export function gameOf({ walk }) {
  const { digits, notesAt } = walk.position;
  const game = new Game({ puzzle: digits.join(''), source: 'learn' });
  if (!isSingle(walk.step)) for (const cell of cells) game.notes[cell] = notesAt(cell);
  return game;
}

// What the player has done: 'found', 'wrong' (against the solution), 'other' (right, but not by the
// technique), or null for nothing. Of an easier technique nothing is possible in the position, so
// each right digit is the find of a single.
export function verdictOn({ walk, solution, removed }, game) {
  const { digits, notesAt } = walk.position;
  const gone = cells.map((cell) => (game.digits[cell] || isSingle(walk.step) ? 0 : notesAt(cell) & ~game.notes[cell]));
  if (cells.some((cell) => (game.digits[cell] && game.digits[cell] !== solution[cell]) || gone[cell] & bitOf(solution[cell]))) return 'wrong';
  if (cells.some((cell) => game.digits[cell] !== digits[cell])) return isSingle(walk.step) ? 'found' : 'other';
  if (removed.some(({ cell, digit }) => gone[cell] & bitOf(digit))) return 'found';
  return gone.some(Boolean) ? 'other' : null;
}

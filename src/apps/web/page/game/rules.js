// @ts-check
// Checks a board against the rules. A board is an array of 81 digits with 0 for empty, and a geometry
// (geometry.js). Any valid completion wins, so the page stores no solution.
import { kNine } from './geometry.js';

// The cells whose digit appears again in the same row, column or box.
export function conflictsOf(digits, { cells, peers } = kNine) {
  return cells.filter((cell) => digits[cell] && peers[cell].some((other) => digits[other] === digits[cell]));
}

export function verdictOf(digits, { cells, houses } = kNine) {
  if (cells.some((cell) => digits[cell] === 0)) return 'unfinished';
  return houses.every((house) => new Set(house.map((cell) => digits[cell])).size === house.length) ? 'solved' : 'wrong';
}

// The mask of the digits that no peer of the cell holds. Bit digit - 1 stands for a digit.
export function candidatesOf(digits, cell, { peers, all } = kNine) {
  return peers[cell].reduce((mask, other) => (digits[other] ? mask & ~bitOf(digits[other]) : mask), all);
}

export const kDigits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const bitOf = (digit) => 1 << (digit - 1);
export const digitsIn = (mask) => kDigits.filter((digit) => mask & bitOf(digit));

// How often each digit appears on the board. Index 0 counts the empty cells.
export function countsOf(digits, { cells } = kNine) {
  const counts = Array(10).fill(0);
  for (const cell of cells) ++counts[digits[cell]];
  return counts;
}

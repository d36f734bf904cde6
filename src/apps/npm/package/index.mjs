// dokumill for JavaScript: solves, counts, checks, rates, explains and makes Sudoku puzzles. See
// index.d.ts for all options and results.
//
//   import { ready, solve } from 'dokumill';
//   await ready();
//   solve('98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6').solution
export { DokumillError } from './arguments.mjs';
export * from './calls.mjs';
export { transformLines } from './lines.mjs';
export { createPool } from './pool.mjs';

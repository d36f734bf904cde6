// A second, simple implementation of the rules for tests: lists of peers and a plain search.
export const cells = [...Array(81).keys()];
const sees = (a, b) => a !== b && (Math.floor(a / 9) === Math.floor(b / 9) || a % 9 === b % 9 ||
  (Math.floor(a / 27) === Math.floor(b / 27) && Math.floor((a % 9) / 3) === Math.floor((b % 9) / 3)));
export const peers = cells.map((cell) => cells.filter((other) => sees(cell, other)));

// Returns up to `limit` solutions of a puzzle of 81 digits, 0 for empty.
export function solutions(puzzle, limit = 1) {
  const digits = [...puzzle].map(Number);
  const found = [];
  const search = () => {
    let best = null;
    for (const cell of cells) {
      if (digits[cell]) continue;
      const open = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !peers[cell].some((other) => digits[other] === digit));
      if (!best || open.length < best.open.length) best = { cell, open };
    }
    if (!best) {
      found.push(digits.join(''));
      return;
    }
    for (const digit of best.open) {
      digits[best.cell] = digit;
      search();
      if (found.length >= limit) break;
    }
    digits[best.cell] = 0;
  };
  search();
  return found;
}

// `known` is the example of Wikipedia's article. `twoSolutions` is the solution of `known` without
// the four cells of a rectangle whose digits can be exchanged.
export const known = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
export const twoSolutions = (() => {
  const [board] = solutions(known);
  for (const a of cells) {
    for (const b of cells.filter((cell) => cell > a && Math.floor(cell / 9) === Math.floor(a / 9))) {
      for (let row = Math.floor(a / 9) + 1; row < 9; ++row) {
        const c = row * 9 + (a % 9);
        const d = row * 9 + (b % 9);
        if (board[a] !== board[d] || board[b] !== board[c]) continue;
        const puzzle = [...board].map((digit, cell) => ([a, b, c, d].includes(cell) ? '0' : digit)).join('');
        if (solutions(puzzle, 3).length === 2) return puzzle;
      }
    }
  }
  throw new Error('this board has no such rectangle');
})();

export const [solution] = solutions(known);

// A hard puzzle of the generator in which four digits were entered. Its hint has several steps.
export const deep = '002030000000000060060900480800010306006008020000000809400580037003070008000203004';

// Returns a function that gives repeatable random numbers in [0, limit).
export function dice(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

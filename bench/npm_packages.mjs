// npm_packages.mjs FOLDER: compares the npm package with others. FOLDER has node_modules with
// dokumill, sudoku, sudoku-core, sudoku-gen and @algorithm.ts/sudoku. It prints calls per second of
// processor time, which other processes on the machine disturb less than the time of a clock.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(process.argv[2]);
const load = createRequire(path.join(folder, 'x.js'));
const { canon, generatePuzzles, ready, solve } = await import(pathToFileURL(path.join(folder, 'node_modules/dokumill/index.mjs')));
await ready();
const sudoku = load('sudoku');
const core = load('sudoku-core');
const { SudokuCreator, SudokuSolver } = load('@algorithm.ts/sudoku');
const { getSudoku } = load('sudoku-gen');

const SECONDS = 2;
// work(): does a part of the work, and returns how much it was.
function speed(work) {
  work();
  const begin = process.cpuUsage();
  for (let done = 0; ;) {
    done += work();
    const { user, system } = process.cpuUsage(begin);
    if (user + system > SECONDS * 1e6) return Math.round((done * 1e6) / (user + system));
  }
}
const all = (list, use) => () => (use(list), list.length);
function oneByOne(list, use, times = 1) {
  let next = 0;
  return () => {
    for (let i = 0; i < times; ++i) use(list[next++ % list.length]);
    return times;
  };
}
const texts = (options) => generatePuzzles({ n: 20_000, seed: 3, ...options }).map(({ puzzle }) => puzzle);

const solver = new SudokuSolver({ childMatrixWidth: 3 });
const board = new Array(81).fill(-1);
for (const [name, puzzles] of [['33 clues', texts({ clues: 33 })], ['minimal', texts({ minimal: true })]]) {
  const digits = puzzles.map((puzzle) => Array.from(puzzle, (cell) => Number(cell) || 0));
  const cells = Uint8Array.from(digits.flat());
  console.log(`solve, ${name}`, {
    'dokumill, an array': speed(() => (solve(cells), puzzles.length)),
    'dokumill, texts': speed(all(puzzles, solve)),
    'dokumill, one a call': speed(oneByOne(puzzles, solve, 500)),
    sudoku: speed(oneByOne(digits.map((grid) => grid.map((digit) => (digit ? digit - 1 : null))), sudoku.solvepuzzle, 20)),
    '@algorithm.ts/sudoku': speed(oneByOne(digits.map((grid) => grid.map((digit) => digit - 1)), (grid) => solver.solve(grid, board), 20)),
    'sudoku-core': speed(oneByOne(digits.map((grid) => grid.map((digit) => digit || null)), (grid) => core.solve([...grid]))),
  });
}

let seed = 0;
const creator = new SudokuCreator({ childMatrixWidth: 3 });
console.log('generate', {
  'dokumill, an array': speed(() => generatePuzzles({ n: 1000, seed: ++seed, bytes: true }).puzzle.length / 81),
  'dokumill, one a call': speed(() => generatePuzzles({ seed: ++seed }).length),
  sudoku: speed(oneByOne([0], sudoku.makepuzzle)),
  '@algorithm.ts/sudoku': speed(oneByOne([0.5], (difficulty) => creator.createSudoku(difficulty))),
  'sudoku-core': speed(oneByOne(['easy'], core.generate)),
  'sudoku-gen': speed(oneByOne([undefined], getSudoku, 100)),
});

const classes = (puzzles) => new Set(canon(puzzles).map(({ form }) => form)).size;
const calls = Array.from({ length: 10_000 }, (_, i) => i);
console.log('classes in 10,000 calls', {
  dokumill: classes(calls.map((i) => generatePuzzles({ seed: i })[0].puzzle)),
  'sudoku-gen': classes(calls.map(() => getSudoku().puzzle.replaceAll('-', '.'))),
});

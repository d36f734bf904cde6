// Reads outputs in the formats of other programs with these programs: links with lz-string, game ids
// with Solo, and LaTeX with the package sudoku. Prints which programs are not installed. Exits with
// 77 if the npm modules are missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const binary = process.env.DOKUMILL_BINARY;
const modules = process.env.DOKUMILL_TABLE_MODULES;
if (!fs.existsSync(path.join(modules, 'node_modules', 'lz-string'))) {
  console.log('skipped: the npm modules of tests/tables are missing; scripts/web_modules installs them');
  process.exit(77);
}
const { decompressFromBase64 } = createRequire(path.join(modules, 'x.js'))('lz-string');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-formats-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
process.chdir(place);
process.env.PATH += ':/usr/games';

// null: the program is not installed.
function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error?.code === 'ENOENT') return null;
  assert.equal(status, 0, `${program}: ${stdout}${stderr}`);
  return stdout;
}
const lines = (text) => text.trimEnd().split('\n');
run(binary, 'generate', 'puzzles', '-n', '50', '--seed', '3', '-q', '-o', 'puzzles.txt');
run(binary, 'solve', 'puzzles.txt', '-q', '-o', 'solved.txt');
const boards = [...lines(fs.readFileSync('puzzles.txt', 'utf8')), ...lines(fs.readFileSync('solved.txt', 'utf8'))];
const written = (format) => lines(run(binary, 'convert', 'puzzles.txt', 'solved.txt', '--to', format, '-q'));

// A decoder of URLs must not change what SudokuPad reads.
function cellsOfLink(packed) {
  const { size, grid } = JSON.parse(decompressFromBase64(packed));
  assert.equal(size, 9);
  return grid.flat().map((cell) => (cell.given ? cell.value : 0)).join('');
}
assert.deepEqual(written('fpuzzles').map((link) => cellsOfLink(link.split('?load=')[1])), boards);
assert.deepEqual(written('sudokupad').map((link) => cellsOfLink(new URLSearchParams(`p=${link.split('/fpuz')[1]}`).get('p'))), boards);
console.log('lz-string: reads all links');

const ids = written('solo');
if (run('sgt-solo', '--version') === null) {
  console.log('not run: sgt-solo is not installed');
} else {
  for (const id of ids) {
    run('sgt-solo', '--generate', '1', '--save', 'game', id);  // checks the id, and saves it
    const saved = fs.readFileSync('game0', 'latin1');
    assert.equal(`3x3:${/^DESC.*:(.*)$/m.exec(saved)[1]}`, id);
  }
  console.log('Solo: takes all game ids');
}

// A full board shows where the cells are on a page.
run(binary, 'convert', 'solved.txt', 'puzzles.txt', '-q', '-o', 'boards.tex');
fs.writeFileSync('book.tex', '\\documentclass{article}\\usepackage{sudoku}\\pagestyle{empty}\\begin{document}\\input{boards}\\end{document}');
const style = run('kpsewhich', 'sudoku.sty');
if (!style || run('pdftotext', '-v') === null) {
  console.log('not run: LaTeX with the package sudoku, and pdftotext, are not installed');
} else {
  run('pdflatex', '-interaction=batchmode', '-halt-on-error', 'book');
  const pages = run('pdftotext', '-bbox', 'book.pdf', '-').split('<page ').slice(1);
  const words = pages.map((page) => [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)".*>(\d)</g)].map(([, x, y, digit]) => ({ place: `${x} ${y}`, digit })));
  const places = words[0].map(({ place }) => place);
  const numbers = (n) => [...new Set(places.map((each) => Number(each.split(' ')[n])))].sort((a, b) => a - b);
  const [columns, rows] = [numbers(0), numbers(1)];
  assert.equal(`${columns.length} ${rows.length}`, '9 9');
  const cells = words.map((page) => rows.flatMap((y) => columns.map((x) => page.find(({ place }) => {
    const [wordX, wordY] = place.split(' ').map(Number);
    return Math.abs(wordX - x) < 1 && Math.abs(wordY - y) < 1;
  })?.digit ?? '0')).join(''));
  assert.deepEqual(cells, [...boards.slice(50), ...boards.slice(0, 50)]);
  console.log('LaTeX: prints all boards');
}

// @ts-check
// Reads the puzzle out of links of other programs: SudokuWiki, SudokuPad, f-puzzles, and every link
// with 81 cells. Nothing is loaded: a link with only the number of a puzzle has no puzzle.
import { decoded } from './link.js';
import { decompress } from './lz_string.js';

const kLink = /\b(?:https?|sudokupad):\/\/\S+/i;
const kCells = /(?:^|[^0-9.])([0-9.]{81})(?![0-9.])/;

const problem = (key) => ({ problem: { key, values: {} } });
const puzzleOf = (digits) => (digits.length === 81 && /^[0-9]{81}$/.test(digits) ? { puzzle: digits } : problem('link.size'));

// SudokuWiki: "S9B" and two base-36 digits for each cell: 1 to 9 is a given digit, 10 to 18 a digit
// of the player, and more is a set of candidates.
function readSudokuWiki(packed) {
  const pairs = packed.match(/[0-9a-z]{2}/g) ?? [];
  return puzzleOf(pairs.map((pair) => parseInt(pair, 36)).map((value) => (value >= 1 && value <= 9 ? value : 0)).join(''));
}

// SudokuPad, packed digits: a digit and the number of empty cells after it (0 to 5), in base 60.
const kDigitAndBlanks = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';
// An older form: digits, and letters and marks for 0, 1, 2 and more empty cells.
const kBlanks = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

function readClassic(packed) {
  const codes = [...packed].map((character) => kDigitAndBlanks.indexOf(character));
  const digits = codes.includes(-1) ? '' : codes.map((code) => (code % 10) + '0'.repeat(Math.floor(code / 10))).join('');
  if (digits.length === 81) return puzzleOf(digits);
  return puzzleOf([...packed].map((character) => (/[1-9]/.test(character) ? character : '0'.repeat(Math.max(0, kBlanks.indexOf(character))))).join(''));
}

// f-puzzles: a JSON object. Rules besides those of Sudoku are other lists that are not empty, and
// members that are true.
const kPlain = ['size', 'title', 'author', 'ruleset', 'grid', 'solution', 'highlightConflicts', 'metadata', 'info', 'successMessage'];

function readFPuzzle(text) {
  const { size, grid, ...others } = JSON.parse(text);
  if (size !== 9) return problem('link.size');
  const cells = grid.flat();
  const hasRules = Object.entries(others).some(([name, value]) => !kPlain.includes(name) && (value === true || (Array.isArray(value) && value.length > 0)));
  if (hasRules || cells.some(({ region }) => region !== undefined)) return problem('link.rules');
  const hasGivens = cells.some(({ given }) => given);
  return puzzleOf(cells.map(({ value, given }) => (value && (given || !hasGivens) ? value : 0)).join(''));
}

// SudokuPad: JSON, often with short names and without empty objects, so that cells are "[,,{v:5},]".
// The items of the list that begins at text[from], as texts.
function itemsAt(text, from) {
  const items = [];
  let depth = 0;
  let start = from + 1;
  for (let at = from; at < text.length; ++at) {
    if ('[{'.includes(text[at])) ++depth;
    const isEnd = ']}'.includes(text[at]) && --depth === 0;
    if (isEnd || (depth === 1 && text[at] === ',')) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
    if (isEnd) break;
  }
  return items;
}

function readSudokuPad(text) {
  // Lines, arrows and other pictures stand for rules.
  if (/[{,]['"]?(?:l|a|o|u|lines|arrows|overlays|underlays)['"]?:\[\{/.test(text)) return problem('link.rules');
  const found = /[{,]['"]?(?:ce|cells)['"]?:(?=\[\[)/.exec(text);
  if (!found) return problem('link.size');
  const rows = itemsAt(text, found.index + found[0].length).map((row) => itemsAt(row, 0));
  if (rows.length !== 9 || rows.some((row) => row.length !== 9)) return problem('link.size');
  return puzzleOf(rows.flat().map((cell) => /[{,]['"]?(?:v|value)['"]?:['"]?([1-9])['"]?[,}]/.exec(cell)?.[1] ?? '0').join(''));
}

function readPacked(kind, packed) {
  if (kind === 'classic') return readClassic(packed);
  const text = decompress(packed.replaceAll(' ', '+').replace(/[^\w+/=]+$/, ''));
  if (text === null) return problem('link.damaged');
  return kind.startsWith('fpuz') ? readFPuzzle(text) : readSudokuPad(text);
}

// Returns null if the text has no link, { puzzle } with 81 digits, or { problem: { key, values } }
// with the key and the values of the text about the problem.
export function readPuzzleLink(text) {
  const found = kLink.exec(text);
  if (!found) return null;
  const link = decoded(found[0]);
  const load = /f-puzzles\.com\/.*[?&]load=([^&#]+)/i.exec(link)?.[1];
  const pad = /(?:sudokupad|crackingthecryptic)[^/]*\/+(?:puzzle\/|sudoku\/)?(?:[^?]*\?(?:.*&)?puzzleid=)?(scl|ctc|fpuzzles|fpuz|classic)([^?&#]+)/i.exec(link);
  const wiki = /[?&]bd=S9B([0-9a-z]+)/.exec(link)?.[1];
  try {
    if (load) return readPacked('fpuz', load);
    if (pad) return readPacked(pad[1], pad[2]);
    if (wiki) return readSudokuWiki(wiki);
  } catch {
    return problem('link.damaged');
  }
  const cells = kCells.exec(link)?.[1];
  return cells ? { puzzle: cells.replaceAll('.', '0') } : problem('link.elsewhere');
}

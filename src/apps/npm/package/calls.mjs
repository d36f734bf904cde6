// The functions of the package that call the engine. They take one puzzle (a string of 81
// characters), a list of strings, or a Uint8Array of 81 values a puzzle. They return one object, a
// list of objects, or an object of typed arrays.
import { flag, integer, known, oneOf, range, tenths, wrong } from './arguments.mjs';
import { CELLS, check as checkStatus, Grids, gridTexts, KINDS, LEVELS, loaded, ready, textAt, textsOf, withMemory } from './library.mjs';

export { KINDS, LEVELS, ready };

// The names of the techniques of ratings, as numbers of `hardest` in typed arrays stand for them.
export const techniques = () => textsOf((i) => loaded()._dokumill_technique_name(i));

// One column of a result. view(place, count): the typed array in the memory of the engine.
// value(n): what an object has for the number n.
const bytes = (place, count) => loaded().HEAPU8.slice(place, place + count);
const column = (name, size, view, value = (n) => n) => ({ name, size, view, value });
const grid = (name) => ({ name, size: CELLS, view: (place, count) => bytes(place, CELLS * count), isGrid: true });
const kinds = column('kind', 1, bytes, (n) => KINDS[n]);
const words32 = (place, count) => loaded().HEAPU32.slice(place >> 2, (place >> 2) + count);
// Numbers below 2^53 of 64 bits.
function words64(place, count) {
  const halves = words32(place, 2 * count);
  return Float64Array.from({ length: count }, (_, i) => halves[2 * i] + halves[2 * i + 1] * 2 ** 32);
}
// A member of each of `count` structures of `stride` bytes.
const member = (name, stride, offset, width, value) =>
  column(name, 0, (place, count) => {
    const { HEAPU8 } = loaded();
    const found = width === 1 ? new Uint8Array(count) : new Uint16Array(count);
    for (let i = 0, at = place + offset; i < count; ++i, at += stride) found[i] = HEAPU8[at] | (width === 1 ? 0 : HEAPU8[at + 1] << 8);
    return found;
  }, value);

// The kind of a malformed grid in a typed array.
export const MALFORMED = 255;
const OF_MALFORMED = { kind: MALFORMED, automorphisms: 0 };

// Turns the columns at their places into the result that suits the grids. A malformed grid has the
// kind 'malformed', and nothing else.
function results(grids, columns, places, reserve) {
  const { count, form, malformed } = grids;
  if (form === 'bytes') {
    const found = {};
    columns.forEach((each, i) => {
      found[each.name] = each.view(places[i], count);
    });
    for (const [name, value] of Object.entries(OF_MALFORMED)) {
      for (const number of malformed) if (found[name]) found[name][number] = value;
    }
    return found;
  }
  const values = columns.map((each, i) => (each.isGrid ? gridTexts(reserve, places[i], count) : Array.from(each.view(places[i], count), each.value)));
  const objects = Array.from({ length: count }, (_, i) => {
    if (malformed.has(i)) return { kind: 'malformed' };
    return Object.fromEntries(columns.map((each, k) => [each.name, values[k][i]]));
  });
  return form === 'one' ? objects[0] : objects;
}

// Runs call(grids, ...places of the columns) of the C interface.
function run(puzzles, columns, call, option = 'puzzles') {
  const grids = new Grids(puzzles, option);
  return withMemory((reserve) => {
    const from = grids.in(reserve);
    const places = columns.map((each) => reserve(each.size * grids.count));
    checkStatus(call(from, grids.count, places, reserve));
    return results(grids, columns, places, reserve);
  });
}

export function solve(puzzles) {
  return run(puzzles, [grid('solution'), kinds], (from, count, [solutions, found]) => loaded()._dokumill_solve(from, count, solutions, found, 0));
}

// The number of solutions of each puzzle, up to `limit`.
export function count(puzzles, limit) {
  integer(limit, 'limit', 0, Number.MAX_SAFE_INTEGER);
  const found = run(puzzles, [column('count', 8, words64), kinds], (from, n, [counts, kind]) => {
    const status = loaded()._dokumill_count(from, n, counts, limit >>> 0, Math.floor(limit / 2 ** 32), 0);
    return status || loaded()._dokumill_check(from, n, kind, 0, 0);
  });
  return found;
}

export function check(grids, options = {}) {
  known(options, ['minimal']);
  const columns = flag(options.minimal, 'minimal') ? [kinds, column('minimal', 1, bytes, (n) => n === 1)] : [kinds];
  return run(grids, columns, (from, n, [found, minimal]) => loaded()._dokumill_check(from, n, found, minimal ?? 0, 0), 'grids');
}

// The members of dokumill_rating, 12 bytes.
const RATING = 12;
const tenth = (n) => n / 10;
const ratingColumns = (names, withObstacles) => [
  member('kind', RATING, 6, 1, (n) => KINDS[n]),
  member('level', RATING, 7, 1, (n) => LEVELS[n]),
  member('er', RATING, 0, 2, tenth),
  member('ep', RATING, 2, 2, tenth),
  member('ed', RATING, 4, 2, tenth),
  member('hardest', RATING, 8, 1, (n) => names[n]),
  member('clues', RATING, 9, 1),
  ...(withObstacles ? [member('obstacles', RATING, 10, 1)] : []),
  member('isExact', RATING, 11, 1, (n) => n === 1),
];
// Scores in typed arrays are tenths.
export function rate(puzzles, options = {}) {
  known(options, ['obstacles', 'atMost']);
  const grids = new Grids(puzzles, 'puzzles');
  const atMost = options.atMost === undefined ? 0 : tenths(options.atMost, 'atMost', 1);
  return withMemory((reserve) => {
    const from = grids.in(reserve);
    const ratings = reserve(RATING * grids.count);
    const wanted = structure(reserve, [12, flag(options.obstacles, 'obstacles') ? 1 : 0, atMost]);
    checkStatus(loaded()._dokumill_rate(from, grids.count, ratings, wanted, 0));
    const columns = ratingColumns(techniques(), options.obstacles);
    const found = results(grids, columns, columns.map(() => ratings), reserve);
    if (grids.form === 'bytes') return found;
    return grids.form === 'one' ? ratingOf(found) : found.map(ratingOf);
  });
}
// Only a puzzle with exactly one solution has a rating.
const ratingOf = (found) => (found.kind === 'unique' || found.kind === 'malformed' ? found : { kind: found.kind, clues: found.clues });
function structure(reserve, numbers) {
  const place = reserve(4 * numbers.length);
  loaded().HEAP32.set(numbers, place >> 2);
  return place;
}

const LANGUAGES = ['en', 'zh'];
// At most `most` steps of each puzzle; 0 for all of them.
function stepsOf(puzzles, options, most) {
  known(options, ['sentences']);
  const language = 1 + oneOf(options.sentences, 'sentences', LANGUAGES, -1);
  const grids = new Grids(puzzles, 'puzzles');
  return withMemory((reserve) => {
    const { _dokumill_check, _dokumill_explain, addFunction, removeFunction } = loaded();
    const from = grids.in(reserve);
    const found = reserve(grids.count);
    checkStatus(_dokumill_check(from, grids.count, found, 0, 0));
    let steps;
    const use = addFunction((text) => {
      steps.push(JSON.parse(textAt(text)));
      return steps.length === most ? 1 : 0;
    }, 'iii');
    try {
      const results = Array.from(bytes(found, grids.count), (kind, i) => {
        steps = [];
        if (KINDS[kind] === 'unique') checkStatus(_dokumill_explain(from + CELLS * i, language, use, 0, 0));
        return { kind: grids.malformed.has(i) ? 'malformed' : KINDS[kind], steps };
      });
      return grids.form === 'one' ? results[0] : results;
    } finally {
      removeFunction(use);
    }
  });
}
// { kind, steps }: the steps that solve a puzzle, as `dokumill steps` writes them. Only a puzzle with
// exactly one solution has steps.
export function explain(puzzles, options = {}) {
  return stepsOf(puzzles, options, 0);
}
// { kind, step }: the next step of a puzzle; undefined if it has none.
export function hint(puzzles, options = {}) {
  const stepOf = ({ kind, steps }) => ({ kind, step: steps[0] });
  const found = stepsOf(puzzles, options, 1);
  return Array.isArray(found) ? found.map(stepOf) : stepOf(found);
}

export function canon(grids) {
  const columns = [grid('form'), column('automorphisms', 4, words32)];
  return run(grids, columns, (from, n, [forms, automorphisms]) => loaded()._dokumill_canonize(from, n, forms, 0, automorphisms, 0), 'grids');
}

// The members of dokumill_score_result, 32 bytes.
const SCORE = 32;
const scoreColumns = [
  member('kind', SCORE, 16, 1, (n) => KINDS[n]),
  member('exact', SCORE, 17, 1, (n) => n === 1),
  ...['cells', 'empty', 'givens', 'blank'].map((name, i) => member(name, SCORE, 18 + 2 * i, 2)),
  ...['rows', 'columns', 'boxes'].map((name, i) => member(name, SCORE, 26 + i, 1)),
  column('share', 0, (place, count) => Float64Array.from({ length: count }, (_, i) => loaded().HEAPF64[(place + SCORE * i) >> 3])),
];
// Scores answers to puzzles. `answers`: as many texts as puzzles, which may have words around the
// board, or a Uint8Array of boards. `solutions`: what the answers are compared with where a puzzle
// has several solutions.
export function score(puzzles, answers, options = {}) {
  known(options, ['solutions']);
  const grids = new Grids(puzzles, 'puzzles');
  const solutions = options.solutions === undefined ? undefined : new Grids(options.solutions, 'solutions');
  const isBytes = answers instanceof Uint8Array;
  const texts = typeof answers === 'string' ? [answers] : answers;
  if (!isBytes && !Array.isArray(texts)) throw wrong('answers', 'expected strings, or a Uint8Array');
  const given = isBytes ? answers.length / CELLS : texts.length;
  if (given !== grids.count) throw wrong('answers', `${given} answers to ${grids.count} puzzles`);
  if (solutions && solutions.count !== grids.count) throw wrong('solutions', `${solutions.count} solutions of ${grids.count} puzzles`);
  return withMemory((reserve) => {
    const from = grids.in(reserve);
    const read = isBytes ? copied(reserve, answers) : boardsOf(reserve, texts);
    const scores = reserve(SCORE * grids.count);
    checkStatus(loaded()._dokumill_score(from, grids.count, read, grids.count, solutions ? solutions.in(reserve) : 0, 0, scores, 0));
    return results(grids, scoreColumns, scoreColumns.map(() => scores), reserve);
  });
}
function copied(reserve, values) {
  const place = reserve(values.length);
  loaded().HEAPU8.set(values, place);
  return place;
}
// The boards that free texts give as their answers.
function boardsOf(reserve, texts) {
  const place = texts.findIndex((text) => typeof text !== 'string');
  if (place >= 0) throw wrong('answers', `expected strings, got ${typeof texts[place]}`, place);
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const text = reserve(size);
  const ends = reserve(8 * parts.length);
  const boards = reserve(CELLS * parts.length);
  const { HEAPU8, HEAPU32 } = loaded();
  let end = 0;
  parts.forEach((part, i) => {
    HEAPU8.set(part, text + end);
    end += part.length;
    HEAPU32.set([end, 0], (ends >> 2) + 2 * i);
  });
  checkStatus(loaded()._dokumill_read_answers(text, ends, parts.length, boards, 0, 0, 0));
  return boards;
}

const SYMMETRIES = ['none', 'rotational', 'horizontal', 'vertical', 'diagonal', 'full'];
const PUZZLE_OPTIONS = ['n', 'seed', 'start', 'difficulty', 'rating', 'clues', 'minimal', 'symmetry', 'pattern', 'technique', 'obstacles', 'solutions', 'maxTries', 'rated', 'bytes'];

// The 22 words of dokumill_constraints.
function constraints(reserve, options) {
  const wanted = new Int32Array(22);
  wanted[0] = 4 * wanted.length;
  if (options.clues !== undefined) {
    const ends = range(options.clues, 'clues', (clues) => integer(clues, 'clues', 17, 81));
    wanted.set(ends, 1);
  }
  wanted[3] = flag(options.minimal, 'minimal') ? 1 : 0;
  wanted[4] = oneOf(options.symmetry, 'symmetry', SYMMETRIES, 0);
  wanted[5] = oneOf(options.difficulty, 'difficulty', LEVELS, -1);
  wanted[8] = integer(options.maxTries, 'maxTries', 1, 2 ** 31, 0);
  if (options.rating !== undefined) {
    const ends = range(options.rating, 'rating', (score) => tenths(score, 'rating', 1));
    wanted.set(ends, 9);
  }
  if (options.technique !== undefined) wanted[11] = 1 + oneOf(options.technique, 'technique', techniques());
  wanted[13] = -1;
  if (options.obstacles !== undefined) {
    const ends = range(options.obstacles, 'obstacles', (number) => integer(number, 'obstacles', 0, 64));
    wanted.set(ends, 12);
  }
  if (options.pattern !== undefined) {
    if (options.pattern?.length !== CELLS) throw wrong('pattern', 'expected 81 cells');
    const cells = Array.from(options.pattern, (cell) => (cell === '.' || cell === '0' || cell === 0 || cell === false ? 0 : 1));
    wanted[15] = reserve(CELLS);
    loaded().HEAPU8.set(cells, wanted[15]);
  }
  wanted[16] = integer(options.solutions, 'solutions', 1, 1000, 0);
  return structure(reserve, wanted);
}

// A list of objects { puzzle, solution, with rated: true also the rating }, or with bytes: true an
// object of typed arrays. The puzzles depend on seed, start and the constraints alone.
export function generatePuzzles(options = {}) {
  known(options, PUZZLE_OPTIONS);
  const n = integer(options.n, 'n', 0, 1_000_000, 1);
  const seed = integer(options.seed, 'seed', 0, Number.MAX_SAFE_INTEGER, 0);
  const start = integer(options.start, 'start', 0, Number.MAX_SAFE_INTEGER, 0);
  return withMemory((reserve) => {
    const wanted = constraints(reserve, options);
    const puzzles = reserve(CELLS * n);
    const solutions = reserve(CELLS * n);
    const isRated = flag(options.rated, 'rated');
    const ratings = isRated ? reserve(RATING * n) : 0;
    const made = reserve(4);
    const status = loaded()._dokumill_puzzles(wanted, seed >>> 0, Math.floor(seed / 2 ** 32), start >>> 0, Math.floor(start / 2 ** 32), n, puzzles, solutions, ratings, made, 0);
    checkStatus(status, loaded().HEAPU32[made >> 2]);
    const rating = isRated ? ratingColumns(techniques(), options.obstacles !== undefined) : [];
    const columns = [grid('puzzle'), grid('solution'), ...rating];
    const places = [puzzles, solutions, ...rating.map(() => ratings)];
    return results({ count: n, form: flag(options.bytes, 'bytes') ? 'bytes' : 'list', malformed: new Set() }, columns, places, reserve);
  });
}

const FAMILIES = ['sequence', 'classic', 'wide', 'random'];
// Complete boards: a list of texts, or with bytes: true one Uint8Array.
export function generateBoards(options = {}) {
  known(options, ['n', 'seed', 'start', 'family', 'bytes']);
  const n = integer(options.n, 'n', 0, 1_000_000, 1);
  const start = integer(options.start, 'start', 0, Number.MAX_SAFE_INTEGER, 0);
  const seed = integer(options.seed, 'seed', 0, Number.MAX_SAFE_INTEGER, 0);
  const family = oneOf(options.family, 'family', FAMILIES, 3);
  return withMemory((reserve) => {
    const source = structure(reserve, [24, family, 1, 0, seed >>> 0, Math.floor(seed / 2 ** 32)]);
    const boards = reserve(CELLS * n);
    checkStatus(loaded()._dokumill_boards(source, start >>> 0, Math.floor(start / 2 ** 32), n, boards, 0));
    return flag(options.bytes, 'bytes') ? bytes(boards, CELLS * n) : gridTexts(reserve, boards, n);
  });
}

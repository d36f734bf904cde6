// Tests of the page's model without a browser: game, clock, rules, keys, texts, size.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { load } from './support/model.mjs';
import { cells, dice, known, peers, solution, solutions, twoSolutions } from './support/sudoku.mjs';
import { pageFiles, pageFolder } from './support/tools.mjs';

const { Game } = await load('game/game.js');
const { Clock, formatTime } = await load('game/clock.js');
const rules = await load('game/rules.js');
const { commandOf } = await load('play/keys.js');
const { readLink } = await load('puzzles/link.js');
const results = await load('game/results.js');
const progress = await load('game/progress.js');
const times = await load('game/times.js');

// A simple model: it stores every position completely.
class History {
  constructor(puzzle) {
    this.givens = [...puzzle].map(Number);
    this.positions = [{ digits: [...this.givens], notes: cells.map(() => '') }];
    this.at = 0;
  }
  get now() {
    return this.positions[this.at];
  }
  change(edit) {
    const next = { digits: [...this.now.digits], notes: [...this.now.notes] };
    edit(next);
    for (const cell of cells) if (this.givens[cell]) Object.assign(next.digits, { [cell]: this.givens[cell] }), (next.notes[cell] = '');
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    this.positions.length = this.at + 1;
    this.positions.push(next);
    ++this.at;
  }
  enter(cell, digit) {
    if (this.now.digits[cell] === digit || this.givens[cell]) return;
    this.change(({ digits, notes }) => {
      digits[cell] = digit;
      notes[cell] = '';
      for (const peer of peers[cell]) notes[peer] = notes[peer].replace(digit, '');
    });
  }
  note(cell, digit) {
    if (this.now.digits[cell]) return;
    this.change(({ notes }) => {
      notes[cell] = notes[cell].includes(digit) ? notes[cell].replace(digit, '') : [...notes[cell], digit].sort().join('');
    });
  }
  erase(cell) {
    this.change(({ digits, notes }) => {
      digits[cell] = 0;
      notes[cell] = '';
    });
  }
  fill() {
    this.change(({ digits, notes }) => cells.filter((cell) => !digits[cell]).forEach((cell) => {
      notes[cell] = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !peers[cell].some((peer) => digits[peer] === digit)).join('');
    }));
  }
  clear() {
    this.change(({ digits, notes }) => cells.filter((cell) => !digits[cell]).forEach((cell) => (notes[cell] = '')));
  }
  restart() {
    this.change(({ digits, notes }) => cells.forEach((cell) => {
      digits[cell] = this.givens[cell];
      notes[cell] = '';
    }));
  }
  undo() {
    this.at = Math.max(0, this.at - 1);
  }
  redo() {
    this.at = Math.min(this.positions.length - 1, this.at + 1);
  }
}

function assertAlike(game, history) {
  assert.deepEqual([...game.digits], history.now.digits);
  assert.deepEqual([...game.notes].map((mask) => rules.digitsIn(mask).join('')), history.now.notes);
  assert.equal(game.at, history.at);
  assert.equal(game.log.length, history.positions.length - 1);
}

test('a walk of 5000 actions agrees with the obvious model, through undo, redo and reload', () => {
  const roll = dice(7);
  let game = new Game({ puzzle: known });
  const history = new History(known);
  for (let step = 0; step < 5000; ++step) {
    const cell = roll(81);
    const digit = 1 + roll(9);
    const actions = [
      [12, () => (game.isGiven(cell) || game.enter(cell, digit, true), history.enter(cell, digit))],
      [12, () => (game.isGiven(cell) || game.toggleNote([cell], digit), history.note(cell, digit))],
      [4, () => (game.erase([cell]), history.erase(cell))],
      [1, () => (game.fillNotes(), history.fill())],
      [1, () => (game.clearNotes(), history.clear())],
      [1, () => (roll(8) === 0 && (game.restart(), history.restart()))],
      [8, () => (game.undo(), history.undo())],
      [6, () => (game.redo(), history.redo())],
      [1, () => (game = Game.restore(JSON.parse(JSON.stringify(game))))],
    ];
    let pick = roll(actions.reduce((sum, [weight]) => sum + weight, 0));
    actions.find(([weight]) => (pick -= weight) < 0)[1]();
    assertAlike(game, history);
  }
  const end = game.board;
  const { at } = game;
  while (game.undo());
  assert.equal(game.board, known);
  game.seek(at);
  assert.equal(game.board, end);
});

test('givens never change, whatever is tried', () => {
  const game = new Game({ puzzle: known });
  for (const cell of cells.filter((each) => game.isGiven(each))) {
    assert.equal(game.enter(cell, 1 + (game.digits[cell] % 9), true), false);
    assert.equal(game.erase([cell]), false);
    assert.equal(game.toggleNote([cell], 1), false);
  }
  assert.equal(game.board, known);
});

test('the position before a wrong digit is found behind later moves', () => {
  const game = new Game({ puzzle: known });
  game.enter(2, 4, true);
  game.enter(3, 9, true);
  game.toggleNote([80 - 9 * 8 + 0], 1);
  game.enter(5, 8, true);
  assert.equal(game.positionBefore(3), 1);
  game.erase([3]);
  game.enter(3, 9, true);
  assert.equal(game.positionBefore(3), game.at - 1);
});

test('a saved game is restored whole, and a broken one refused', () => {
  const game = new Game({ puzzle: known, level: 'hard', score: 3.2, seed: '18446744073709551615' });
  game.enter(2, 4, true);
  game.toggleNote([3], 2);
  game.undo();
  game.hints = 2;
  game.clock.played = 61000;
  const saved = JSON.parse(JSON.stringify(game));
  const back = Game.restore(saved);
  assert.deepEqual(JSON.parse(JSON.stringify(back)), saved);
  assert.equal(back.elapsed, 71000);
  back.redo();
  assert.equal(back.notes[3], 2);
  const broken = [
    null, 7, 'x', [], {}, { ...saved, version: 2 }, { ...saved, puzzle: known.slice(1) }, { ...saved, at: 3 }, { ...saved, at: -1 },
    { ...saved, log: 'x' }, { ...saved, log: [['digit', [[0, 7, 0]]]] }, { ...saved, log: [['digit', [[2, 10, 0]]]] },
    { ...saved, log: [['digit', [[81, 1, 0]]]] }, { ...saved, log: [['magic', [[2, 1, 0]]]] }, { ...saved, log: [['digit', []]] },
    { ...saved, hints: 1.5 }, { ...saved, hints: -1 }, { ...saved, played: 'x' }, { ...saved, source: 'other' }, { ...saved, level: 'evil' },
    { ...saved, id: '../x' }, { ...saved, marks: [[99, 1]] },
  ];
  for (const each of broken) assert.throws(() => Game.restore(each), undefined, JSON.stringify(each)?.slice(0, 200));
});

test('any valid completion is solved, and boxes alone are not enough', () => {
  const both = solutions(twoSolutions, 3);
  assert.equal(both.length, 2);
  for (const board of both) assert.equal(rules.verdictOf([...board].map(Number)), 'solved');
  const boxesOnly = cells.map((cell) => (Math.floor(cell / 9) % 3) * 3 + (cell % 3) + 1);
  assert.equal(rules.verdictOf(boxesOnly), 'wrong');
  const rowsOnly = cells.map((cell) => (cell % 9) + 1);
  assert.equal(rules.verdictOf(rowsOnly), 'wrong');
  assert.equal(rules.verdictOf([...known].map(Number)), 'unfinished');
  const swapped = [...solution].map(Number);
  [swapped[0], swapped[1]] = [swapped[1], swapped[0]];
  assert.equal(rules.verdictOf(swapped), 'wrong');
  assert.equal(rules.conflictsOf(swapped).length > 0, true);
  assert.deepEqual(rules.conflictsOf([...solution].map(Number)), []);
});

test('only played time counts: sums of a monotonic clock, no sleep, never backwards', () => {
  const clock = new Clock();
  clock.start(1000);
  clock.start(5000);  // a second start changes nothing
  clock.advance(2500);
  assert.equal(clock.played, 1500);
  clock.advance(2400);  // the clock goes back
  assert.equal(clock.played, 1500);
  clock.advance(3400);
  assert.equal(clock.played, 2500);
  clock.advance(3600000);  // the machine slept
  assert.equal(clock.played, 2500);
  clock.stop(3601000);
  clock.stop(3700000);
  clock.advance(3800000);
  assert.equal(clock.played, 3500);
  assert.equal(clock.isRunning, false);
});

test('times read as minutes and seconds, with hours when needed', () => {
  assert.deepEqual([0, 999, 61000, 3599999, 3600000, 360000000].map(formatTime), ['0:00', '0:00', '1:01', '59:59', '1:00:00', '100:00:00']);
});

test('keys: digits by place, notes by Shift, hint only by a capital H, nothing of the browser taken', () => {
  const command = (key, more = {}) => commandOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false, ...more });
  assert.deepEqual(command('5', { code: 'Digit5' }), { name: 'digit', digit: 5 });
  assert.deepEqual(command('5', { code: 'Numpad5' }), { name: 'digit', digit: 5 });
  assert.deepEqual(command('5'), { name: 'digit', digit: 5 });
  assert.deepEqual(command('(', { code: 'Digit5' }), { name: 'digit', digit: 5 });
  assert.deepEqual(command('%', { code: 'Digit5', shiftKey: true }), { name: 'note', digit: 5 });
  assert.deepEqual(command('h'), { name: 'move', move: [0, -1] });
  assert.deepEqual(command('H', { shiftKey: true }), { name: 'hint' });
  assert.deepEqual(command('H'), { name: 'move', move: [0, -1] }, 'Caps Lock takes no paid hint');
  assert.deepEqual(command('h', { shiftKey: true }), { name: 'hint' }, 'Shift with Caps Lock');
  assert.deepEqual(command('N'), { name: 'mode', mode: 'note' });
  assert.deepEqual(command('z', { ctrlKey: true }), { name: 'undo' });
  assert.deepEqual(command('Z', { ctrlKey: true, shiftKey: true }), { name: 'redo' });
  assert.deepEqual(command('y', { metaKey: true }), { name: 'redo' });
  for (const key of ['r', 't', 'w', 'f', 'p', 'c', '1', 'd', 'h', 'l', '+', '0']) assert.equal(command(key, { ctrlKey: true }), null, key);
  for (const key of ['F5', 'Tab', 'Enter', ' ', 'x', 'Dead', 'Process', 'Unidentified']) assert.equal(command(key), null, key);
  assert.equal(command('5', { isComposing: true }), null);
  assert.equal(command('5', { code: 'Digit5', repeat: true }), null);
  assert.deepEqual(command('ArrowUp', { repeat: true }), { name: 'move', move: [-1, 0] });
});

test('links: ours are read from any address, and what is wrong with one is named', () => {
  const dots = known.replaceAll('0', '.');
  for (const text of [`http://127.0.0.1:8109/#p=${known}`, `#p=${known}`, `see http://localhost/#p=${known}\n`]) {
    assert.deepEqual(readLink(text), { puzzle: known });
  }
  assert.deepEqual(readLink(`http://127.0.0.1/#p=${dots.replaceAll('.', '%2E')}`), { puzzle: dots }, 'as some mail programs write it');
  const link = `http://127.0.0.1/#p=${known}`;
  for (const text of [`${link} is a nice one`, `${link}.`, `(${link})`, `(see ${link}.)`, `${link}, and 3 more`, `<a href="${link}">9</a>`, `${link}。`]) {
    assert.deepEqual(readLink(text), { puzzle: known }, text);
  }
  for (const at of [40, 60, 92]) {
    assert.deepEqual(readLink(`${link.slice(0, at)}\r\n${link.slice(at)}\nBye`), { puzzle: known }, 'a line break of a mail');
  }
  for (const text of ['', known, 'http://127.0.0.1:8109/', '#mill', '#play']) assert.equal(readLink(text), null);
  const problem = (text) => readLink(text).problem;
  assert.deepEqual(problem(`#p=${known.slice(21)}`), { key: 'link.length', values: { n: 60, mark: '#p=', sizes: '16 / 36 / 81' } });
  assert.deepEqual(problem('#p=12..34..21..4'), { key: 'link.length', values: { n: 13, mark: '#p=', sizes: '16 / 36 / 81' } });
  assert.deepEqual(problem('#p='), { key: 'link.length', values: { n: 0, mark: '#p=', sizes: '16 / 36 / 81' } });
  assert.deepEqual(problem(`#p=${known}0`), { key: 'link.length', values: { n: 82, mark: '#p=', sizes: '16 / 36 / 81' } });
  assert.deepEqual(problem(`${link.slice(0, -7)} 7 cells are gone`), { key: 'link.length', values: { n: 75, mark: '#p=', sizes: '16 / 36 / 81' } });
  assert.deepEqual(problem(`#solve=${known}0`), { key: 'link.length', values: { n: 82, mark: '#solve=', sizes: '81' } });
  assert.deepEqual(problem(`#p=53x${known}`), { key: 'link.character', values: { character: 'x', n: 3 } });
  assert.deepEqual(problem(`#p=5数${known}`), { key: 'link.character', values: { character: '数', n: 2 } });
  assert.deepEqual(problem(`#p=%z${known}`), { key: 'link.character', values: { character: '%', n: 1 } });
});

test('results: an average of the level, a streak of local days, and broken storage', () => {
  let stored = null;
  const store = { read: () => JSON.parse(stored), write: (key, value) => { stored = JSON.stringify(value); }, remove: () => { stored = null; } };
  const game = (elapsed, more = {}) => ({ source: 'made', isReplay: false, level: 'hard', elapsed, hints: 0, ...more });
  const day = (n, hour = 12) => new Date(2026, 2, 27 + n, hour).getTime();  // clocks change in Europe in these days
  assert.deepEqual(results.recordResult(store, game(60000), day(0, 23)), { games: 0, average: null, place: 1, streak: 1 });
  assert.deepEqual(results.recordResult(store, game(120000), day(1, 0)), { games: 1, average: 60000, place: 2, streak: 2 });
  assert.deepEqual(results.recordResult(store, game(30000, { level: 'easy' }), day(1)), { games: 0, average: null, place: 1, streak: 2 });
  assert.deepEqual(results.recordResult(store, game(30000), day(2)), { games: 2, average: 90000, place: 1, streak: 3 });
  assert.equal(results.streakOf(results.resultsIn(store), day(3)), 3, 'no game today yet');
  assert.equal(results.streakOf(results.resultsIn(store), day(4)), 0, 'and none yesterday');
  assert.deepEqual(results.recordResult(store, game(30000), day(4)).streak, 4, 'a day was left out');
  const streak = (days, now) => results.streakOf(days.map((n) => ({ when: day(n) })), day(now));
  assert.equal(streak([0, 1, 2, 4, 5, 6, 7, 8, 9, 11], 11), 10, 'one day of seven may be left out');
  assert.equal(streak([0, 1, 2, 4, 5, 6, 7, 8, 10], 10), 6, 'a second one ends the row');
  assert.equal(streak([0, 1, 4], 4), 1, 'two days together end the row');
  for (const more of [{ source: 'own' }, { isReplay: true }, { level: null }]) assert.equal(results.recordResult(store, game(1, more), day(5)), null);
  for (const text of ['7', '"x"', '[1,{"level":"evil"},null]', 'null', '{}']) {
    stored = text;
    assert.deepEqual(results.resultsIn(store), []);
  }
});

// A store in the memory of the test, as the page's own has it.
function memoryStore(entries = {}) {
  const kept = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    read: (key) => JSON.parse(kept.get(key) ?? 'null'), write: (key, value) => kept.set(key, JSON.stringify(value)),
    remove: (key) => kept.delete(key), keys: () => [...kept.keys()],
  };
}

test('progress: two browsers have the games, results and times of both, each once', () => {
  const game = (saved, digit) => ({ version: 1, puzzle: known, source: 'made', level: 'hard', score: 4.2, seed: '1', at: 1, hints: 0, played: 5, marks: [], log: [['digit', [[2, digit, 0]]]], saved });
  const result = (when, more = {}) => ({ level: 'hard', elapsed: 60000, hints: 0, when, ...more });
  const time = (elapsed) => ({ elapsed, hints: 0, when: elapsed });
  const one = memoryStore({
    'dokumill.game.a': game(10, 1), 'dokumill.game.b': game(20, 2), 'dokumill.results': [result(1), result(5, { daily: '2026-01-01' })],
    'dokumill.times': { hard: [10, 20, 30, 40, 50].map(time) }, 'dokumill.settings': { theme: 'dark' }, 'dokumill.learned': { 'X-Wing': 6, 'pointing': 2 }, 'other': 7,
  });
  const two = memoryStore({
    'dokumill.game.a': game(11, 4), 'dokumill.game.b': game(19, 4), 'dokumill.results': [result(1), result(2), result(6, { daily: '2026-01-01' })],
    'dokumill.times': { hard: [5, 20].map(time), easy: [time(7)] }, 'dokumill.settings': { theme: 'light' }, 'dokumill.learned': { 'X-Wing': 8, 'claiming': 4, 'bad': -1, 'worse': 'x' },
  });
  const files = [one, two].map(progress.progressFile);
  assert.ok(!files[0].includes('other'));
  assert.deepEqual(progress.addProgress(one, files[1]), { games: 1, results: 1 });
  assert.deepEqual(progress.addProgress(two, files[0]), { games: 1, results: 0 });
  for (const store of [one, two]) {
    assert.deepEqual(store.read('dokumill.results'), [result(1), result(2), result(5, { daily: '2026-01-01' })]);
    assert.deepEqual(times.bestTimes(store).hard, [5, 10, 20, 30, 40].map(time));
    assert.deepEqual(times.bestTimes(store).easy, [time(7)]);
    assert.deepEqual(store.read('dokumill.learned'), { 'X-Wing': 14, 'pointing': 2, 'claiming': 4 });
    assert.deepEqual([store.read('dokumill.game.a').log[0][1][0][1], store.read('dokumill.game.b').log[0][1][0][1]], [4, 2], 'the newer one of each game');
  }
  assert.equal(one.read('dokumill.settings').theme, 'dark');
  assert.deepEqual(progress.addProgress(one, files[1]), { games: 0, results: 0 });
  const empty = memoryStore();
  assert.deepEqual(progress.addProgress(empty, files[0]), { games: 2, results: 2 });
  assert.equal(empty.read('dokumill.settings').theme, 'dark');
  for (const text of ['', '7', 'null', '[]', '{}', '{"dokumill":"progress"}', '{"dokumill":"progress","entries":7}', known]) assert.equal(progress.addProgress(one, text), null, text);
  assert.deepEqual(progress.addProgress(one, '{"dokumill":"progress","entries":{"dokumill.game.x":{"puzzle":"evil"},"dokumill.game.y":null,"dokumill.results":"x","dokumill.times":3}}'), { games: 0, results: 0 });
});

test('results: without a limit, and the days of years ago stay solved', () => {
  const store = memoryStore();
  const entry = (n) => ({ source: 'made', isReplay: false, level: 'hard', elapsed: 1000 + n, hints: n % 3, daily: n === 0 ? '2020-01-01' : undefined });
  for (let n = 0; n < 1500; ++n) assert.equal(results.recordResult(store, entry(n), n * 3600000).games, n);
  assert.equal(results.resultsIn(store).length, 1500);
  assert.ok(results.isSolvedDaily(store, '2020-01-01'));
  assert.deepEqual(results.resultsIn(store)[1], { level: 'hard', elapsed: 1001, hints: 1, when: 3600000 });
  assert.ok(JSON.stringify(store.read('dokumill.results.old')).length < 500 * 40);
  const other = memoryStore();
  assert.equal(progress.addProgress(other, progress.progressFile(store)).results, 1500);
  assert.deepEqual(results.resultsIn(other), results.resultsIn(store));
  results.forgetResults(store);
  assert.deepEqual(results.resultsIn(store), []);
  assert.deepEqual(store.keys(), []);
});

test('tints: row, column, box and hint differ from the cell by 1.25 or more, and digits on them can be read', () => {
  const css = fs.readFileSync(path.join(pageFolder, 'style.css'), 'utf8');
  const colour = (name, theme) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)[theme];
  const light = (hex) => {
    const full = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(full.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  for (const theme of [1, 2]) {
    for (const tint of ['house', 'lit', 'pattern', 'second', 'same', 'selected']) {
      assert.ok(contrast(colour(tint, theme), colour('surface', theme)) >= 1.25, `${tint} ${theme}`);
      assert.ok(contrast(colour(tint, theme), colour('note', theme)) >= 3, `notes on ${tint} ${theme}`);
    }
    assert.ok(contrast(colour('house', theme), colour('given-paper', theme)) >= 1.15, `house and givens ${theme}`);
    for (const tint of ['house', 'lit']) assert.ok(contrast(colour(tint, theme), colour('note', theme)) >= 4.5, `notes on ${tint} ${theme}`);
  }
});

test('texts: equal keys and equal places in both languages, every text used, every used text there', () => {
  const [en, zh] = ['en', 'zh'].map((name) => JSON.parse(fs.readFileSync(path.join(pageFolder, `strings/${name}.json`), 'utf8')));
  assert.deepEqual(Object.keys(en), Object.keys(zh));
  const names = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const key of Object.keys(en)) assert.deepEqual(names(en[key]), names(zh[key]), key);
  const sources = pageFiles.filter((name) => /\.(js|html)$/.test(name))
    .map((name) => fs.readFileSync(path.join(pageFolder, name), 'utf8')).join('\n');
  const used = new Set([...sources.matchAll(/['"]([a-z]+(?:\.[a-zA-Z-]+)+)['"]/g)].map(([, key]) => key));
  const families = [...sources.matchAll(/`([a-z.]+\.)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(en)) assert.ok(used.has(key) || families.some((start) => key.startsWith(start)), `${key} is not used`);
  for (const key of used) assert.ok(key in en || /\.(js|json|css|svg|webmanifest)$/.test(key) || /^dokumill\./.test(key), `${key} is not there`);
});

test('the scores of the levels are those of the explainer', async () => {
  const { kHighest } = await load('game/game.js');
  const source = fs.readFileSync(path.join(pageFolder, '../../../engine/explainer/rating/levels.cpp'), 'utf8');
  const highest = [...source.matchAll(/\{Level::k\w+, "\w+", "[^"]+", \d+, (\w+),/g)].map(([, value]) => (value === 'kMostScore' ? 12 : Number(value) / 10));
  assert.deepEqual(kHighest, highest);
});

test('a savepoint keeps digits, notes, marks and colours, and a return to it is a move', () => {
  const next = dice(9);
  const game = new Game({ puzzle: known });
  const state = () => [game.board, [...game.notes], [...game.centres], [...game.colours], [...game.cuts]].join();
  const turn = () => {
    const cell = next(81);
    [() => game.enter(cell, 1 + next(9), true), () => game.toggleNote([cell], 1 + next(9)), () => game.toggleCentre([cell], 1 + next(9)), () => game.toggleColour([cell], 1 + next(9)), () => game.undo()][next(5)]();
  };
  const kept = [];
  for (let i = 0; i < 9; ++i) {
    for (let j = 0; j < 20; ++j) turn();
    assert.ok(game.addPoint());
    kept.push(state());
  }
  assert.equal(game.addPoint(), false, 'there are nine at most');
  const again = Game.restore(JSON.parse(JSON.stringify(game)));
  assert.deepEqual(again.points, game.points);
  for (const [i, point] of game.points.entries()) {
    const before = state();
    game.returnTo(point);
    assert.equal(state(), kept[i]);
    if (before !== kept[i]) {
      game.undo();
      assert.equal(state(), before);
    }
  }
  assert.throws(() => Game.restore({ ...JSON.parse(JSON.stringify(game)), points: [{ played: 0, states: [[0, 10]] }] }));
});

test('automatic candidates follow every digit and undo, and keep what the player removed', () => {
  const next = dice(5);
  const game = new Game({ puzzle: known });
  game.isAuto = true;
  const removed = new Map(cells.map((cell) => [cell, new Set()]));  // what the player removed, by hand
  const left = (cell) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !removed.get(cell).has(digit) && !peers[cell].some((other) => game.digits[other] === digit));
  for (let i = 0; i < 800; ++i) {
    const cell = next(81);
    const digit = 1 + next(9);
    const kind = next(4);
    if (kind === 0 && !game.isGiven(cell)) game.enter(cell, digit, true);
    if (kind === 1 && game.digits[cell]) game.erase([cell]);
    if (kind === 2 && game.toggleNote([cell], digit)) {
      if (!removed.get(cell).delete(digit)) removed.get(cell).add(digit);
    }
    if (kind === 3 && game.log.at(-1)?.kind === 'digit' && game.at === game.log.length) game.undo();
    if (game.log.at(-1)?.kind === 'erase') removed.get(game.log.at(-1).after[0][0]).clear();
    for (const each of cells) if (!game.digits[each]) assert.deepEqual(rules.digitsIn(game.notesAt(each)), left(each));
  }
  const again = Game.restore(JSON.parse(JSON.stringify(game)));
  again.isAuto = true;
  assert.equal(again.notesText, game.notesText);
});

test('marks and colours of several cells: one move each, undone and restored', () => {
  const game = new Game({ puzzle: known });
  const chosen = [0, 2, 3, 5];  // the first is a given
  assert.ok(game.toggleNote(chosen, 4));
  assert.deepEqual(chosen.map((cell) => game.notes[cell]), [0, 8, 8, 8]);
  game.toggleNote([2], 4);
  game.toggleNote(chosen, 4);
  assert.deepEqual(chosen.map((cell) => game.notes[cell]), [0, 8, 8, 8], 'not all had it');
  game.toggleNote(chosen, 4);
  assert.deepEqual(chosen.map((cell) => game.notes[cell]), [0, 0, 0, 0]);
  game.toggleCentre(chosen, 9);
  game.toggleColour(chosen, 7);
  assert.deepEqual(chosen.map((cell) => game.colours[cell]), [7, 7, 7, 7], 'givens too');
  game.enter(2, 9, true);
  assert.deepEqual(chosen.map((cell) => game.centres[cell]), [0, 0, 0, 0], 'a digit removes its centre marks');
  assert.equal(game.colours[2], 7);
  game.undo();
  assert.deepEqual(chosen.map((cell) => game.centres[cell]), [0, 256, 256, 256]);
  const again = Game.restore(JSON.parse(JSON.stringify(game)));
  assert.deepEqual([...again.centres, ...again.colours], [...game.centres, ...game.colours]);
  game.erase(chosen);
  assert.equal(game.colours[3], 7, 'the marks first');
  game.erase(chosen);
  assert.equal(game.colours[0], 0);
  for (const bad of [[0, 0, 0, 512], [0, 0, 0, 0, 10], [0, 0, 0, 0, 0, 0, 0], [2, 0, 0, -1], [0, 1]])
    assert.throws(() => Game.restore({ ...JSON.parse(JSON.stringify(new Game({ puzzle: known }))), at: 1, log: [['note', [bad]]] }), JSON.stringify(bad));
});

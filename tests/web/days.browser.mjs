// Stories of the daily puzzle, the limit of mistakes, and statistics.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { known, solution, solutions } from './support/sudoku.mjs';

const wrong = (cell) => String((Number(solution[cell]) % 9) + 1);

story('the daily puzzle is the same all day and everywhere, is continued, and counts once', { clock: true }, async (player, page) => {
  await page.click('#daily-play');
  await page.waitForSelector('.cell.given');
  const givens = await player.givens();
  // 2 January 2026 is a Friday.
  assert.match(await page.textContent('#about'), /^Daily puzzle, Jan 2, Hard · difficulty/);
  const [answer] = solutions(givens);
  const first = givens.indexOf('0');
  await player.type(first, answer[first]);
  await page.click('#new');
  await page.waitForSelector('#about:not(:has-text("Daily"))');
  await player.fromHome('daily-play:has-text("Continue today")');
  await page.waitForSelector('#about:has-text("Daily")');
  assert.equal(await player.givens(), givens);
  assert.equal((await player.board())[first], answer[first], 'it is continued');
  await player.win(answer);
  assert.match(await page.textContent('#finish-list'), /Daily puzzle.*1 day/s);
  await player.press('Escape');
  await player.home();
  await page.waitForSelector('#daily-done:has-text("The puzzle of today is solved")');
  assert.equal(await page.isVisible('#daily-play'), false, 'it is not offered again');
  assert.match(await page.textContent('#daily-streak'), /1 day in a row/);
  assert.match(await page.getAttribute('.day[aria-current]', 'aria-label'), /^January 2, Hard, solved$/);
  await page.click('.day[aria-current]');
  await page.waitForSelector('#confirm[open]:has-text("does not count")');
  await page.click('#confirm-no');
  assert.ok(await page.isVisible('#home'));
  await page.click('.day[aria-current]');
  await page.click('#confirm-yes');
  await page.waitForSelector('#play:not([hidden])');
  assert.equal(await player.board(), givens);
  await page.clock.fastForward('24:00:00');
  await player.fromHome('daily-play');
  await page.waitForSelector('#about:has-text("Jan 3, Hard")');
  assert.notEqual(await player.givens(), givens);
  const other = await player.place.browser().newContext({ locale: 'zh-CN' });
  const tab = await other.newPage();
  await tab.clock.install({ time: new Date('2026-01-02T23:00:00') });
  await tab.goto(player.server.address);
  await tab.click('#daily-play:has-text("开始今天的题目")');
  await tab.waitForSelector('.cell.given');
  player.page = tab;
  assert.equal(await player.givens(), givens, 'in another browser, in another language, late on the same day');
  await other.close();
});

story('at midnight, the page offers the next daily puzzle', { clock: true }, async (player, page) => {
  await page.waitForSelector('#daily-play:has-text("(Hard)")');
  await page.clock.setSystemTime(new Date('2026-01-04T00:00:01'));
  await page.waitForSelector('#daily-play:has-text("(Expert)")');
});

const dayResults = ['2026-01-01', '2025-12-31', '2025-12-29'].map((day) => ({ level: 'easy', elapsed: 65000, hints: 0, when: new Date(`${day}T12:00`).getTime(), daily: day }));
story('the calendar has a tick on each solved day, goes to other months and by keys, and plays earlier days', {
  clock: true, storage: { 'dokumill.results': JSON.stringify(dayResults) },
}, async (player, page) => {
  const ticked = () => page.$$eval('.day.solved', (all) => all.map((day) => day.dataset.day));
  await page.waitForSelector('.day');
  assert.equal(await page.textContent('.month h3'), 'January 2026');
  assert.deepEqual(await ticked(), ['2026-01-01']);
  assert.equal(await page.textContent('#daily-streak'), '3 days in a row', 'the row of yesterday still counts, and one day was left out');
  assert.ok(await page.isDisabled('.day[data-day="2026-01-03"]'), 'a day to come');
  assert.ok(await page.isDisabled('[aria-label="Next month"]'));
  assert.equal(await page.locator('.day[tabindex="0"]').count(), 1);
  await page.focus('.day[data-day="2026-01-02"]');
  await player.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement.dataset.day);
  assert.equal(await focused(), '2026-01-02');
  await player.press('ArrowUp');
  assert.equal(await focused(), '2025-12-26');
  assert.deepEqual(await ticked(), ['2025-12-29', '2025-12-31']);
  assert.deepEqual(await player.axe(), []);
  await player.press('ArrowLeft', 'Enter');
  await page.waitForSelector('#about:has-text("Daily puzzle, Dec 25, Medium")');
  const givens = await player.givens();
  const open = givens.indexOf('0');
  await player.type(open, solutions(givens)[0][open]);
  await player.home();
  await page.waitForSelector('.day.begun[data-day="2025-12-25"]');
  await page.click('[aria-label="Next month"]');
  assert.equal(await page.textContent('.month h3'), 'January 2026');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Month before');
});

story('the level follows the game, also for Next and after another game is continued', { clock: true }, async (player, page) => {
  await page.click('#daily-play');
  await page.waitForSelector('#about:has-text("Hard")');
  assert.equal(await page.inputValue('#level'), 'hard');
  await player.win(solutions(await player.givens())[0]);
  await player.another(() => page.click('#finish-next'));
  assert.match(await page.textContent('#about'), /^Hard/);
  await page.selectOption('#level', 'easy');
  await player.type((await player.givens()).indexOf('0'), '1');
  assert.equal(await page.inputValue('#level'), 'easy', 'a choice stays until the next game');
  await player.another(() => page.click('#new'));
  await player.fromHome('open-games');
  await page.click('#games-list .primary >> nth=1');
  await page.waitForSelector('#about:has-text("Hard")');
  assert.equal(await page.inputValue('#level'), 'hard');
});

story('three mistakes end the game: once each, over undo and reload, and it can go on or start again', {
  hash: `#p=${known}`, storage: { 'dokumill.settings': '{"mistakeLimit":"3"}' },
}, async (player, page) => {
  const count = (n) => page.waitForFunction((text) => document.querySelector('#about').textContent.endsWith(text), `mistakes ${n}/3`);
  await count(0);
  await player.type(2, wrong(2));
  await count(1);
  assert.equal(await page.locator('.cell.mistake').count(), 1, 'it is shown');
  await player.press('Control+z', 'Control+y');
  await page.waitForSelector('.cell.mistake');
  await count(1);
  await player.press('Delete');
  await player.type(3, solution[3]);
  await player.type(5, wrong(5));
  await count(2);
  await player.reload();
  await count(2);
  await player.type(6, wrong(6));
  await page.waitForSelector('#cover:has-text("Too many mistakes")');
  assert.deepEqual(await player.axe(), []);
  await player.reload();
  await page.waitForSelector('#cover:has-text("Too many mistakes")');
  await page.click('#cover button:has-text("Go on")');
  await player.type(7, wrong(7));
  assert.equal(await page.isVisible('#cover'), false);
  await player.go(`#p=${known}`);
  await page.waitForFunction(() => document.querySelector('#about').textContent.endsWith('mistakes 0/3'));
  for (const cell of [2, 3, 5]) await player.type(cell, wrong(cell));
  await page.click('#cover button:has-text("Start again")');
  assert.equal(await player.board(), known);
  await count(0);
});

const day = 86400000;
const noon = new Date('2026-01-02T12:00:00').getTime();
const results = [[60, 0], [120, 1], [600, 8], [30, 100]].map(([seconds, days]) => ({ level: 'easy', elapsed: seconds * 1000, hints: 0, when: noon - days * day }));
story('statistics: solved puzzles, times and weeks, in numbers and for screen readers', {
  clock: true, storage: { 'dokumill.results': JSON.stringify([...results, { level: 'hard', elapsed: 5 }, 7, { level: 'hard', elapsed: 900000, hints: 1, when: noon }]) },
}, async (player, page) => {
  await page.click('#open-times');
  const rows = await page.$$eval('#stats-table tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
  assert.deepEqual(rows.slice(1), ['Easy 4 3:22 3:22 0:30', 'Medium 0 – – –', 'Hard 1 15:00 15:00 15:00', 'Expert 0 – – –', 'Extreme 0 – – –']);
  const charts = () => page.$$eval('#stats-charts svg', (all) => all.map((chart) => chart.getAttribute('aria-label')));
  assert.deepEqual(await charts(), ['Puzzles solved per week: 12/20: 1, 12/27: 3', 'Average time per week, in minutes: 12/20: 10, 12/27: 6']);
  await page.selectOption('#stats-level', 'easy');
  assert.deepEqual(await charts(), ['Puzzles solved per week: 12/20: 1, 12/27: 2', 'Average time per week, in minutes: 12/20: 10, 12/27: 2']);
  assert.deepEqual(await player.axe(), []);
});

story('the result of a daily puzzle is shared as a short text without the puzzle, and its link opens the day', {
  clock: true, permissions: ['clipboard-read', 'clipboard-write'], storage: { 'dokumill.results': JSON.stringify(dayResults) },
}, async (player, page) => {
  await page.evaluate(() => document.querySelector('meta[name=dokumill-address]').setAttribute('content', 'https://example.org/sudoku/'));
  await page.click('#daily-play');
  await page.waitForSelector('.cell.given');
  const givens = await player.givens();
  await player.win(solutions(givens)[0]);
  await page.click('#finish-share');
  await page.waitForSelector('#finish-message:has-text("Copied")');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^dokumill · Daily puzzle, Jan 2, Hard · difficulty [\d.]+ · \d+:\d\d · hints: none\n4 days in a row\nhttps:\/\/example\.org\/sudoku\/#daily=2026-01-02$/);
  await player.go('#daily=2026-01-01');
  await page.waitForSelector('#confirm[open]');
  await page.click('#confirm-no');
  await player.go('#daily=2025-12-28');
  await page.waitForSelector('#about:has-text("Dec 28")');
  for (const day of ['2026-01-03', '2025-13-40', 'x', '']) {
    await player.home();
    await player.go(`#daily=${day}`);
    await page.waitForTimeout(100);
    assert.ok(await page.isVisible('#home'), day);
  }
});

// Stories of several saved games, of a puzzle that is being typed, and of settings and times that
// two tabs share. The page may not lose or overwrite the player's data without asking.
import assert from 'node:assert/strict';
import { startServer, story } from './support/story.mjs';
import { known, solutions, twoSolutions } from './support/sudoku.mjs';

const focused = (page) => page.evaluate(() => document.activeElement.textContent);
async function savedGames(page) {
  await page.waitForSelector('#games-dialog[open]');
  return page.$$eval('#games-list .saved', (all) => all.map((row) => row.textContent));
}

story('games, settings and times are there after a restart of the server', { ownServer: true, expects: /Failed to load resource/ }, async (player, page) => {
  await player.begin();
  await player.type((await player.givens()).indexOf('0'), '7');
  await player.set('theme', 'dark');
  const board = await player.board();
  const { port } = new URL(player.server.address);
  await page.close();
  await player.server.stop();
  player.server = Object.assign(player.server, await startServer(['--port', port]));
  await player.tab();
  await player.page.click('#going-game .primary');
  assert.equal(await player.board(), board);
  assert.equal(await player.page.getAttribute('html', 'data-theme'), 'dark');
});

story('a half typed puzzle asks before it starts, and the game before is kept', {}, async (player, page) => {
  const givens = await player.begin();
  await player.type(givens.indexOf('0'), '4');
  const board = await player.board();
  await player.typePuzzle();
  await player.fill(twoSolutions);
  await page.click('#editor-play');
  await page.waitForSelector('#confirm[open]');
  assert.match(await page.textContent('#confirm-text'), /several solutions/);
  await page.click('#confirm-no');
  assert.ok(await page.isVisible('#editor'), 'the player goes on typing');
  assert.equal(await player.board(), twoSolutions);
  await page.click('#editor-play');
  await page.click('#confirm-yes');
  await player.says(/The game before is saved: see Home/);
  assert.equal(await player.givens(), twoSolutions);
  await player.fromHome('open-games');
  assert.equal((await savedGames(page)).length, 2, 'what was typed is not kept twice');
  await page.click('#games-list .primary >> nth=1');
  assert.equal(await player.board(), board);
});

story('a reload while typing, then Cancel: the game before comes back', {}, async (player, page) => {
  const givens = await player.begin();
  await player.type(givens.indexOf('0'), '4');
  const board = await player.board();
  await player.typePuzzle();
  await player.type(0, '5');
  await player.reload();
  assert.ok(await page.isVisible('#editor'));
  await page.click('#editor-leave');
  assert.equal(await player.board(), board);
  await player.reload();
  assert.equal(await player.board(), board);
});

story('a link does not lose a puzzle that is being typed', {}, async (player, page) => {
  await player.typePuzzle();
  await player.type(0, '5');
  await player.type(10, '7');
  const typed = await player.board();
  await player.go(`#p=${known}`);
  await player.says(/The game before is saved: see Home/);
  await player.fromHome('open-games');
  assert.match((await savedGames(page))[1], /Type the puzzle/);
  await page.click('#games-list .primary >> nth=1');
  assert.ok(await page.isVisible('#editor'));
  assert.equal(await player.board(), typed);
});

story('best times: Enter closes the dialog, and clearing asks', {
  storage: { 'dokumill.times': JSON.stringify({ easy: [{ elapsed: 61000, hints: 0, when: 1700000000000 }] }) },
}, async (player, page) => {
  const times = () => page.evaluate(() => localStorage.getItem('dokumill.times'));
  const before = await times();
  await page.click('#open-times');
  assert.equal(await focused(page), 'Close');
  await player.press('Enter');
  await page.waitForSelector('#times-dialog', { state: 'hidden' });
  await page.click('#open-times');
  await page.click('#times-forget');
  await page.waitForSelector('#confirm[open]');
  assert.equal(await focused(page), 'Cancel');
  await player.press('Enter');
  await page.waitForSelector('#confirm', { state: 'hidden' });
  assert.equal(await times(), before, 'Enter, Enter clears nothing');
  assert.match(await page.textContent('#times-list'), /1:01/);
  await page.click('#times-forget');
  await page.click('#confirm-yes');
  await page.waitForFunction(() => !/1:01/.test(document.querySelector('#times-list').textContent));
  assert.equal(await times(), null);
});

const good = (id, saved, cell) => JSON.stringify({ version: 1, id, puzzle: known, source: 'own', level: null, score: null, seed: null,
  at: 1, hints: 0, isDone: false, isReplay: false, played: 65000, marks: [], log: [['digit', [[cell, 4, 0]]]], saved });
story('one unreadable newest save does not hide the good ones', {
  storage: {
    'dokumill.game.newest': JSON.stringify({ version: 1, id: 'newest', puzzle: 'x', saved: 3000 }),
    'dokumill.game.good': good('good', 2000, 2), 'dokumill.game.older': good('older', 1000, 3),
  },
}, async (player, page) => {
  await player.says(/A saved game could not be read. Other saved games are not affected/);
  await page.waitForSelector('#going-game .primary');
  assert.match(await page.textContent('#going-game'), /1:05 · 1 of 51 cells filled/);
  await page.click('#going-game .primary');
  assert.equal((await player.board())[2], '4', 'the newest of the good ones');
  await player.fromHome('open-games');
  assert.equal((await savedGames(page)).length, 2);
});

story('two tabs do not overwrite the settings of each other, and show them at once', {}, async (player, page) => {
  const other = await player.tab();
  const asked = await player.tab('?lang=zh');
  player.page = page;
  await player.set('theme', 'dark');
  for (const tab of [other, asked]) await tab.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal(await asked.getAttribute('html', 'lang'), 'zh-CN', 'the language of the address stays');
  player.page = other;
  await player.set('showsTimer', false);
  await player.set('language', 'zh');
  await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('dokumill.settings')));
  assert.deepEqual([stored.theme, stored.showsTimer, stored.language], ['dark', false, 'zh']);
});

story('a setting of another tab is kept even if its message never arrived', {
  init: () => addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
}, async (player, page) => {
  const other = await player.tab();
  player.page = page;
  await player.set('theme', 'dark');
  player.page = other;
  await player.set('showsTimer', false);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('dokumill.settings')));
  assert.deepEqual([stored.theme, stored.showsTimer], ['dark', false]);
});

story('several saved games: a list with level, time, progress and picture; continue, delete, undo', {}, async (player, page) => {
  const boards = [];
  for (const level of ['Easy', 'Medium', 'Hard']) {
    if (boards.length === 0) await player.begin(level);
    else {
      await page.selectOption('#level', { label: level });
      await player.another(() => page.click('#new'));
    }
    const givens = await player.givens();
    const cell = givens.indexOf('0');
    await player.type(cell, solutions(givens)[0][cell]);
    boards.push(await player.board());
  }
  await player.fromHome('open-games');
  const rows = await savedGames(page);
  assert.equal(rows.length, 3);
  assert.match(rows[0], /^.*Hard · difficulty \d\.\d.*0:0\d · 1 of \d\d cells filled.*on the board now/);
  assert.match(rows[2], /Easy/);
  const pictures = await page.$$eval('#games-list .still', (all) => all.map((board) => [...board.children].map((cell) => cell.textContent || '0').join('')));
  assert.deepEqual(pictures, [...boards].reverse());
  assert.equal(await page.locator('#games-list .saved >> nth=0 >> text=Delete').count(), 0, 'the game on the board is not deleted here');
  await page.click('#games-list .saved:nth-child(3) button:has-text("Delete")');
  assert.match(await focused(page), /Undo/);
  assert.equal(await page.textContent('#games-message'), 'Deleted.');
  await player.press('Enter');
  assert.match((await savedGames(page))[2], /Easy/);
  await page.click('#games-list .saved:nth-child(2) button:has-text("Delete")');
  await page.click('#games-dialog [data-close]');
  await page.click('#open-games');
  assert.deepEqual((await savedGames(page)).map((row) => /Easy|Medium|Hard/.exec(row)[0]), ['Hard', 'Easy'], 'the order is kept too');
  await page.click('#games-list .saved:nth-child(2) .primary');
  assert.equal(await player.board(), boards[0]);
  assert.equal(await page.evaluate(() => document.activeElement.matches('.cell')), true);
  assert.deepEqual(await player.axe(), []);
  const other = await player.tab();
  await other.waitForSelector('#going-game:has-text("Hard")');
  await other.click('#open-games:has-text("1 more saved game")');
  const seen = await savedGames(other);
  assert.match(seen.find((row) => /Easy/.test(row)), /open in another tab$/);
});

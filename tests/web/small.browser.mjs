// Stories of the small boards: 4x4 and 6x6 are games like those of 9x9.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { known } from './support/sudoku.mjs';

// The number that the page gives to the cell at this place of a text.
const cellAt = (at, size) => Math.floor(at / size) * 9 + (at % size);

// The solution of a small puzzle, whose boxes have two rows, by a plain search.
function solved(puzzle) {
  const size = Math.sqrt(puzzle.length);
  const housesOf = (at) => [Math.floor(at / size), at % size, Math.floor(at / size / 2) * 2 + Math.floor((at % size) / (size / 2))];
  const at = puzzle.indexOf('0');
  if (at < 0) return puzzle;
  const seen = [...puzzle].filter((_, other) => housesOf(other).some((house, kind) => house === housesOf(at)[kind]));
  for (let digit = 1; digit <= size; ++digit) {
    const found = !seen.includes(String(digit)) && solved(puzzle.slice(0, at) + digit + puzzle.slice(at + 1));
    if (found) return found;
  }
  return null;
}

async function begin(player, page, level) {
  await page.click(`#start-${level}`);
  await page.waitForSelector('.cell.given');
  return player.givens();
}
const stored = (page, key) => page.evaluate((name) => localStorage.getItem(name), key);

story('a 4x4 is played to its end with the keyboard, and another one follows', { reducedMotion: 'reduce' }, async (player, page) => {
  const givens = await begin(player, page, '4x4');
  const answer = solved(givens);
  assert.equal(givens.length, 16);
  assert.deepEqual(await page.$$eval('[role=row]', (rows) => rows.map((row) => row.children.length)), [4, 4, 4, 4]);
  assert.equal(await page.textContent('#about'), '4×4');
  assert.deepEqual(await player.axe(), []);

  await player.press('Control+End', 'ArrowDown', 'ArrowRight');
  await page.waitForSelector('[data-cell="30"]:focus');
  await player.press('Control+Home', 'End', 'ArrowUp');
  await page.waitForSelector('[data-cell="3"]:focus');
  const first = cellAt(givens.indexOf('0'), 4);
  await player.type(first, '5', 'Shift+5', 'Shift+4', 'Shift+1');
  assert.equal(await player.notes(first), '1 4', 'a 4x4 has no 5');
  await player.press('p');
  await page.waitForSelector('#cover:not([hidden])');
  await page.click('#cover button');
  for (const [at, digit] of [...answer].entries()) {
    if (givens[at] !== '0') continue;
    await player.goTo(cellAt(at, 4));
    await player.press(digit);
  }
  await page.waitForSelector('#finish-dialog[open]');
  assert.match(await page.textContent('#finish-list'), /4×4/);
  assert.deepEqual(await player.axe(), []);
  assert.equal(await stored(page, 'dokumill.results'), null, 'times and results are those of 9x9');
  await player.another(() => page.click('#finish-next'));
  assert.equal((await player.givens()).length, 16);
});

story('notes lie where their board has them, also after another board', { hash: `#p=1${'0'.repeat(15)}` }, async (player, page) => {
  const areas = () => player.cell(1).locator('i').evaluateAll((all) => all.map(({ textContent, style }) => [textContent.trim(), style.gridArea]));
  await player.type(1, 'Shift+2', 'Shift+4');
  assert.deepEqual(await areas(), [['2', '1 / 2'], ['4', '2 / 2']]);
  for (const [cells, places] of [[36, ['1 / 2', '2 / 1']], [81, ['1 / 2', '2 / 1']], [16, ['1 / 2', '2 / 2']]]) {
    await player.go(`#p=1${'0'.repeat(cells - 1)}`);
    await page.waitForFunction((count) => document.querySelectorAll('[role=gridcell]').length === count, cells);
    await player.type(1, 'Shift+2', 'Shift+4');
    assert.deepEqual(await areas(), [['2', places[0]], ['4', places[1]]], `${cells}`);
    assert.equal(await page.locator('#pad .key:visible').count(), Math.sqrt(cells));
  }
});

story('a 6x6 by touch: a wrong digit, undo, a reload, hints to the end', { ...phone }, async (player, page) => {
  await player.set('mistakes', 'solution');
  const givens = await begin(player, page, '6x6');
  const answer = solved(givens);
  assert.equal(givens.length, 36);
  const at = givens.indexOf('0');
  const wrong = page.locator(`[data-cell="${cellAt(at, 6)}"].mistake`);
  await player.cell(cellAt(at, 6)).tap();
  await page.tap(`#pad .key >> nth=${(Number(answer[at]) % 6)}`);
  await wrong.waitFor();
  await page.tap('#undo');
  await wrong.waitFor({ state: 'detached' });
  await page.tap(`#pad .key >> nth=${Number(answer[at]) - 1}`);
  const board = await player.board();
  await player.reload();
  await player.showsGivens(givens);
  assert.equal(await player.board(), board);

  await player.hint();
  assert.match(await page.textContent('#hint-card'), /1 of 1/);
  assert.deepEqual(await player.axe(), []);
  await page.tap('#hint-card [data-act=close]');
  const open = [...board].filter((digit) => digit === '0').length;
  for (let n = 0; n < open; ++n) {
    await player.hint();
    await page.tap('#hint-card [data-act=show]');
    await page.waitForSelector('#hint-card', { state: 'hidden' });
  }
  await page.waitForSelector('#finish-dialog[open]');
  assert.equal(await player.board(), answer);
});

story('a small board on paper, by link and by paste, in Chinese', { locale: 'zh-CN', colorScheme: 'dark', init: () => { window.print = () => {}; } }, async (player, page) => {
  assert.match(await page.textContent('.small'), /小棋盘/);
  const givens = await begin(player, page, '6x6');
  await player.hint();
  assert.match(await page.textContent('#hint-card'), /[行列宫格]/);
  assert.deepEqual(await player.axe(), []);
  await page.click('#open-print');
  await page.fill('#print-count', '2');
  await page.click('#print-go');
  await page.waitForSelector('#sheets .caption', { state: 'attached' });
  assert.deepEqual(await page.locator('#sheets .caption').allTextContents(), ['1. 6×6', '2. 6×6']);
  await page.click('#open-share');
  const [line, grid] = await page.$$eval('#share-list textarea', (all) => all.map((area) => area.value));
  assert.equal(line.replaceAll('.', '0'), givens);
  await player.press('Escape');
  await player.tab(`#p=${line}`);
  assert.equal(await player.givens(), givens);
  assert.ok(await player.page.isDisabled('#open-walk'), 'the solver is for 9x9');
  await player.go(`#solve=${known}`);
  await player.page.waitForSelector('#walk-parts table');
  await player.cell(80).click();
  await player.page.click('#walk-close');
  await player.showsGivens(givens);
  await player.fromHome('open-import');
  await player.page.fill('#import-text', grid);
  await player.page.waitForSelector('#import-play:enabled');
  assert.equal(await player.page.locator('#import-board .still-cell').count(), 36);
  await player.page.click('#import-edit');
  await player.page.waitForSelector('body.editing');
  assert.equal(await player.board(), givens);
  await player.page.click('#editor-play');
  await player.showsGivens(givens);
  await player.home();
  assert.deepEqual(await player.axe(), []);
});

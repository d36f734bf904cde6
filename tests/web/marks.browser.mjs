// Stories of automatic candidates, centre marks, colours, and several cells that are selected at
// once.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { cells, known, peers, solution } from './support/sudoku.mjs';

const inGame = { hash: `#p=${known}` };
const candidates = (board, cell) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !peers[cell].some((other) => board[other] === String(digit))).join(' ');
const label = (player, cell) => player.cell(cell).getAttribute('aria-label');

story('automatic candidates are kept up over digits, erasing and undo; a removed one stays away', inGame, async (player, page) => {
  await page.click('#auto-notes');
  const areRight = async (removed) => {
    const board = await player.board();
    for (const cell of cells.filter((each) => board[each] === '0')) {
      assert.equal(await player.notes(cell), removed?.cell === cell ? removed.notes : candidates(board, cell), `cell ${cell}`);
    }
  };
  await areRight();
  await player.type(2, solution[2]);
  await areRight();
  await player.press('Delete');
  await areRight();
  const gone = candidates(known, 3).split(' ');
  await player.type(3, `Shift+${gone[0]}`);
  const removed = { cell: 3, notes: gone.slice(1).join(' ') };
  await areRight(removed);
  await player.type(5, solution[5], 'Delete');
  await areRight(removed);
  assert.ok(await page.isDisabled('#fill-notes'));
  await player.reload();
  await areRight(removed);
  await player.press('Control+z', 'Control+z', 'Control+z');
  await areRight();
  await player.hint();
  await player.press('Escape');
  await page.click('#auto-notes');
  assert.equal(await page.locator('.notes').count(), 0);
});

story('several cells by mouse, Ctrl and Shift with arrows take a note, a centre mark and a colour at once', inGame, async (player, page) => {
  const selected = () => page.$$eval('.cell.selected', (all) => all.map((cell) => Number(cell.dataset.cell)));
  await player.cell(2).hover();
  await page.mouse.down();
  await player.cell(3).hover();
  await player.cell(12).hover();
  await page.mouse.up();
  assert.deepEqual(await selected(), [2, 3, 12]);
  await player.cell(5).click({ modifiers: ['Control'] });
  await player.cell(12).click({ modifiers: ['Control'] });
  assert.deepEqual(await selected(), [2, 3, 5]);
  await player.press('2');
  assert.equal(await player.message(), 'note 2 in 3 cells');
  await player.press('Control+6', 'v', '3', 'v');
  for (const cell of [2, 3, 5]) assert.match(await label(player, cell), /notes 2, centre marks 6, blue$/);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '5');
  await player.press('Control+z');
  assert.doesNotMatch(await label(player, 3), /blue/);
  await player.press('ArrowDown');
  assert.deepEqual(await selected(), [14]);
  await player.press('Shift+ArrowLeft', 'Shift+ArrowLeft');
  assert.deepEqual(await selected(), [12, 13, 14]);
  await player.press('Escape');
  assert.deepEqual(await selected(), [12]);
  await player.reload();
  assert.match(await label(player, 3), /notes 2, centre marks 6$/);
  assert.deepEqual(await player.axe(), []);
});

story('320 x 568: the buttons of the modes, with everything in sight, and a long touch selects', {
  ...inGame, ...phone, viewport: { width: 320, height: 568 }, storage: { 'dokumill.settings': '{"moreMarks":true}' },
}, async (player, page) => {
  for (const id of ['#board', '#pad', '.tools', '#modes']) {
    const box = await page.locator(id).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 568 && box.x >= 0 && box.x + box.width <= 320, `${id} ${JSON.stringify(box)}`);
  }
  for (const button of await page.$$('#modes button')) assert.ok((await button.boundingBox()).height >= 44);
  await page.click('#mode-colour');
  assert.equal(await page.textContent('#pad .key'), 'Colour 1, yellow');
  await page.tap('[data-cell="2"]');
  const { x, y } = await player.cell(3).boundingBox();
  const client = await player.place.newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 9, y: y + 9 }] });
  await page.waitForFunction(() => document.querySelectorAll('.cell.selected').length === 2);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.tap('#pad .key >> nth=4');
  assert.match(await label(player, 2), /orange/);
  assert.match(await label(player, 3), /orange/);
  await page.click('#mode-centre');
  await page.tap('#pad .key >> nth=4');
  assert.match(await label(player, 3), /centre marks 5/);
  await page.click('#mode-digit');
  assert.deepEqual(await player.axe(), []);
});

for (const [name, context] of Object.entries({ 'dark': { colorScheme: 'dark' }, 'high contrast': { storage: { 'dokumill.settings': '{"highContrast":true}' } }, 'forced colours': { forcedColors: 'active' } })) {
  story(`axe finds nothing on nine colours with digits, notes and marks: ${name}`, { ...inGame, ...context, reducedMotion: 'reduce' }, async (player, page) => {
    await page.click('#auto-notes');
    await player.press('v');
    for (let column = 0; column < 9; ++column) {
      await player.type(column, String(column + 1));
      await player.type(column + 72, String(column + 1));
      if (column % 2) await player.press(`Control+${column}`);
    }
    assert.equal(await page.locator('.cell[data-colour]').count(), 18);
    assert.deepEqual(await player.axe(), []);
  });
}

story('a savepoint is marked, the player returns to it, and undo takes the return back', inGame, async (player, page) => {
  await player.type(2, solution[2]);
  await player.type(3, 'Shift+2');
  const marked = await player.labels();
  await page.click('#open-points');
  await page.click('#points-add');
  assert.match(await page.textContent('#points-list'), /1 of 51 cells filled/);
  assert.deepEqual(await player.axe(), []);
  await page.keyboard.press('Escape');
  assert.equal(await page.textContent('#open-points'), 'Savepoints (1)');
  await player.type(5, '1');
  await player.type(2, 'Delete');
  const after = await player.board();
  await player.reload();
  await page.click('#open-points');
  await page.click('#points-list .primary');
  await player.says(/Back at the savepoint/);
  assert.deepEqual((await player.labels()).map((label) => label.replace(', conflict', '')), marked);
  await player.press('Control+z');
  assert.equal(await player.board(), after);
  await page.click('#open-points');
  await page.click('#points-list button:has-text("Delete")');
  assert.equal(await page.locator('#points-list li').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'points-add');
});

story('the filter shows the digit and its places only, by button and by key', inGame, async (player, page) => {
  const places = (digit) => cells.filter((cell) => known[cell] === '0' && candidates(known, cell).includes(digit));
  const shown = () => page.$$eval('.cell.place', (all) => all.map((cell) => Number(cell.dataset.cell)));
  await page.click('#filter button >> nth=4');
  assert.deepEqual(await shown(), places('5'));
  assert.equal(await page.getAttribute('#filter button >> nth=4', 'aria-pressed'), 'true');
  assert.match(await label(player, places('5')[0]), /candidates 5$/);
  assert.equal(await player.message(), 'Only 5 is shown.');
  await page.click('#fill-notes');
  assert.deepEqual(await shown(), places('5'));
  assert.equal(await player.notes(places('5')[0]), '5');
  await player.type(known.indexOf('7'), 'f');
  assert.deepEqual(await shown(), places('7'));
  await player.press('Escape');
  assert.deepEqual(await shown(), []);
  assert.equal(await player.notes(2), candidates(known, 2), 'the notes are all there');
});

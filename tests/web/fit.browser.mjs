// Stories of the room on the screen: board, pad and tools in sight on every screen, all else in one
// menu.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { known } from './support/sudoku.mjs';

const inGame = { hash: `#p=${known}` };

// [width, height, the least size of the board in pixels]
const screens = [[320, 568, 290], [360, 640, 330], [390, 844, 360], [768, 1024, 540], [851, 393, 240], [683, 325, 220],
  [1024, 700, 500], [1280, 800, 620], [1366, 650, 500], [1920, 1080, 900], [2560, 1300, 950]];
for (const [width, height, least] of screens) {
  story(`${width} x ${height}: board, pad and tools are in sight, and the menu has the rest`, { ...inGame, viewport: { width, height } }, async (player, page) => {
    await page.waitForSelector('.cell.given');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const part of await page.$$('#board, #pad button, .tools button, #about, #clock, #pause')) {
      const { x, y, width: w, height: h } = await part.boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + w <= width + 0.5 && y + h <= height + 0.5, `${await part.getAttribute('id')} ${x} ${y} ${w} ${h}`);
    }
    const board = await page.locator('#board').boundingBox();
    assert.ok(board.width >= least, `${board.width}`);
    if (!(await page.isVisible('#menu'))) {
      await page.focus('#open-menu');
      await player.press('Enter');
      assert.equal(await page.getAttribute('#open-menu', 'aria-expanded'), 'true');
    }
    for (const id of ['submit', 'restart', 'quit', 'level', 'new', 'fill-notes', 'open-games', 'open-times']) assert.ok(await page.isVisible(`#${id}`), id);
    assert.deepEqual(await player.axe(), []);
  });
}

story('the menu closes with Escape and after a choice', { ...inGame, viewport: { width: 390, height: 844 } }, async (player, page) => {
  await page.waitForSelector('.cell.given');
  const isOpen = () => page.isVisible('#menu');
  assert.equal(await isOpen(), false);
  await page.click('#open-menu');
  assert.equal(await isOpen(), true);
  await page.focus('#submit');
  await player.press('Escape');
  assert.equal(await isOpen(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'open-menu');
  await page.click('#open-menu');
  await page.click('#fill-notes');
  assert.equal(await isOpen(), false);
  assert.equal(await page.locator('.notes').count(), 51);
  await page.click('#open-menu');
  await page.selectOption('#level', 'hard');
  assert.equal(await isOpen(), true, 'the level is chosen before New game');
});

// Stories of ways to reach the page and its parts: links on other pages, the focus and the live
// region.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { known, solution } from './support/sudoku.mjs';

const otherPage = (html) => `data:text/html,${encodeURIComponent(html)}`;

story('a link on another page opens its puzzle, and a frame shows nothing', {
  expects: /Failed to load resource|frame/i,
}, async (player, page) => {
  await page.goto(otherPage(`<a href="${player.server.address}/#p=${known}">play</a>`));
  await page.click('a');
  await player.ready();
  await player.showsGivens(known);
  await page.goto(otherPage(`<iframe src="${player.server.address}/"></iframe>`));
  await page.waitForFunction(() => document.readyState === 'complete');
  assert.equal(await page.frames().at(-1).locator('#board').count(), 0);
});

for (const [width, height] of [[320, 200], [683, 325], [390, 844]]) {
  story(`${width} x ${height}: the focused cell is in sight`, { hash: `#p=${known}`, viewport: { width, height } }, async (player, page) => {
    const isInSight = () => page.evaluate(() => {
      const { top, bottom, left, right } = document.activeElement.getBoundingClientRect();
      return document.activeElement.matches('.cell') && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
    await player.type(40, 'Control+Home');
    for (const key of [...Array(8).fill('ArrowDown'), ...Array(8).fill('ArrowRight'), ...Array(8).fill('ArrowUp'), 'Control+End']) {
      await player.press(key);
      assert.ok(await isInSight(), key);
    }
  });
}

story('a screen reader hears each digit, note, conflict, erasure, undo and redo', { hash: `#p=${known}` }, async (player, page) => {
  await player.type(2);
  for (const [key, message] of [
    ['4', '4 in row 1, column 3'], ['5', '5 in row 1, column 3, conflict'], ['Delete', 'row 1, column 3 erased'], ['Shift+1', 'note 1 in row 1, column 3'],
    ['Shift+1', 'note 1 removed from row 1, column 3'], ['Control+z', 'Undone. 4 moves left.'], ['Control+y', 'Redone. 0 moves left.'],
  ]) {
    await player.press(key);
    assert.equal(await player.message(), message);
  }
  await player.set('mistakes', 'solution');
  const wrong = ['1', '2', '4'].find((digit) => digit !== solution[2]);
  await player.type(2, wrong);
  await player.says(/in row 1, column 3, wrong$/);
  assert.equal(await page.locator('#message[role=status]').count(), 1);
  const box = await page.locator('#message').boundingBox();
  assert.ok(box.width <= 1 && box.height <= 1, 'what the board shows is not written below it');
});

story('the focus stays on the page after the last undo and after a hint', { hash: `#p=${known}` }, async (player, page) => {
  const focus = () => page.evaluate(() => document.activeElement.className || document.activeElement.tagName);
  await player.type(2, '4', '1');
  for (let i = 0; i < 2; ++i) {
    await page.focus('#undo');
    await player.press('Enter');
  }
  assert.ok(await page.isDisabled('#undo'));
  assert.match(await focus(), /^cell/);
  for (let i = 0; i < 2; ++i) {
    await page.focus('#redo');
    await player.press('Enter');
  }
  assert.match(await focus(), /^cell/);
  await player.press('Delete');
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  await page.focus('#hint-card [data-act=close]');
  await player.press('Enter');
  await page.waitForSelector('#hint-card', { state: 'hidden' });
  assert.match(await focus(), /^cell/);
});

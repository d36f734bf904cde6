// Stories of fingers: several cells by drawing over them, tools for notes below the keys, sounds and
// vibration.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { known, solution } from './support/sudoku.mjs';

const inGame = { ...phone, hash: `#p=${known}` };

// Draws with a finger over the cells. `hold`: ms before it moves.
async function draw(player, list, hold = 0) {
  const page = player.page;
  const touch = await page.context().newCDPSession(page);
  const points = await Promise.all(list.map(async (cell) => {
    const { x, y, width, height } = await player.cell(cell).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [points[0]] });
  await page.waitForTimeout(hold);
  for (const point of points) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
const chosen = (page) => page.$$eval('.cell.selected', (all) => all.map((cell) => Number(cell.dataset.cell)));

story('a finger that draws over cells selects them, and a note goes into all', inGame, async (player, page) => {
  await draw(player, [2, 3, 12, 11]);
  assert.deepEqual(await chosen(page), [2, 3, 11, 12]);
  await page.tap('#pad .key >> nth=1');
  assert.deepEqual(await Promise.all([2, 11].map((cell) => player.notes(cell))), ['2', '2']);
  await page.tap('[data-cell="30"]');
  assert.deepEqual(await chosen(page), [30]);
  assert.equal(await page.evaluate(() => scrollY), 0);
});

story('where the page scrolls, a finger scrolls, and selects after it has rested', { ...inGame, viewport: { width: 393, height: 420 } }, async (player, page) => {
  await page.evaluate(() => { document.body.style.paddingBottom = '60rem'; });
  await draw(player, [30, 31, 32], 600);
  assert.deepEqual(await chosen(page), [30, 31, 32, 40], 'the cell of the cursor stays, as with a long touch');
  await draw(player, [30, 21, 12, 3]);
  assert.deepEqual(await chosen(page), [30, 31, 32, 40]);
  await page.waitForFunction(() => scrollY > 0);
});

story('on a tall phone, the tools for notes and marks are below the keys, and elsewhere in the menu', { ...inGame, viewport: { width: 390, height: 844 } }, async (player, page) => {
  const isBelow = () => page.isVisible('#below-keys #fill-notes');
  assert.ok(await isBelow());
  assert.ok((await page.locator('#fill-notes').boundingBox()).y + 44 <= 844);
  await page.tap('#tool-colour');
  assert.equal(await page.getAttribute('#tool-colour', 'aria-pressed'), 'true');
  await page.tap('[data-cell="2"]');
  await page.tap('#pad .key >> nth=2');
  assert.equal(await player.cell(2).getAttribute('data-colour'), '3');
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true);
  assert.deepEqual(await player.axe(), []);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForFunction(() => document.querySelector('#groups #fill-notes'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => document.querySelector('#below-keys #fill-notes'));
});

function listen() {
  globalThis.felt = [];
  navigator.vibrate = (pattern) => globalThis.felt.push(`buzz ${pattern}`);
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function play(when) {
    globalThis.felt.push(`tone ${this.frequency.value}`);
    return start.call(this, when);
  };
}
story('sounds and vibration: off at first, then for digits, conflicts and the end', { ...inGame, init: listen }, async (player, page) => {
  const felt = () => page.evaluate(() => globalThis.felt.splice(0));
  await player.type(2, solution[2]);
  assert.deepEqual(await felt(), []);
  await player.set('sound', true);
  await player.set('vibration', true);
  await player.type(3, solution[3]);
  assert.deepEqual(await felt(), ['buzz 12', 'tone 700']);
  await player.type(5, '5');
  assert.deepEqual(await felt(), ['buzz 40,60,40', 'tone 170']);
  await player.set('sound', false);
  await player.win(solution);
  const all = await felt();
  assert.equal(all.at(-1), 'buzz 200');
  assert.ok(!all.some((each) => each.startsWith('tone')));
});

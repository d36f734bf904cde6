// Stories of screens of many sizes: the board, the pad and the tools are visible on each screen,
// and one menu has everything else.
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

const results = JSON.stringify([...Array(12).keys()].map((week) => ({ level: 'expert', elapsed: 12345678, hints: 12, when: Date.now() - week * 7 * 86400000 })));
const times = JSON.stringify({ expert: [{ elapsed: 12345678, hints: 12, when: Date.now() }] });
for (const locale of ['en-US', 'zh-CN']) {
  story(`320 x 568: no dialog is wider than the screen, ${locale}`, {
    ...inGame, locale, viewport: { width: 320, height: 568 }, storage: { 'dokumill.results': results, 'dokumill.times': times },
  }, async (player, page) => {
    await page.waitForSelector('.cell.given');
    for (const id of ['open-settings', 'open-keys', 'open-import', 'open-share', 'open-print', 'open-games', 'open-times']) {
      if (!(await page.isVisible(`#${id}`))) await page.click('#open-menu');
      await page.click(`#${id}`);
      await page.waitForSelector('dialog[open]');
      const [wide, room] = await page.$eval('dialog[open]', (dialog) => [dialog.scrollWidth, dialog.clientWidth]);
      assert.ok(wide <= room, `${id}: ${wide} > ${room}`);
      await player.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
    }
  });
}

story('320 x 568: hints, hours and a long title do not move the board', {
  viewport: { width: 320, height: 568 }, storage: { 'dokumill.settings': '{"mistakeLimit":"3"}' },
}, async (player, page) => {
  await page.click('#cover button:has-text("Daily puzzle")');
  await page.waitForSelector('.cell.given');
  // The place on the page: a hint may scroll the page to its cells.
  const place = () => page.evaluate(() => ({ ...document.querySelector('#board').getBoundingClientRect().toJSON(), top: 0, y: document.querySelector('#board').getBoundingClientRect().top + scrollY, bottom: 0 }));
  const before = await place();
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  for (let i = 0; i < 11; ++i) {
    const givens = await player.board();
    await player.press('Shift+H');
    while ((await player.board()) === givens) await player.press('Shift+H');
  }
  assert.match(await page.textContent('#clock'), /1\d hints, \+\d+ s/);
  assert.deepEqual(await place(), before);
  await page.evaluate(() => scrollTo(0, 0));
  // The longest texts, after hours of play.
  const boxes = await page.evaluate(() => {
    document.querySelector('#clock').firstChild.textContent = '12:34:56';
    document.querySelector('#about').textContent = 'Daily puzzle, 30 Sept 2026, Expert · difficulty 9.0 · mistakes 3/5';
    return ['about', 'clock', 'pause', 'board'].map((id) => {
      const { left, right, bottom, y } = document.getElementById(id).getBoundingClientRect();
      return { id, left, right, bottom, y };
    });
  });
  assert.equal(boxes.at(-1).y, before.y);
  for (const { id, left, right, bottom } of boxes.slice(0, 3)) assert.ok(left >= 0 && right <= 320 && bottom <= before.y, `${id} ${left} ${right} ${bottom}`);
});

// Stories of appearance and accessibility: screen readers, axe, languages, themes, small screens,
// size of the page.
import assert from 'node:assert/strict';
import { longStory, phone, story } from './support/story.mjs';
import { known } from './support/sudoku.mjs';

const inGame = { hash: `#p=${known}` };
const noSidewaysScroll = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

story('the board is a grid of 9 rows and 81 gridcells with one Tab stop and speaking labels', inGame, async (player, page) => {
  assert.equal(await page.getByRole('grid').count(), 1);
  assert.equal(await page.getByRole('row').count(), 9);
  assert.equal(await page.getByRole('gridcell').count(), 81);
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  await player.type(2, '5');
  assert.equal(await player.cell(0).getAttribute('aria-label'), 'row 1, column 1, given 5, conflict');
  assert.equal(await player.cell(2).getAttribute('aria-label'), 'row 1, column 3, digit 5, conflict');
  assert.equal(await player.cell(2).getAttribute('aria-invalid'), 'true');
  assert.equal(await player.cell(0).getAttribute('aria-readonly'), 'true');
  assert.equal(await player.cell(3).getAttribute('aria-label'), 'row 1, column 4, empty');
  await player.type(3, 'Shift+2', 'Shift+6');
  assert.equal(await player.cell(3).getAttribute('aria-label'), 'row 1, column 4, notes 2 6');
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').getAttribute('data-cell'), '3');
  await player.type(0, 'ArrowLeft', 'ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '0', 'no wrapping');
  await player.press('l', 'j', 'd', 's');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '20');
  await player.press('h', 'k', 'a', 'w');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '0');
});

story('Tab leads through every control once and shows where it is', inGame, async (player, page) => {
  await page.evaluate(() => document.activeElement.blur());
  const seen = [];
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return { id: document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.textContent, hasRing: outlineStyle !== 'none' && outlineWidth !== '0px', isBody: document.activeElement === document.body };
    });
    if (focus.isBody) break;
    assert.ok(focus.hasRing, `${focus.id} shows no focus`);
    seen.push(focus.id);
  }
  assert.equal(new Set(seen).size, seen.length);
  assert.equal(seen.filter((id) => /^row /.test(id)).length, 1);
});

story('the digit that stands nine times is greyed, and what is left is counted', { hash: `#p=${'123456789456789123789123456231564897564897231897231564312645978645978312978312600'}` }, async (player, page) => {
  const labels = await page.$$eval('#pad .key', (all) => all.map((key) => key.textContent));
  assert.equal(labels[4], '51, 1 left');
  assert.equal(labels[0], '1✓, 0 left');
  assert.equal(await page.locator('#pad .key.spent').count(), 7);
});

for (const [name, context] of Object.entries({
  'light': {}, 'dark': { colorScheme: 'dark' }, 'zh-CN, phone': { ...phone, locale: 'zh-CN' }, 'dark, phone': { ...phone, colorScheme: 'dark' },
  'high contrast': { storage: { 'dokumill.settings': '{"highContrast":true}' } },
  'high contrast, dark': { colorScheme: 'dark', storage: { 'dokumill.settings': '{"highContrast":true}' } },
  'forced colours': { forcedColors: 'active' },
})) {
  // These two are made of the others.
  const isLong = ['dark, phone', 'high contrast'].includes(name);
  (isLong ? longStory : story)(`axe finds nothing: ${name}`, context, async (player, page) => {
    const clean = async (where) => assert.deepEqual(await player.axe(), [], where);
    await clean('start');
    await player.go(`#p=${known}`);
    await page.waitForSelector('.cell.given');
    await player.type(2, '5');
    await player.menu();
    await page.click('#fill-notes');
    await clean('notes and a conflict');
    await page.click('#hint');
    await page.waitForSelector('.cell.marked');
    await clean('a wrong cell');
    await player.type(2, 'Delete');
    await player.hint();
    await clean('hint');
    await page.click('#notes');
    await clean('notes mode');
    await page.click('#pause');
    await clean('pause');
    await page.click('#cover .primary');
    await page.click('#why');
    await page.waitForSelector('#scale:popover-open');
    await clean('difficulty');
    await page.keyboard.press('Escape');
    await player.menu();
    await clean('menu');
    await page.click('#filter button >> nth=4');
    await clean('filter');
    await page.keyboard.press('f');
    for (const id of ['points', 'share', 'print', 'settings', 'keys', 'import', 'games', 'times']) {
      if (id === 'import') await player.home();
      if (['points', 'share', 'print'].includes(id)) await player.menu();
      await page.click(`#open-${id}`);
      await page.waitForSelector(`#${id}-dialog[open]`);
      await clean(id);
      assert.ok(await noSidewaysScroll(page), id);
      await page.keyboard.press('Escape');
      await page.waitForSelector(`#${id}-dialog`, { state: 'hidden' });
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', `the focus comes back from ${id}`);
    }
    await clean('home');
    await page.click('#to-learn');
    await clean('lessons');
    await player.home();
    await page.click('#to-mill');
    await clean('mill');
    await page.setInputFiles('#converter-file', { name: 'p.txt', mimeType: 'text/plain', buffer: Buffer.from(`${known}\nQ\n`) });
    await page.waitForSelector('#converter-job a.primary:not([hidden])');
    await clean('mill, done');
    assert.ok(await noSidewaysScroll(page), 'mill');
  });
}

story('axe finds nothing at the end of a game', { hash: `#p=${'123456789456789123789123456231564897564897231897231564312645978645978312978312600'}` }, async (player, page) => {
  await player.win('123456789456789123789123456231564897564897231897231564312645978645978312978312645');
  assert.deepEqual(await player.axe(), []);
});

story('Chinese by the browser, switched in the middle of a game, and kept', { ...inGame, locale: 'zh-CN' }, async (player, page) => {
  assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN');
  await player.press('Control+Enter');
  await player.says(/未完成所有空白/);
  assert.equal(await player.cell(0).getAttribute('aria-label'), '第1行第1列, 已知数5');
  await player.type(2, '5');
  await player.press('Shift+H');
  await player.says(/第\d行第\d列的数字不对/);
  const board = await player.board();
  await page.click('#language');
  await player.says(/The digit in row \d, column \d is wrong/);
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.equal(await player.board(), board);
  await player.reload();
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
});

story('--lang is heard', { }, async (player, page) => {
  await page.goto(`${player.server.address}/?lang=zh`);
  await player.ready();
  assert.equal(await page.textContent('#new'), '新游戏');
  await page.click('#language');
  assert.equal(await page.textContent('#new'), 'New game');
});

story('light, dark and system; a choice is kept and there before the first paint', { colorScheme: 'dark' }, async (player, page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await player.set('theme', 'light');
  const light = await paper();
  assert.notEqual(light, dark);
  await player.reload();
  assert.equal(await paper(), light);
  await player.set('theme', 'system');
  assert.equal(await paper(), dark);
});

for (const [width, height] of [[320, 640], [393, 851], [851, 393], [768, 1024], [1920, 1080]]) {
  story(`${width} x ${height}: no sideways scroll, keys of 44 pixels, board in sight`, { ...inGame, viewport: { width, height }, hasTouch: true, isMobile: width < 900 }, async (player, page) => {
    assert.ok(await noSidewaysScroll(page));
    await player.menu();
    for (const button of await page.$$('#pad button, .tools button, #submit, #new, #pause')) {
      const box = await button.boundingBox();
      assert.ok(box.width >= 44 && box.height >= 44, `${await button.textContent()} ${box.width} x ${box.height}`);
    }
    const board = await page.locator('#board').boundingBox();
    assert.ok(board.y + board.height <= height, 'the whole board is in sight');
    assert.ok(Math.abs(board.width - board.height) < 2, 'it is square');
  });
}

story('text of 200 % stays on the page', { ...inGame, viewport: { width: 640, height: 900 } }, async (player, page) => {
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  assert.ok(await noSidewaysScroll(page));
  await page.click('#open-settings');
  assert.ok(await noSidewaysScroll(page));
});

story('reduced motion: nothing moves', { ...inGame, reducedMotion: 'reduce' }, async (player, page) => {
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((each) => {
    const { transitionDuration, animationName } = getComputedStyle(each);
    return transitionDuration !== '0s' || animationName !== 'none';
  }).length);
  assert.equal(moving, 0);
});

story('the keys are shown, and Escape closes them', inGame, async (player, page) => {
  await player.press('?');
  await page.waitForSelector('#keys-dialog[open]');
  await player.press('5', 'Escape');
  await page.waitForSelector('#keys-dialog', { state: 'hidden' });
  assert.equal(await player.board(), known);
});

story('the page, its engine included, weighs less than 860 KB', {}, async (player) => {
  const bytes = (await (await fetch(player.server.address)).arrayBuffer()).byteLength;
  console.log(`the page has ${bytes} bytes`);
  assert.ok(bytes < 860 * 1000, `${bytes} bytes`);
});

story('verdicts and the finished card are in the language of the page', { locale: 'zh-CN', expects: /status of 422/ }, async (player, page) => {
  await page.click('#open-import');
  for (const [text, verdict] of [['<b>hello</b>', /有0格/], [known.slice(1), /80\s*格/], [`55${'0'.repeat(79)}`, /相同数字/], ['Q'.repeat(81), /有0格/]]) {
    await page.fill('#import-text', text);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#import-verdict').textContent), verdict.source);
    assert.doesNotMatch(await page.textContent('#import-verdict'), /[a-z]{3}/);
  }
  await page.fill('#import-text', '123456789456789123789123456231564897564897231897231564312645978645978312978312600');
  await page.waitForSelector('#import-play:enabled');
  await page.click('#import-play');
  await player.type(79, '4');
  await player.type(80, '5');
  await page.waitForSelector('#finish-dialog[open]');
  assert.match(await page.textContent('#finish-list'), /难度/);
  await player.tab();
  await player.page.click('#language');
  await page.waitForFunction(() => /Level/.test(document.querySelector('#finish-list').textContent));
  assert.match(await page.textContent('#finish-list'), /difficulty 1\.0/);
});

// Stories of screens of many sizes: the board, the pad and the tools are visible on each screen,
// and one menu has everything else.
import assert from 'node:assert/strict';
import { longStory, story } from './support/story.mjs';
import { known } from './support/sudoku.mjs';

const inGame = { hash: `#p=${known}` };

// [width, height, the least size of the board in pixels]
const screens = [[320, 568, 290], [360, 640, 330], [390, 844, 360], [600, 960, 560], [768, 1024, 690], [844, 390, 340], [667, 375, 340], [683, 325, 280],
  [1024, 700, 500], [1024, 768, 620], [1280, 800, 620], [1366, 650, 500], [1366, 768, 620], [1920, 1080, 900], [2560, 1440, 1200]];
// The looks take turns; in a long run, every screen has both.
const looks = [['en-US', {}], ['zh-CN, dark', { locale: 'zh-CN', colorScheme: 'dark' }]];
const storyOf = (screen, look) => ((screen + look) % 2 ? longStory : story);
for (const [i, [width, height, least]] of screens.entries()) for (const [j, [look, context]] of looks.entries()) {
  storyOf(i, j)(`${width} x ${height}, ${look}: board, pad and tools are in sight, and the menu has the rest`, { ...inGame, ...context, viewport: { width, height } }, async (player, page) => {
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight].map((over) => Math.max(0, over))), [0, 0]);
    for (const part of await page.$$('header button:not([hidden]), #board, #pad button, .tools button, #about, #why, #clock, #pause')) {
      if (!(await part.isVisible())) continue;
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
    for (const id of ['submit', 'restart', 'quit', 'level', 'new', 'open-points', 'open-walk', 'open-share', 'open-print']) assert.ok(await page.isVisible(`#${id}`), id);
    for (const id of ['fill-notes', 'tool-centre', 'tool-colour']) assert.ok(await page.isVisible(`#${id}`), id);
    const cut = await page.$$eval('#menu button, #below-keys button, header :is(a, button)', (all) => all.filter((each) => each.checkVisibility() && (each.scrollWidth > each.clientWidth + 1 || each.getClientRects().length > 1 || each.getBoundingClientRect().height > 70)).map((each) => each.id));
    assert.deepEqual(cut, [], 'no text is cut off or wrapped');
    assert.ok((await page.locator('header').boundingBox()).height <= 50, 'the header is one line');
    assert.deepEqual(await player.axe(), []);
  });
}

story('the menu closes with Escape and after a choice', { ...inGame, viewport: { width: 390, height: 844 } }, async (player, page) => {
  const isOpen = () => page.isVisible('#menu');
  assert.equal(await isOpen(), false);
  await page.click('#open-menu');
  assert.equal(await isOpen(), true);
  await page.focus('#submit');
  await player.press('Escape');
  assert.equal(await isOpen(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'open-menu');
  await page.click('#open-menu');
  await page.click('#submit');
  assert.equal(await isOpen(), false);
  await page.click('#open-menu');
  await page.selectOption('#level', 'hard');
  assert.equal(await isOpen(), true, 'the level is chosen before New game');
});

story('a press beside the menu closes it, and its buttons are not cut off', { ...inGame, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (player, page) => {
  await page.tap('#open-menu');
  assert.ok(await page.isVisible('#menu'));
  await page.touchscreen.tap(200, 800);
  assert.equal(await page.isVisible('#menu'), false);
  for (const key of await page.$$('#pad button')) assert.ok((await key.boundingBox()).height >= 60, 'there is room for large keys');
  assert.equal(await page.locator('#pad .key').first().evaluate((key) => getComputedStyle(key).webkitTapHighlightColor), 'rgba(0, 0, 0, 0)', 'a tap does not flash');
});

for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1024, 768], [1366, 768]]) {
  story(`${width} x ${height}: while a puzzle is typed, Check and play is in sight`, { viewport: { width, height } }, async (player, page) => {
    await page.click('#open-import');
    await page.click('#import-edit');
    const { x, y, width: w, height: h } = await page.locator('#editor-play').boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, `${x} ${y} ${w} ${h}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
    assert.deepEqual(await player.axe(), []);
  });
}

story('the difficulty is explained where it is shown', { storage: { 'dokumill.game.a': JSON.stringify({ version: 1, id: 'a', puzzle: known, source: 'made', level: 'hard', score: 4.2, seed: '1', at: 1, hints: 0, played: 5, marks: [], log: [['digit', [[2, 4, 0]]]] }) } }, async (player, page) => {
  await page.click('#going-game .primary');
  await page.focus('#why');
  await player.press('Enter');
  assert.equal(await page.textContent('#scale-title'), 'Difficulty 4.2');
  assert.equal(await page.textContent('#scale-why'), 'The hardest step of this puzzle: an XY-Wing.');
  assert.match(await page.textContent('#scale tr[aria-current]'), /^Hard2\.6 – 4\.4at least 3 tricks/);
  await player.press('Escape');
  assert.equal(await page.isVisible('#scale'), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'why');
});

const results = JSON.stringify([...Array(12).keys()].map((week) => ({ level: 'expert', elapsed: 12345678, hints: 12, when: Date.now() - week * 7 * 86400000 })));
const times = JSON.stringify({ expert: [{ elapsed: 12345678, hints: 12, when: Date.now() }] });
for (const locale of ['en-US', 'zh-CN']) {
  story(`320 x 568: no dialog is wider than the screen, ${locale}`, {
    ...inGame, locale, viewport: { width: 320, height: 568 }, storage: { 'dokumill.results': results, 'dokumill.times': times },
  }, async (player, page) => {
    for (const id of ['open-settings', 'open-keys', 'open-share', 'open-print', 'open-points', 'open-import', 'open-games', 'open-times']) {
      if (id === 'open-import') await player.home();
      if (!(await page.isVisible(`#${id}`))) await page.click('#open-menu');
      await page.click(`#${id}`);
      await page.waitForSelector('dialog[open]');
      const [wide, room] = await page.locator('dialog[open]').first().evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
      assert.ok(wide <= room, `${id}: ${wide} > ${room}`);
      await player.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
    }
  });
}

story('320 x 568: hints, hours and a long title do not move the board', {
  viewport: { width: 320, height: 568 }, storage: { 'dokumill.settings': '{"mistakeLimit":"3"}' },
}, async (player, page) => {
  await page.click('#daily-play');
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

for (const [i, [width, height]] of [[320, 568], [390, 844], [844, 390], [768, 1024], [1366, 768], [2560, 1440]].entries()) for (const [j, [look, context]] of looks.entries()) {
  storyOf(i, j)(`${width} x ${height}, ${look}: the home screen has every way, and nothing is cut off`, {
    ...context, viewport: { width, height }, storage: { 'dokumill.results': results, 'dokumill.reminded': 'true', 'dokumill.game.a': JSON.stringify({ version: 1, id: 'a', puzzle: known, source: 'made', level: 'extreme', score: 8.5, seed: '1', at: 1, hints: 0, played: 12345678, marks: [], log: [['digit', [[2, 4, 0]]]], saved: 5 }) },
  }, async (player, page) => {
    await page.waitForSelector('#going-game .primary');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (width >= 1366) assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'no scroll');
    const { bottom } = await page.locator('#going-game .primary').first().evaluate((go) => go.getBoundingClientRect());
    assert.ok(bottom <= height, 'Continue is in sight');
    for (const id of ['start-easy', 'start-extreme', 'start-4x4', 'start-6x6', 'daily-play', 'open-import', 'open-times', 'open-games', 'days']) assert.ok(await page.isVisible(`#${id}`), id);
    assert.ok(await page.isVisible('#home a[href="#mill"]'));
    const cut = await page.$$eval('#home :is(button, a)', (all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent));
    assert.deepEqual(cut, []);
    assert.deepEqual(await player.axe(), []);
  });
}

story('text of twice the size widens no view, and at four times the size the question of a hint is in sight', { viewport: { width: 390, height: 844 }, hash: `#p=${known}` }, async (player, page) => {
  const widthAt = (size, hash) => page.evaluate(async ([percent, to]) => {
    document.documentElement.style.fontSize = `${percent}%`;
    location.hash = to;
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    return document.documentElement.scrollWidth;
  }, [size, hash]);
  await player.hint();
  for (const hash of ['#play', '#home', '#learn', '#mill']) assert.equal(await widthAt(200, hash), 390, hash);
  for (const size of [200, 400]) {
    await widthAt(size, '#play');
    await page.click('[data-act=close]');
    await player.hint();
    const question = page.locator('#hint-card .told p:last-child');
    assert.ok(await question.evaluate((text) => {
      const { left, right, top } = text.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top < innerHeight && document.elementFromPoint(left + 20, top + 20)?.closest('p') === text;
    }), `${size} %`);
  }
});

for (const [width, height] of [[390, 844], [844, 390], [1024, 768], [1366, 768], [1920, 1080]]) {
  story(`${width} x ${height}: the numbers of rows and columns touch no other text`, { viewport: { width, height }, hash: `#p=${known}` }, async (player, page) => {
    await player.hint();
    await page.evaluate(() => scrollTo(0, 0));
    const touched = await page.evaluate(() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility() && each.textContent.trim()).map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return { name: each.id || each.className || each.textContent, box: range.getBoundingClientRect() };
      });
      const others = boxes('#about, #clock, #clock small, #message:not(.hidden), #hint-card h2');
      return boxes('#labels span').flatMap((label) => [
        ...(label.box.left < 0 || label.box.right > innerWidth ? [`${label.name} is cut off`] : []),
        ...others.filter(({ box }) => box.left < label.box.right && box.right > label.box.left && box.top < label.box.bottom && box.bottom > label.box.top).map(({ name }) => `${label.name} ${name}`)]);
    });
    assert.deepEqual(touched, []);
  });
}

story('in forced colours, every state of a cell and of a control still shows', {
  forcedColors: 'active', viewport: { width: 390, height: 844 }, clock: true,
  storage: { 'dokumill.game.a': JSON.stringify({ version: 1, id: 'a', puzzle: known, source: 'made', level: 'easy', score: 1.2, seed: '1', daily: '2026-01-01', at: 1, hints: 0, played: 5, marks: [], log: [['digit', [[2, 4, 0]]]], saved: 5 }) },
}, async (player, page) => {
  const styleOf = (selector, pseudo = null) => page.locator(selector).first().evaluate((each, part) => {
    const { outlineStyle, textDecorationLine, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(each, part);
    return { outlineStyle, textDecorationLine, borderTopWidth, isPlain: borderTopColor === getComputedStyle(document.body).backgroundColor, backgroundColor };
  }, pseudo);
  await page.click('#days summary');
  assert.notEqual((await styleOf('.day.begun', '::after')).borderTopWidth, '0px', 'a begun day');
  assert.equal((await styleOf('#to-learn')).textDecorationLine, 'none');
  await page.click('#to-learn');
  assert.equal((await styleOf('#to-learn')).textDecorationLine, 'underline', 'the current view');
  await player.go(`#p=${known}`);
  await player.says(/New game/);
  await player.type(3, '1');
  await player.press('Shift+H');
  await page.waitForSelector('.cell.marked');
  assert.notEqual((await styleOf('.cell.marked')).outlineStyle, 'none', 'a wrong digit');
  assert.ok((await styleOf('#open-settings')).isPlain, 'icons of the header have no frames that touch');
  await player.type(3, 'Delete');
  await player.hint();
  await player.press('PageDown');
  if (await page.locator('.cell.lit:not(.pattern, .selected)').count()) assert.notEqual((await styleOf('.cell.lit:not(.pattern, .selected)')).outlineStyle, 'none', 'a house to search');
  assert.ok(await page.locator('.cell.lit, .cell.pattern').count() > 0);
});

for (const [width, height] of [[1366, 768], [1920, 1080], [2560, 1440]]) {
  story(`${width} x ${height}: the board is in the middle, and the home screen is wide`, { ...inGame, viewport: { width, height } }, async (player, page) => {
    const { x, width: w } = await page.locator('#board').boundingBox();
    assert.ok(Math.abs(x + w / 2 - width / 2) < 2, `${x + w / 2}`);
    await player.home();
    const rooms = await page.locator('.rooms').boundingBox();
    assert.ok(rooms.width >= Math.min(0.8 * width, 1590), `${rooms.width}`);
    await page.waitForSelector('.day');
  });
}

story('390 x 844: the puzzle of the day comes first, and the calendar is folded', { viewport: { width: 390, height: 844 } }, async (player, page) => {
  await page.waitForSelector('#daily-play:has-text("today")');
  const { y } = await page.locator('#daily-play').boundingBox();
  assert.ok(y < 150, `${y}`);
  assert.equal(await page.isVisible('.day'), false);
  await page.focus('#days summary');
  await player.press('Enter');
  await page.waitForSelector('.day[aria-current]');
  assert.deepEqual(await page.$$eval('.levels .level', (all) => all.map((each) => each.textContent).filter((text) => /Wing|pair|chain|rectangle/.test(text))), [], 'levels in plain words');
});

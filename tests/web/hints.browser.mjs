// Stories of hints that are followed one step at a time: drawn on the board, applied to the notes,
// closed and opened again.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { cells, solutions } from './support/sudoku.mjs';

// A hard puzzle of the generator in which four digits were entered. Its hint has several steps.
const deep = '002030000000000060060900480800010306006008020000000809400580037003070008000203004';
const [solution] = solutions(deep);
const inGame = { hash: `#p=${deep}` };

const step = (page) => page.textContent('#hint-card .quiet');
const stepCount = async (page) => Number(/of (\d+)/.exec(await step(page))[1]);
const clock = (page) => page.textContent('#clock');
async function openHint(page) {
  await page.waitForSelector('.cell.given');
  await page.click('#hint');
  await page.waitForSelector('#hint-card:not([hidden])');
}
// The sentence of the shown stage.
const shownText = (page) => page.textContent('#hint-card .told p:last-child');
// Pairs [cell, candidate] of the marks with the class `kind`.
const drawn = (page, kind) => page.$$eval(`.notes .${kind}`, (all) => all.map((mark) => [Number(mark.closest('.cell').dataset.cell), Number(mark.textContent)]));

for (const [name, context] of Object.entries({ '1366 x 650': { viewport: { width: 1366, height: 650 } }, '1024 x 700': { viewport: { width: 1024, height: 700 } }, phone })) {
  story(`${name}: a hint shows one step at a time, draws it on the board and moves nothing`, { ...inGame, ...context }, async (player, page) => {
    await page.waitForSelector('.cell.given');
    const places = () => page.$$eval('#board, #pad, #hint, #new', (all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
    const before = await places();
    await openHint(page);
    assert.deepEqual(await places(), before, 'nothing moves');
    const count = await stepCount(page);
    assert.ok(count >= 3, `${count}`);
    assert.equal(await step(page), `step 1 of ${count}`);
    assert.ok(await page.isDisabled('[data-act=back]'));
    const seen = [];
    for (let stages = 0; !(await page.locator('[data-act=show].primary').count()); ++stages) {
      assert.ok(stages < 60);
      const text = await shownText(page);
      assert.ok((await player.message()).endsWith(text), 'a screen reader hears the sentence');
      seen.push(text);
      const at = Number(/\d+/.exec(await step(page))[0]);
      for (const [cell, digit] of await drawn(page, 'struck')) {
        assert.notEqual(solution[cell], String(digit), 'a step removes no digit of the solution');
        assert.ok(await player.cell(cell).evaluate((target) => target.classList.contains('removed')));
      }
      if (at < count) assert.ok(await page.locator('.cell.pattern, .cell.lit, .cell.removed').count() > 0, text);
      await page.click('[data-act=next]');
      assert.deepEqual(await places(), before, 'nothing moves');
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(await step(page), `step ${count} of ${count}`);
    assert.equal(await page.locator('[data-act=apply]').count(), 0);
    assert.ok(seen.some((text) => /Where can \d go in box \d\?/.test(text)) && seen.some((text) => /crossed cells, because of r/.test(text)));
    assert.equal((await drawn(page, 'used')).length, 1, 'one candidate remains');
    await page.click('[data-act=back]');
    assert.equal(await shownText(page), seen.at(-1));
    assert.ok(await page.locator('#lines .ray').count() > 0 && await page.locator('#lines .cross').count() > 0);
    assert.ok(await page.isVisible('.row-labels') && await page.isVisible('.column-labels'));
    const card = await page.locator('#hint-card').boundingBox();
    const board = await page.locator('#board').boundingBox();
    const isApart = card.x + card.width <= board.x || card.x >= board.x + board.width || card.y >= board.y + board.height;
    assert.ok(isApart, 'the card does not hide the board');
    assert.deepEqual(await player.axe(), []);
    await page.click('[data-act=close]');
    assert.equal(await page.isVisible('.row-labels'), false);
    assert.deepEqual(await drawn(page, 'struck'), []);
    assert.deepEqual(await places(), before);
  });
}

story('Apply removes the candidates of the step from the notes, and known steps are skipped', inGame, async (player, page) => {
  await page.waitForSelector('.cell.given');
  await page.click('#fill-notes');
  await openHint(page);
  assert.equal((await player.asked('hint'))[0].notes.split(',').length, 81);
  const count = await stepCount(page);
  const removed = await drawn(page, 'struck');
  const before = await player.labels();
  await page.click('[data-act=apply]');
  assert.equal(await step(page), `step 2 of ${count}`, 'Apply goes on');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), 'apply', 'the focus stays');
  for (const cell of cells) {
    const gone = removed.filter(([each]) => each === cell).map(([, digit]) => digit);
    const expected = (/notes ([1-9 ]+)/.exec(before[cell])?.[1] ?? '').split(' ').filter((digit) => !gone.includes(Number(digit))).join(' ');
    assert.equal(await player.notes(cell), expected, `${cell}`);
  }
  await page.click('[data-act=back]');
  assert.equal(await page.textContent('[data-act=applied]'), 'Applied');
  await player.press('Control+z');
  assert.equal(await page.textContent('[data-act=apply]'), 'Apply', 'undo gives the candidates back, and the card stays');
  assert.deepEqual(await player.labels(), before);
  await page.click('[data-act=apply]');
  await page.click('[data-act=close]');
  await page.click('#hint');
  assert.equal(await step(page), `step 2 of ${count}`, 'it opens at the first step that is not in the notes');
  assert.equal((await player.asked('hint')).length, 1, 'and asks the engine nothing');
  assert.match(await clock(page), /1 hint,/, 'and is free');
});

story('a new hint leaves out the steps that the notes contain', inGame, async (player, page) => {
  await openHint(page);
  const count = await stepCount(page);
  for (let at = 1; at < count; ++at) await page.click('[data-act=apply]');
  // Another board asks for another hint; back on the first board, the page must ask again.
  await page.evaluate(() => { globalThis.asked.length = 0; });
  const open = deep.indexOf('0');
  await player.type(open, solution[open]);
  await player.press('Shift+H');
  await page.waitForFunction(() => !document.querySelector('#hint-card').hidden);
  const [{ notes }] = await player.asked('hint');
  assert.match(notes, /[1-9]/);
  assert.ok(await stepCount(page) < count);
});

story('the card stays open over notes, undo and a reload, and opening it again is free', inGame, async (player, page) => {
  await openHint(page);
  await page.click('[data-act=next]');
  await page.click('[data-act=next]');
  const at = await step(page);
  const sentence = await shownText(page);
  const cell = deep.indexOf('0');
  await player.type(cell, 'Shift+1');
  assert.equal(await step(page), at);
  await player.press('Control+z');
  assert.equal(await step(page), at);
  await page.reload();
  await player.ready();
  assert.equal(await step(page), at);
  assert.equal(await shownText(page), sentence);
  await player.type(cell, solution[cell]);
  assert.equal(await page.isVisible('#hint-card'), false, 'another board has another hint');
  await player.press('Control+z');
  assert.equal(await step(page), at);
  await player.press('Escape');
  assert.equal(await page.isVisible('#hint-card'), false);
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  assert.match(await clock(page), /1 hint, \+5 s/);
  await page.click('#language');
  await page.waitForFunction(() => /第1\/\d步/.test(document.querySelector('#hint-card').textContent));
});

story('the hint key goes through the stages and fills the digit at the end, for one hint', inGame, async (player, page) => {
  await openHint(page);
  const count = await stepCount(page);
  const seen = new Set();
  while (!(await page.locator('[data-act=show].primary').count())) {
    const text = await shownText(page);
    seen.add(await step(page));
    await player.press('Shift+H');
    await page.waitForFunction((before) => document.querySelector('#hint-card .told p:last-child').textContent !== before, text);
  }
  assert.equal(seen.size, count);
  assert.equal(await player.board(), deep);
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card', { state: 'hidden' });
  const board = await player.board();
  const filled = cells.filter((cell) => board[cell] !== deep[cell]);
  assert.equal(filled.length, 1);
  assert.equal(board[filled[0]], solution[filled[0]]);
  assert.match(await clock(page), /1 hint, \+5 s/);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('#undo').disabled);
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  assert.match(await clock(page), /1 hint, \+5 s/);
});

story('the same wrong cell is shown again for free', inGame, async (player, page) => {
  await page.waitForSelector('.cell.given');
  const cell = deep.indexOf('0');
  await player.type(cell, String((Number(solution[cell]) % 9) + 1));
  for (let i = 0; i < 2; ++i) {
    await player.press('Shift+H');
    await player.says(/The digit in row \d, column \d is wrong/);
    await player.press('ArrowRight', 'ArrowLeft');
  }
  assert.match(await clock(page), /1 hint, \+5 s/);
});

story('the links of a chain are drawn between its candidates, one sentence after another', inGame, async (player, page) => {
  const texts = { en: ['AIC: remove 1 from r2c1.', '1. Suppose r1c1 is 1.', '2. So r9c9 is 1.', '3. So remove 1 from r2c1.'], zh: ['交替推理链：从r2c1删去1。', '1. 假设r1c1是1。', '2. 所以r9c9是1。', '3. 因此从r2c1删去1。'] };
  const names = { en: 'AIC', zh: '交替推理链' };
  const implications = [
    { cell: 0, digit: 1, on: true, because: 'assumed' }, { cell: 8, digit: 1, on: false, because: 'same_house', house: 'r1', from: [0] },
    { cell: 80, digit: 1, on: true, because: 'last_in_house', house: 'c9', from: [1] }];
  await player.fake('hint', {
    kind: 'steps', placement: { cell: 1, digit: 7 }, steps: [
      { technique: 'forcing chain', name: 'AIC', score: 6.6, remove: [[9, 1]], proof: 'both_ways', chains: [{ implications }], names, text: texts },
      { technique: 'naked single', score: 2.3, place: [1, 7], cells: [1], names: { en: 'naked single', zh: '显性唯一' }, text: { en: ['Naked single: r1c2 can only be 7.'], zh: ['显性唯一：r1c2只能是7。'] } }],
  });
  await openHint(page);
  assert.equal(await page.textContent('#hint-card h2'), 'AIC');
  assert.equal(await shownText(page), 'Remove 1 from r2c1.', 'the title is not repeated');
  assert.equal(await page.locator('#lines .link').count(), 0);
  await page.click('[data-act=next]');
  assert.equal(await shownText(page), texts.en[1]);
  assert.deepEqual(await drawn(page, 'on'), [[0, 1]]);
  await page.click('[data-act=next]');
  assert.deepEqual(await page.$$eval('#lines .link', (all) => all.map((link) => link.getAttribute('class'))), ['link weak', 'link strong']);
  assert.deepEqual(await drawn(page, 'off'), [[8, 1]]);
  assert.deepEqual(await page.$$eval('#hint-card .told p', (all) => all.map((line) => line.textContent)), ['Remove 1 from r2c1.', ...texts.en.slice(1, 3)]);
  await page.click('[data-act=whole]');
  assert.equal(await shownText(page), texts.en[3]);
  await page.hover('#hint-card .told p:last-child .name');
  assert.ok(await player.cell(9).evaluate((cell) => 'pointed' in cell.dataset));
  await page.click('[data-act=next]');
  assert.equal(await shownText(page), 'Which digits can r1c2 still take?');
  assert.equal(await page.locator('#lines .link').count(), 0);
});

story('on a small phone, the page scrolls to the cells of a hint', { ...inGame, viewport: { width: 320, height: 480 } }, async (player, page) => {
  await page.waitForSelector('.cell.given');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await openHint(page);
  await page.waitForTimeout(700);
  const isInSight = () => page.evaluate(() => {
    const card = document.querySelector('#hint-card').getBoundingClientRect();
    return [...document.querySelectorAll('.cell.pattern')].every((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return top >= 0 && bottom <= card.top + 1;
    });
  });
  assert.ok(await isInSight());
});

story('equal digits are not highlighted while a hint is shown', inGame, async (player, page) => {
  await page.waitForSelector('.cell.given');
  await player.cell(deep.indexOf('8')).click();
  assert.ok(await page.locator('.cell.same').count() > 2);
  await openHint(page);
  assert.equal(await page.locator('.cell.same, .cell.house').count(), 0);
});

story('an expert game: a reload, a hint followed to its end, the finish, the puzzle in a new tab', inGame, async (player, page) => {
  await page.waitForSelector('.cell.given');
  const open = cells.filter((cell) => deep[cell] === '0');
  await player.type(open.at(-1), solution[open.at(-1)]);
  await page.reload();
  await player.ready();
  await openHint(page);
  for (const all = await stepCount(page); !(await step(page)).startsWith(`step ${all} `);) await page.click('[data-act=apply]');
  await page.click('[data-act=show]');
  const board = await player.board();
  assert.equal(cells.filter((cell) => board[cell] !== deep[cell]).length, 2);
  await player.fill(solution);
  await page.waitForSelector('#finish-dialog[open]');
  assert.match(await page.textContent('#finish-list'), /1 hint/);
  await player.press('Escape');
  const tab = await player.place.newPage();
  await tab.goto(`${player.server.address}/#p=${deep}`);
  await tab.waitForSelector('.cell.given');
  player.page = tab;
  assert.equal(await player.givens(), deep);
});

// Stories of the solver view, and of practice.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { cells, deep, known, solutions, twoSolutions } from './support/sudoku.mjs';

const [solution] = solutions(deep);

const stepOf = (page) => page.textContent('#walk-step');
const opened = (page) => page.waitForSelector('#walk-parts table');

for (const [name, context] of Object.entries({ phone, '320 x 568': { viewport: { width: 320, height: 568 } } })) {
  story(`${name}: the solution of a game is stepped through to its end and back`, { hash: `#p=${deep}`, ...context }, async (player, page) => {
    const open = deep.indexOf('0');
    await player.type(open, solution[open]);
    await player.menu();
    await page.click('#open-walk');
    await opened(page);
    assert.equal(await player.board(), deep, 'the puzzle, not the game');
    assert.match(await stepOf(page), /^1 of \d+: /);
    const all = Number(/of (\d+)/.exec(await stepOf(page))[1]);
    assert.ok(await page.isDisabled('[data-act=back]'));
    assert.ok(await page.locator('[data-act=next]').isVisible());
    const box = await page.locator('[data-act=next]').boundingBox();
    assert.ok(box.y + box.height <= page.viewportSize().height, 'Next is in sight');
    const counts = await page.$$eval('#walk-parts tr td:nth-child(3)', (all) => all.filter((each) => each.textContent).map((each) => Number(each.textContent)));
    assert.equal(counts.reduce((sum, count) => sum + count), all, 'every step has a technique of the list');
    let eliminations = 0;
    for (let at = 1; at <= all; ++at) {
      assert.match(await stepOf(page), new RegExp(`^${at} of ${all}: `));
      assert.ok(await page.locator('.cell.pattern').count() > 0, 'each step is drawn');
      eliminations += await page.locator('.notes .struck').count();
      await page.click('[data-act=next]');
    }
    assert.ok(eliminations > 5, `${eliminations}`);
    assert.equal(await page.locator('.cell.same').count(), 0, 'the hidden cursor highlights nothing');
    assert.equal(await player.board(), solution);
    assert.match(await page.textContent('#walk-text'), /solved/);
    await player.press('PageUp', 'PageUp');
    assert.match(await stepOf(page), new RegExp(`^${all - 1} of`));
    await page.locator('#walk-parts .plain').first().click();
    const hardest = await page.textContent('#walk-parts .current .plain');
    assert.match((await stepOf(page)).toLowerCase(), new RegExp(hardest.toLowerCase().replace(/[()+]/g, '.')));
    await player.reload();
    await opened(page);
    await player.press('Escape');
    await page.waitForSelector('#walk', { state: 'hidden' });
    assert.equal((await player.board())[open], solution[open], 'the game is back');
    assert.equal(cells.filter((cell) => solution[cell] === deep[cell]).length + 1, [...(await player.board())].filter((digit) => digit !== '0').length);
  });
}

story('a puzzle with several solutions shows where they differ; none and a contradiction are named', {}, async (player, page) => {
  await player.go(`#solve=${twoSolutions}`);
  await page.waitForFunction(() => /2 solutions/.test(document.querySelector('#walk-text').textContent));
  const expected = cells.filter((cell) => new Set(solutions(twoSolutions, 3).map((each) => each[cell])).size > 1);
  assert.deepEqual(await page.$$eval('.cell.pattern', (all) => all.map((cell) => Number(cell.dataset.cell))), expected);
  assert.equal((await player.notes(expected[0])).length, 3, 'two digits');
  await player.go(`solve=55${'0'.repeat(79)}`);
  await page.waitForFunction(() => /row 1, column 1; row 1, column 2/.test(document.querySelector('#walk-text').textContent));
  await player.go(`solve=123456780${'0'.repeat(71)}9`);
  await page.waitForFunction(() => /No solution/.test(document.querySelector('#walk-text').textContent));
  await page.click('#walk-close');
  await page.waitForSelector('.level');
});

story('a pasted puzzle is solved step by step, in both languages, and axe finds nothing', { reducedMotion: 'reduce' }, async (player, page) => {
  await page.click('#open-import');
  await page.fill('#import-text', known);
  await page.waitForSelector('#import-walk:enabled');
  await page.click('#import-walk');
  await opened(page);
  assert.deepEqual(await player.axe(), []);
  const english = await page.textContent('#walk-text');
  await page.click('#language');
  await page.waitForFunction((text) => document.querySelector('#walk-text').textContent !== text, english);
  assert.match(await page.textContent('#walk'), /技巧/);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await player.axe(), []);
});

story('the solution of a counted game is shown on request only, and then the game does not count', {}, async (player, page) => {
  const givens = await player.begin();
  await page.click('#open-walk');
  await page.click('#confirm-no');
  assert.equal(await page.isVisible('#walk'), false);
  await page.click('#open-walk');
  await page.click('#confirm-yes');
  await opened(page);
  await page.goBack();
  await page.waitForSelector('#walk', { state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement.matches('.cell')), true);
  await player.win(solutions(givens)[0]);
  await player.press('Escape');
  await player.fromHome('open-times');
  assert.equal(await page.locator('#times-list dd').count(), 0);
});

story('a game whose solution could not be shown still counts', {}, async (player, page) => {
  const givens = await player.begin();
  await player.fake('solution', { error: { code: 'internal', message: '' } });
  await page.click('#open-walk');
  await page.click('#confirm-yes');
  await page.waitForSelector('#walk-text.bad');
  await page.click('#walk-close');
  await player.fake('solution', null);
  await player.win(solutions(givens)[0]);
  assert.match(await page.textContent('#finish-list'), /Days in a row1 day/);
});

// Nested chains have inner steps with sentences of their own.
const nested = '700900005000025000004000020000057003300000000000300980006001000900500008010040600';
story('a chain is followed sentence by sentence, with its arrows', { hash: `#solve=${nested}` }, async (player, page) => {
  await opened(page);
  const all = Number(/of (\d+)/.exec(await stepOf(page))[1]);
  let chains = 0;
  for (let at = 1; at <= all; ++at) {
    if (await page.isVisible('#walk-chain button')) {
      const sentences = await page.locator('#walk-text p').count();
      assert.equal(await page.textContent('#walk-chain .quiet'), `${sentences - 1} sentences`, 'each sentence has its links');
      if (++chains === 1 || chains === 4) {
        const whole = await page.locator('#lines .link').count();
        for (let line = 1; line < sentences; ++line) {
          await page.click('[data-act=line-next]');
          assert.match(await page.textContent('#walk-text .now'), /^\d+\./);
          assert.ok(await page.locator('.notes .on, .notes .off').count() > 0);
        }
        assert.equal(await page.locator('#lines .link').count(), whole, 'at the end, the whole chain');
        await page.click('[data-act=line-next]');
        assert.equal(await page.locator('#walk-text .now').count(), 0);
      }
    }
    await player.press('PageDown');
  }
  assert.ok(chains > 10, `${chains}`);
});

story('the names of cells and houses in a text light them', { hash: `#solve=${deep}` }, async (player, page) => {
  await opened(page);
  const name = page.locator('#walk-text .name', { hasText: 'r2c7' }).first();
  await name.hover();
  assert.deepEqual(await page.$$eval('[data-pointed]', (all) => all.map((cell) => Number(cell.dataset.cell))), [15]);
  await page.mouse.move(0, 0);
  assert.equal(await page.locator('[data-pointed]').count(), 0);
  await page.locator('#walk-text .name', { hasText: 'box 9' }).focus();
  assert.equal(await page.locator('[data-pointed]').count(), 9);
  // A full stop stays on the line of its name, and a sentence has no buttons.
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const lonely = await page.$$eval('#walk-text .name', (all) => all.filter((each) => {
      const range = document.createRange();
      if (!/^[.?,)]/.test(each.nextSibling?.textContent ?? '')) return false;
      range.setStart(each.nextSibling, 0);
      range.setEnd(each.nextSibling, 1);
      return range.getBoundingClientRect().top > each.getClientRects()[each.getClientRects().length - 1].bottom - 2;
    }).map((each) => each.textContent));
    assert.deepEqual(lonely, []);
  }
  assert.equal(await page.locator('#walk-text button').count(), 0);
});

story('a technique is practised with a puzzle that needs it and nothing harder', { hash: `#solve=${deep}` }, async (player, page) => {
  await opened(page);
  await page.click('#walk-parts tr:has-text("naked pair") [data-act^=practise]');
  await player.says(/Practice: naked pair/);
  const givens = await player.givens();
  assert.notEqual(givens, deep);
  await page.click('#open-walk');
  await opened(page);
  assert.match(await page.textContent('#walk-parts tr:nth-child(2)'), /naked pair/, 'the hardest technique comes first');
});

story('practice can be cancelled, and gives up after a number of tries', { hash: `#solve=${deep}` }, async (player, page) => {
  await opened(page);
  await player.fake('new', { error: { code: 'unmet', message: '' } });
  const before = (await player.asked('new')).length;
  await page.click('#walk-parts [data-act^=practise] >> nth=0');
  await page.waitForFunction(() => /No such puzzle/.test(document.querySelector('#practice-text').textContent));
  assert.equal((await player.asked('new')).length - before, 300);
  assert.deepEqual(await player.axe(), []);
  await page.click('#practice-dialog [data-close]');
  await player.fake('new', null);
  await page.evaluate(() => {
    document.querySelector('#walk-parts [data-act^=practise]').click();
    document.querySelector('#practice-dialog [data-close]').click();
  });
  await page.waitForTimeout(500);
  assert.equal(await page.isVisible('#walk'), true, 'nothing has changed');
});

// Stories of the solver view, and of a page whose files do not load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phone, story, withPage } from './support/story.mjs';
import { cells, known, solutions, twoSolutions } from './support/sudoku.mjs';

const deep = '002030000000000060060900480800010306006008020000000809400580037003070008000203004';
const [solution] = solutions(deep);

const stepOf = (page) => page.textContent('#walk-step');
const opened = (page) => page.waitForSelector('#walk-parts table');

for (const [name, context] of Object.entries({ phone, '320 x 568': { viewport: { width: 320, height: 568 } } })) {
  story(`${name}: the solution of a game is stepped through to its end and back`, { hash: `#p=${deep}`, ...context }, async (player, page) => {
    await page.waitForSelector('.cell.given');
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
    const counts = await page.$$eval('#walk-parts tr td:last-child', (all) => all.map((each) => Number(each.textContent)));
    assert.equal(counts.reduce((sum, count) => sum + count), all, 'every step has a technique of the list');
    let eliminations = 0;
    for (let at = 1; at <= all; ++at) {
      assert.match(await stepOf(page), new RegExp(`^${at} of ${all}: `));
      assert.ok(await page.locator('.cell.pattern').count() > 0, 'each step is drawn');
      eliminations += await page.locator('.notes .struck').count();
      await page.click('[data-act=next]');
    }
    assert.ok(eliminations > 5, `${eliminations}`);
    assert.equal(await player.board(), solution);
    assert.match(await page.textContent('#walk-text'), /solved/);
    await player.press('PageUp', 'PageUp');
    assert.match(await stepOf(page), new RegExp(`^${all - 1} of`));
    await page.locator('#walk-parts .plain').first().click();
    const hardest = await page.textContent('#walk-parts .current .plain');
    assert.match((await stepOf(page)).toLowerCase(), new RegExp(hardest.toLowerCase().replace(/[()+]/g, '.')));
    await page.reload();
    await player.ready();
    await opened(page);
    await player.press('Escape');
    await page.waitForSelector('#walk', { state: 'hidden' });
    assert.equal((await player.board())[open], solution[open], 'the game is back');
    assert.equal(cells.filter((cell) => solution[cell] === deep[cell]).length + 1, [...(await player.board())].filter((digit) => digit !== '0').length);
  });
}

story('a puzzle with several solutions shows where they differ; none and a contradiction are named', {}, async (player, page) => {
  await page.evaluate((puzzle) => { location.hash = `solve=${puzzle}`; }, twoSolutions);
  await page.waitForFunction(() => /2 solutions/.test(document.querySelector('#walk-text').textContent));
  const expected = cells.filter((cell) => new Set(solutions(twoSolutions, 3).map((each) => each[cell])).size > 1);
  assert.deepEqual(await page.$$eval('.cell.pattern', (all) => all.map((cell) => Number(cell.dataset.cell))), expected);
  assert.equal((await player.notes(expected[0])).length, 3, 'two digits');
  await page.evaluate(() => { location.hash = `solve=55${'0'.repeat(79)}`; });
  await page.waitForFunction(() => /row 1, column 1; row 1, column 2/.test(document.querySelector('#walk-text').textContent));
  await page.evaluate(() => { location.hash = `solve=123456780${'0'.repeat(71)}9`; });
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
  await player.begin();
  const givens = await player.givens();
  await page.click('#open-walk');
  await page.click('#confirm-no');
  assert.equal(await page.isVisible('#walk'), false);
  await page.click('#open-walk');
  await page.click('#confirm-yes');
  await opened(page);
  await page.goBack();
  await page.waitForSelector('#walk', { state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement.matches('.cell')), true);
  await player.fill(solutions(givens)[0]);
  await page.waitForSelector('#finish-dialog[open]');
  await player.press('Escape');
  await player.fromHome('open-times');
  assert.equal(await page.locator('#times-list dd').count(), 0);
});

story('without the server the solver view says so', { hash: `#p=${known}`, ownServer: true, expects: /Failed to load resource/ }, async (player, page) => {
  await page.waitForSelector('.cell.given');
  await player.server.stop();
  await page.click('#open-walk');
  await page.waitForFunction(() => /does not answer/.test(document.querySelector('#walk-text').textContent));
  await player.press('Escape');
  await player.showsGivens(known);
});

const lost = { expects: /Failed to load resource|no texts/ };
story('texts that do not load once are loaded again; without any, a message says so', lost, async (player, page) => {
  let fails = 1;
  await page.route('**/strings/*.json', (route) => (fails-- > 0 ? route.fulfill({ status: 500, body: '' }) : route.continue()));
  await page.reload();
  await player.ready();
  assert.equal(await page.isVisible('#failure'), false);
  assert.equal(await page.textContent('#new'), 'New game');
  await page.unroute('**/strings/*.json');
  await page.route('**/strings/en.json', (route) => route.abort());
  await page.reload();
  await player.ready();
  assert.equal(await page.textContent('#new'), '新游戏', 'the other language is better than nothing');
});

for (const file of ['strings/*.json', 'app.js', 'rules.js']) {
  test(`a page without ${file} shows a message instead of nothing`, async () => {
    await withPage(async (page, address) => {
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(address);
      await page.waitForSelector('#failure:not([hidden])');
      assert.match(await page.textContent('#failure'), /could not be loaded.*重试/s);
      assert.equal(await page.isVisible('header'), false);
      await page.unroute(`**/${file}`);
      await page.click('#reload');
      await page.waitForSelector('.level');
    });
  });
}

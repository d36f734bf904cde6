// Stories of speed on a slow phone: no task of the browser stops the page. A task is measured by the
// processor time that it takes here, and a slow phone needs kSlower times as much. The browser's own
// throttling would also count the time that other programs take.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { deep, known, solution } from './support/sudoku.mjs';

const kSlower = 4;
const kTries = 3;       // the best of these counts: caches and other programs disturb the others
const kPlaying = 50;    // ms, the limit for what the player does again and again
const kLimit = 100;     // ms, for everything else
const small = { viewport: { width: 390, height: 844 } };

// The longest task of the page while `act` runs and the page comes to rest, in ms on a slow phone.
async function longestTask(page, act) {
  const browser = page.context().browser();
  await page.waitForTimeout(150);
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act().finally(() => page.waitForTimeout(250));
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const placeOf = ({ pid, tid }) => `${pid}.${tid}`;
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(placeOf);
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.includes(placeOf(event)));
  assert.ok(tasks.length > 3, 'tasks were recorded');
  return (kSlower * Math.max(...tasks.map(({ tdur = 0 }) => tdur))) / 1000;
}

// Runs `acts`, a list of [name, limit, act], kTries times from the start of `begin` on.
async function staysSmooth(page, begin, acts) {
  const best = acts.map(() => Infinity);
  for (let i = 0; i < kTries; ++i) {
    await begin();
    for (const [at, [, , act]] of acts.entries()) best[at] = Math.min(best[at], await longestTask(page, act));
  }
  const found = acts.map(([name, limit], at) => ({ name, limit, longest: Math.round(best[at]) }));
  console.log(found.map(({ name, longest }) => `${name} ${longest} ms`).join(', '));
  assert.deepEqual(found.filter(({ limit, longest }) => longest > limit), []);
}

story('no task is longer than 50 ms while playing on a slow phone', { ...small, hash: `#p=${known}` }, async (player, page) => {
  const open = [...known].flatMap((digit, cell) => (digit === '0' ? [cell] : []));
  const fill = async (cells) => {
    for (const cell of cells) {
      await player.type(cell, solution[cell]);
      await page.waitForTimeout(50);
    }
  };
  const press = (...keys) => () => keys.reduce((before, key) => before.then(() => player.press(key)).then(() => page.waitForTimeout(50)), Promise.resolve());
  const click = (id) => () => page.evaluate((target) => document.getElementById(target).click(), id);
  await staysSmooth(page, () => player.open(`?${Math.random()}#p=${known}`), [
    ['digits', kPlaying, () => fill(open.slice(0, 5))],
    ['all notes', kPlaying, click('fill-notes')],
    ['digits among notes', kPlaying, () => fill(open.slice(5, 10))],
    ['undo', kPlaying, press('Control+z', 'Control+z', 'Control+z')],
    ['filter', kPlaying, press('f', 'f')],
    ['note', kPlaying, press('Shift+4', 'Shift+4')],
    ['pause', kPlaying, press('p', 'p')],
  ]);
});

story('no task is longer than 100 ms for a new game, a hint, a solution and the end of a game', { ...small, timeout: 240000 }, async (player, page) => {
  await staysSmooth(page, () => player.open(`?${Math.random()}`), [
    ['new game', kLimit, async () => {
      await page.click('#start-easy');
      await page.waitForSelector('.cell.given');
    }],
    ['home', kLimit, () => player.home()],
  ]);
  await staysSmooth(page, () => player.open(`?${Math.random()}#p=${deep}`), [
    ['hint', kLimit, () => player.hint()],
    ['its stages', kLimit, () => player.press('PageDown', 'PageDown', 'PageDown')],
    ['solution', kLimit, async () => {
      await page.evaluate(() => document.querySelector('#open-walk').click());
      await page.waitForSelector('#walk-parts table');
    }],
    ['its steps', kLimit, () => player.press('PageDown', 'PageDown', 'PageDown')],
  ]);
  const last = known.lastIndexOf('0');
  await staysSmooth(page, async () => {
    await player.open(`?${Math.random()}#p=${known}`);
    await page.waitForSelector('body:not(.done)');
    await player.fill(solution.slice(0, last) + known.slice(last));
  }, [['end', kLimit, async () => {
    await player.type(last, solution[last]);
    await page.waitForSelector('#finish-dialog[open]');
    await page.waitForTimeout(500);
  }]]);
});

story('of 500 saved games, the list shows the newest ones at once, and the others page by page', {
  ...small, storage: Object.fromEntries([...Array(500).keys()].map((n) => [`dokumill.game.g${n}`,
    JSON.stringify({ version: 1, id: `g${n}`, puzzle: known, source: 'made', level: 'hard', score: 4.2, seed: '1', at: 1, hints: 0, played: n * 1000, marks: [], log: [['digit', [[2, 4, 0]]]], saved: n + 1 })])),
}, async (player, page) => {
  await page.waitForSelector('#going-game .primary');
  const longest = await longestTask(page, async () => {
    await page.click('#open-games');
    await page.waitForSelector('#games-list .saved');
  });
  assert.ok(longest < 5 * kLimit, `${longest} ms`);
  const rows = page.locator('#games-list .saved');
  assert.equal(await rows.count(), 20);
  assert.deepEqual(await player.axe(), []);
  assert.match(await rows.nth(0).textContent(), /8:19/);
  await page.focus('#games-more');
  await player.press('Enter');
  assert.equal(await rows.count(), 40);
  assert.equal(await page.evaluate(() => document.activeElement.closest('.saved').querySelector('.quiet').textContent.slice(0, 4)), '7:59');
  for (let i = 0; i < 23; ++i) await page.click('#games-more');
  assert.equal(await rows.count(), 500);
  assert.equal(await page.isVisible('#games-more'), false);
});

// Stories of time and of data that must not be lost: clock, reload, storage, tabs, a server that
// has stopped, and rough use.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { known, solutions } from './support/sudoku.mjs';

const kStart = new Date('2026-01-02T04:00:00');
const hide = (page, isHidden) => page.evaluate((value) => {
  Object.defineProperty(document, 'hidden', { value, configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: value ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}, isHidden);

story('pause, hidden tab, other view, sleep and a changed clock: only visible play counts', { clock: true }, async (player, page) => {
  await page.clock.pauseAt(kStart);
  await player.begin();
  await page.clock.runFor(65000);
  assert.equal(await player.time(), 65);
  assert.equal(await page.evaluate(() => document.querySelector('#clock').firstChild.textContent), '1:05');
  await player.press('p');
  assert.match(await page.textContent('#cover'), /Paused/);
  assert.equal(await player.message(), 'Paused');
  assert.match(await page.locator('.cells').first().evaluate((row) => getComputedStyle(row).filter), /blur\(1\dpx|blur\(1\d\.\d+px/, 'a pause blurs the board');
  assert.ok(await page.locator('#board').first().evaluate((board) => board.inert), 'also for screen readers');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Resume');
  await page.clock.runFor(100000);
  await player.press('p');
  assert.equal(await player.time(), 65);
  await page.clock.runFor(5000);
  await hide(page, true);
  await page.clock.runFor(300000);
  await hide(page, false);
  assert.equal(await player.time(), 70);
  await player.go('#mill');
  await page.waitForSelector('#mill:not([hidden])');
  await page.clock.runFor(300000);
  await page.click('#to-play');
  await page.waitForSelector('#play:not([hidden])');
  assert.equal(await player.time(), 70);
  await page.clock.runFor(2000);
  await page.clock.fastForward(3600000);  // timers do not run: the machine slept
  await page.clock.runFor(3000);
  const time = await player.time();
  assert.ok(time >= 74 && time <= 75, `${time}`);
  await page.clock.setSystemTime(new Date('1999-01-01'));
  await page.clock.runFor(5000);
  assert.ok((await player.time()) >= time + 4 && (await player.time()) <= time + 6, 'the wall clock does not matter');
});

story('a pause, the home screen and Quit outlive a reload, and the clock does not run', { clock: true }, async (player, page) => {
  await page.clock.pauseAt(kStart);
  await player.begin();
  await page.clock.runFor(30000);
  await player.press('p');
  await player.reload();
  assert.match(await page.textContent('#cover'), /Paused/);
  assert.ok(await page.locator('#board').first().evaluate((board) => board.inert));
  await page.clock.runFor(60000);
  assert.equal(await player.time(), 30);
  await page.click('#cover button:has-text("Home")');
  await page.waitForSelector('#going-game .primary');
  await player.reload();
  await page.clock.runFor(60000);
  await page.click('#going-game .primary');
  assert.equal(await page.isVisible('#cover'), false, 'Continue also ends the pause');
  assert.equal(await player.time(), 30);
  await page.clock.runFor(5000);
  assert.equal(await player.time(), 35);
  await page.click('#quit');
  await player.reload();
  await page.clock.runFor(60000);
  await page.click('#to-play');
  await page.waitForSelector('#play:not([hidden])');
  assert.equal(await player.time(), 35);
});

story('an hour shows hours, and a hidden timer goes on', { clock: true }, async (player, page) => {
  await page.clock.pauseAt(kStart);
  await player.begin();
  await player.set('showsTimer', false);
  assert.equal(await page.isVisible('#clock'), false);
  await page.clock.runFor(3601000);
  await player.set('showsTimer', true);
  assert.equal(await page.evaluate(() => document.querySelector('#clock').firstChild.textContent), '1:00:01');
});

story('new game begins at 0:00, restart keeps the time, penalties stay with their game', { clock: true }, async (player, page) => {
  await page.clock.pauseAt(kStart);
  await player.begin();
  await player.set('hints', 'at-once');
  await page.clock.runFor(30000);
  await player.press('Shift+H');
  await page.waitForFunction(() => /1 hint,/.test(document.querySelector('#clock').textContent));
  assert.equal(await player.time(), 35);
  await page.click('#restart');
  assert.equal(await player.time(), 35);
  assert.equal(await page.locator('.cell:not(.given) .digit').count(), 0);
  await page.click('#hint');
  await player.another(() => page.click('#new'));
  assert.equal(await player.time(), 0);
  await page.clock.runFor(2000);
  assert.equal(await player.time(), 2, 'a hint under way does not land on the next game');
  const [solution] = solutions(await player.givens());
  await player.win(solution);
  const end = await page.textContent('#finish-time');
  await page.clock.runFor(60000);
  assert.equal(await page.evaluate(() => document.querySelector('#clock').firstChild.textContent), end, 'the clock stops at the end');
  await player.another(() => page.click('#finish-next'));
  assert.equal(await player.time(), 0);
});

story('a reload keeps digits, notes, undo, redo, time and hints', {}, async (player, page) => {
  const givens = await player.begin();
  const open = [...givens].map((digit, cell) => (digit === '0' ? cell : -1)).filter((cell) => cell >= 0);
  await player.type(open[0], '4');
  await player.type(open[1], 'Shift+1', 'Shift+2');
  await player.press('Shift+H');
  await page.waitForFunction(() => /1 hint,/.test(document.querySelector('#clock').textContent));
  await player.press('Control+z');
  const before = await player.labels();
  await player.reload();
  assert.deepEqual(await player.labels(), before);
  assert.ok(await page.isEnabled('#redo'));
  assert.match(await page.textContent('#clock'), /1 hint/);
  assert.ok(await player.time() >= 5);
  await player.press('Control+y');
  assert.equal(await player.notes(open[1]), '1 2');
});

const poisons = {
  'no JSON': '{"version":1,',
  'another shape': '[1,2,3]',
  'a number': '7',
  'an old version': '{"version":0}',
  'wrong types': JSON.stringify({ version: 1, id: 'x', puzzle: known, source: 'made', level: null, score: null, seed: null, at: 'x', hints: 0, played: 0, log: [], marks: [] }),
  'moves on givens': JSON.stringify({ version: 1, id: 'x', puzzle: known, source: 'made', level: null, score: null, seed: null, at: 1, hints: 0, played: 0, log: [['digit', [[0, 1, 0]]]], marks: [] }),
  'markup': '"<img src=x onerror=alert(1)>"',
};
for (const [name, text] of Object.entries(poisons)) {
  story(`a saved game that is broken (${name}) gives a fresh game and a note`, {
    storage: { 'dokumill.game.x': text, 'dokumill.settings': text, 'dokumill.times': text },
  }, async (player, page) => {
    assert.match(await player.message(), /could not be read/);
    await page.click('#open-times');
    await player.press('Escape');
    await player.begin();
    await player.reload();
    assert.doesNotMatch(await player.message(), /could not be read/, 'it is said once');
    assert.notEqual(await player.givens(), '0'.repeat(81));
  });
}

story('the saved game of this very tab is broken', {}, async (player, page) => {
  await player.begin();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('dokumill.game.'))) localStorage.setItem(key, '{');
    Storage.prototype.setItem = () => {};
  });
  await player.reload();
  assert.match(await player.message(), /could not be read/);
  await player.begin();
});

story('storage that is full: a banner stays, results count, and a file has them', {
  init: () => {
    globalThis.setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
}, async (player, page) => {
  await player.begin();
  await page.waitForSelector('#unsaved:not([hidden])');
  const givens = await player.givens();
  await player.type(givens.indexOf('0'), '1');
  assert.match(await page.textContent('#unsaved'), /full or switched off/, 'after a move, too');
  await player.win(solutions(givens)[0]);
  assert.match(await page.textContent('#finish-list'), /Days in a row1 day/);
  await player.home();
  await page.waitForSelector('#daily-streak:has-text("1 day in a row")');
  assert.deepEqual(await player.axe(), []);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#unsaved-save')]);
  const file = await download.path();
  // The next browser has the progress of the file.
  await player.reload();
  await page.evaluate(() => { Storage.prototype.setItem = globalThis.setItem; });
  assert.equal(await page.textContent('#daily-streak'), '');
  await page.click('#open-times');
  await page.setInputFiles('#progress-file', file);
  await page.waitForSelector('#progress-message:has-text("1 game and 1 result")');
  assert.match(await page.textContent('#stats-table'), /Easy1/);
  assert.deepEqual(await player.axe(), []);
  await page.setInputFiles('#progress-file', { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.waitForSelector('#progress-message:has-text("not a file that this page has saved")');
  await player.press('Escape');
  await page.waitForSelector('#daily-streak:has-text("1 day in a row")');
  assert.equal(await page.isVisible('#unsaved'), false);
});

story('storage that is switched off: play goes on, with a banner', {
  init: () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('off', 'SecurityError');
        },
      });
    }
  },
}, async (player, page) => {
  await player.begin();
  await page.waitForSelector('#unsaved:not([hidden])');
});

story('a puzzle of the day that two tabs solve counts once', {}, async (player, page) => {
  await page.click('#daily-play');
  await page.waitForFunction(() => document.querySelectorAll('.cell.given').length > 0);
  const [solution] = solutions(await player.givens());
  const other = await player.tab();
  await other.click('.day[aria-current]');
  await other.waitForFunction(() => document.querySelectorAll('.cell.given').length > 0);
  await player.win(solution);
  player.page = page;
  await player.win(solution);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('dokumill.results')).length), 1);
});

story('two tabs play two games, and neither harms the other', {}, async (player, page) => {
  const givens = await player.begin();
  const cell = givens.indexOf('0');
  await player.type(cell, '3');
  const first = await player.board();
  const other = await player.tab();
  const second = await player.begin('Medium');
  assert.notEqual(second, givens);
  await player.type(second.indexOf('0'), '8');
  const otherBoard = await player.board();
  for (const [tab, board] of [[page, first], [other, otherBoard]]) {
    player.page = tab;
    await player.reload();
    assert.equal(await player.board(), board);
  }
});

story('a duplicated tab goes on with a copy', {}, async (player, page) => {
  const givens = await player.begin();
  const cell = givens.indexOf('0');
  await player.type(cell, '3');
  const id = await page.evaluate(() => sessionStorage.getItem('dokumill.tab'));
  await player.place.addInitScript((tab) => {
    if (location.protocol === 'http:' && !sessionStorage.getItem('dokumill.tab')) sessionStorage.setItem('dokumill.tab', tab);
  }, id);
  const other = await player.tab();
  await player.type(cell, '4');
  const copy = await player.board();
  player.page = page;
  await player.reload();
  assert.equal((await player.board())[cell], '3');
  player.page = other;
  await player.reload();
  assert.equal(await player.board(), copy);
});

story('an engine that fails says so, costs nothing, and the game goes on', {}, async (player, page) => {
  const givens = await player.begin();
  for (const name of ['hint', 'check', 'new', 'import']) await player.fake(name, { error: { code: 'memory', message: 'out of memory' } });
  await player.type(givens.indexOf('0'), '1', 'Delete', 'Shift+2');
  await page.click('#submit');
  await player.says(/Unfinished/);
  await page.click('#hint');
  await player.says(/not enough memory/);
  assert.doesNotMatch(await page.textContent('#clock'), /hint/, 'no hint, no penalty');
  await page.click('#undo-mistakes');
  await player.says(/not enough memory/);
  await page.click('#new');
  await player.says(/not enough memory/);
  assert.equal(await player.givens(), givens);
  await player.go('#home');
  await page.click('#open-import');
  await page.fill('#import-text', known);
  await page.waitForFunction(() => /not enough memory/.test(document.querySelector('#import-verdict').textContent));
  await player.press('Escape');
  for (const name of ['hint', 'check', 'new', 'import']) await player.fake(name, null);
  await page.click('#to-play');
  await player.hint();
});

const withoutEngine = {
  'the worker fails': () => {
    globalThis.Worker = /** @type {any} */ (class {
      postMessage() {
        this.onerror({ message: 'no workers here' });
      }
      terminate() {}
    });
  },
  'no worker starts': () => {
    globalThis.Worker = /** @type {any} */ (class {
      constructor() {
        throw new DOMException('no workers here', 'SecurityError');
      }
      postMessage() {}
    });
  },
};
for (const [reason, init] of Object.entries(withoutEngine)) {
  story(`a browser that cannot run the engine is named as the reason: ${reason}`, { init }, async (player, page) => {
    await page.click('#start-easy');
    await player.says(/browser of 2023/);
  });
}

story('junk keys, repeats, double clicks, drags and a paste change no given', { hash: `#p=${known}`, expects: / 422 / }, async (player, page) => {
  for (const key of ['a', '0', '.', 'Enter', 'Space', 'ArrowUp', 'PageDown', 'x', '*', 'ä', '五']) await page.keyboard.press(key).catch(() => page.keyboard.insertText(key));
  for (let cell = 0; cell < 81; cell += 7) {
    await player.cell(cell).dblclick();
    await player.press('1', 'Shift+2', 'Delete');
  }
  await player.cell(0).dragTo(player.cell(80));
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    for (const init of [{ key: 'Process', code: 'Digit5', isComposing: true }, { key: '5', code: 'Digit5', repeat: true }, { key: 'Unidentified' }]) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
    }
  }, '<script>alert(1)</script>');
  await page.waitForSelector('#import-dialog[open]');
  await page.waitForFunction(() => /This is no puzzle/.test(document.querySelector('#import-verdict').textContent));
  await player.press('Escape');
  await page.dblclick('#undo');
  await page.dblclick('#pad .key >> nth=4');
  assert.equal(await player.givens(), known);
  const before = await player.board();
  await player.cell(2).evaluate((target) => target.focus());
  await page.keyboard.down('3');
  for (let i = 0; i < 20; ++i) await page.keyboard.down('3');
  await page.keyboard.up('3');
  assert.equal((await player.board())[2], '3');
  await player.press('Control+z');
  assert.equal((await player.board()), before, 'a held key is one move');
});

story('at 400 % zoom nothing is lost sideways', { viewport: { width: 320, height: 215 }, deviceScaleFactor: 4 }, async (player, page) => {
  await player.begin();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.click('#open-menu');
  await page.click('#submit');
  await player.says(/Unfinished/);
});

const tenResults = JSON.stringify([...Array(10).keys()].map((n) => ({ level: 'easy', elapsed: 65000, hints: 0, when: 1000 * (n + 1) })));
story('after ten games, the home screen asks once to save a copy', { storage: { 'dokumill.results': tenResults } }, async (player, page) => {
  await page.waitForSelector('#remind:not([hidden])');
  assert.deepEqual(await player.axe(), []);
  const saved = page.waitForEvent('download');
  await page.click('#remind-save');
  assert.match((await saved).suggestedFilename(), /^dokumill-.*\.json$/);
  assert.equal(await page.isVisible('#remind'), false);
  await player.reload();
  await page.waitForSelector('#daily-play');
  await page.waitForTimeout(200);
  assert.equal(await page.isVisible('#remind'), false);
});

story('a browser that promises to keep everything is not asked', {
  storage: { 'dokumill.results': tenResults }, init: () => navigator.storage && Object.assign(navigator.storage, { persisted: () => Promise.resolve(true) }),
}, async (player, page) => {
  await page.waitForSelector('#daily-play');
  await page.waitForTimeout(200);
  assert.equal(await page.isVisible('#remind'), false);
});

// A monkey test: random keys, clicks, window sizes and reloads. Whatever they do, the givens of a
// game stay, its time never goes back, and undo and redo lead to the same boards.
//
// DOKUMILL_MONKEY_SECONDS is the duration (default 15), DOKUMILL_MONKEY_SEED the random seed
// (default 1).
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { dice } from './support/sudoku.mjs';

const seconds = Number(process.env.DOKUMILL_MONKEY_SECONDS ?? 15);
const seed = Number(process.env.DOKUMILL_MONKEY_SEED ?? 1);
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'Delete', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight',
  'w', 'a', 's', 'd', 'h', 'j', 'k', 'l', 'n', 'p', 'Escape', '?', 'Shift+H', 'Shift+3', 'Shift+7', 'Control+z', 'Control+y', 'Control+Shift+z',
  'Tab', 'Enter', ' ', 'Home', 'End', 'Control+Enter', 'x', 'F2', 'PageDown'];

// The server answers an import of invalid text with status 422, which the browser writes to the
// console.
story(`a monkey for ${seconds} s`, { expects: / 422 /, timeout: 1000 * seconds + 120000 }, async (player, page) => {
  const roll = dice(seed);
  // The givens and the time of the game that the page shows, and the length of the page's text.
  const game = () => page.evaluate(() => ({
    givens: [...document.querySelectorAll('.cell')].map((cell) => (cell.classList.contains('given') ? cell.textContent.trim()[0] : '0')).join(''),
    clock: document.querySelector('#clock').firstChild?.textContent ?? '',
    shown: document.body.innerText.length,
  }));
  const timeOf = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  // A click on one of these elements may start another puzzle, or the same puzzle again, at once or
  // when the puzzle has arrived.
  const begins = /^(new|level|confirm-yes|import-play|editor-play|import-edit|quit|resume)/;
  const acts = {
    key: async () => page.keyboard.press(keys[roll(keys.length)]),
    cell: async () => page.locator('.cell').nth(roll(81)).click({ timeout: 200, clickCount: 1 + roll(2), noWaitAfter: true }),
    button: async () => {
      const buttons = await page.locator('button:visible:enabled, a[href^="#"]:visible').all();
      const button = buttons[roll(buttons.length)];
      const name = (await button.getAttribute('id', { timeout: 200 })) ?? (await button.getAttribute('class', { timeout: 200 })) ?? '';
      await button.click({ timeout: 200, noWaitAfter: true });
      return name;
    },
    size: async () => page.setViewportSize({ width: 320 + roll(1100), height: 400 + roll(700) }),
    level: async () => page.locator('#level').selectOption({ index: roll(4) }, { timeout: 200 }),
    reload: async () => {
      await player.reload();
    },
  };
  const kinds = [...Array(60).fill('key'), ...Array(20).fill('cell'), ...Array(14).fill('button'), 'size', 'size', 'level', 'level', 'reload'];
  // Printing would open a dialog of the browser.
  await page.evaluate(() => { window.print = () => {}; });
  await player.begin('Easy');
  let before = await game();
  let mayBegin = 0;
  let done = 0;
  let games = 1;
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ++done) {
    const kind = kinds[roll(kinds.length)];
    let name = '';
    try {
      name = (await acts[kind]()) ?? '';
    } catch (error) {
      // The element is covered by a dialog or no longer exists: the click has no effect.
      if (!/Timeout|not visible|detached|intercepts/.test(error.message)) throw error;
    }
    if (begins.test(name) || kind === 'key') mayBegin = 20;
    const after = await game();
    assert.ok(after.shown > 20, `a blank page after ${kind} ${name}`);
    const isSame = after.givens === before.givens;
    assert.ok(isSame || mayBegin > 0, `the givens changed after ${kind} ${name}`);
    if (isSame && /[1-9]/.test(after.givens) && mayBegin === 0) {
      assert.ok(timeOf(after.clock) >= timeOf(before.clock), `the time went back after ${kind} ${name}: ${before.clock}, ${after.clock}`);
    }
    if (!isSame) ++games;
    mayBegin -= mayBegin > 0 ? 1 : 0;
    before = after;
    if (done % 150 === 149) {
      // Returns to a running game. Undo must lead to its start, and redo to its end again.
      for (let i = 0; i < 3; ++i) await page.keyboard.press('Escape');
      if (!(await page.locator('#board .cell').first().isVisible()) || !(await page.isEnabled('#submit'))) continue;
      const board = await player.board();
      while (await page.isEnabled('#redo')) await page.locator('#redo').click({ timeout: 2000 });
      const last = await player.board();
      let steps = 0;
      for (; await page.isEnabled('#undo'); ++steps) await page.locator('#undo').click({ timeout: 2000 });
      assert.equal(await player.board(), await player.givens(), `undo does not lead to the start; board was ${board}`);
      for (let i = 0; i < steps; ++i) await page.locator('#redo').click({ timeout: 2000 });
      assert.equal(await player.board(), last, 'redo does not lead to the end');
    }
  }
  console.log(`${done} actions, ${games} boards, seed ${seed}`);
});

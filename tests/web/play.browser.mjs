// Stories of a game: winning, hints, submitting, undo, notes, levels, touch.
import assert from 'node:assert/strict';
import { phone, story } from './support/story.mjs';
import { dice, known, solution, solutions, twoSolutions } from './support/sudoku.mjs';

story('a game is won by keyboard alone', {}, async (player, page) => {
  await page.keyboard.press('Tab');
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.matches('.level'))); ++i) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.cell'));
  const givens = await player.givens();
  const [answer] = solutions(givens);
  await player.fill(answer, true);
  assert.equal(await player.givens(), givens);
  await page.waitForSelector('#finish-dialog[open]');
  assert.match(await page.textContent('#finish-time'), /^\d+:\d\d$/);
  assert.match(await page.textContent('#finish-list'), /Hintsnone.*Days in a row1 day$/);
  await player.press('Escape');
  await player.type(givens.indexOf('0'), '1', 'Delete');
  assert.equal(await player.board(), answer, 'a finished board is locked');
  await player.fromHome('open-times');
  assert.equal(await page.locator('#times-list dd').count() > 0, true);
});

story('a game is won by touch', { ...phone, hash: `#p=${known}` }, async (player, page) => {
  for (let cell = 0; cell < 81; ++cell) {
    if (known[cell] !== '0') continue;
    await player.cell(cell).tap();
    await page.tap(`#pad .key >> nth=${solution[cell] - 1}`);
  }
  await page.waitForSelector('#finish-dialog[open]');
  await page.tap('#finish-close');
  assert.ok(!(await page.isVisible('#pad')), 'nothing is left to enter');
  await page.tap('#finish-open');
  await page.waitForSelector('#finish-dialog[open]');
});

story('digits first: one digit, then its cells', { ...phone, hash: `#p=${known}` }, async (player, page) => {
  await player.set('entry', 'digit');
  const cell = known.indexOf('0');
  for (let digit = 1; digit <= 9; ++digit) {
    await page.tap(`#pad .key >> nth=${digit - 1}`);
    for (let other = cell + 1; other < 81; ++other) {
      if (known[other] === '0' && solution[other] === String(digit)) await player.cell(other).tap();
    }
  }
  assert.equal(await player.board(), `${solution.slice(0, cell)}0${solution.slice(cell + 1)}`);
  assert.equal(await page.locator('.key.spent').count(), 8);
  await page.tap(`#pad .key >> nth=${solution[cell] - 1}`);
  await page.tap(`#pad .key >> nth=${solution[cell] - 1}`);
  await player.type(cell, 'Enter');
  assert.equal((await player.board())[cell], '0', 'no digit is chosen');
  await page.tap(`#pad .key >> nth=${solution[cell] - 1}`);
  await player.type(cell, 'Space');
  assert.equal(await player.board(), solution, 'Space puts the chosen digit');
});

story('new is at hand in each level, and the level stays chosen', {}, async (player, page) => {
  await player.begin();
  for (const level of ['Easy', 'Medium', 'Hard', 'Expert', 'Extreme']) {
    await page.selectOption('#level', { label: level });
    await player.another(() => page.click('#new'));
    assert.match(await page.textContent('#about'), new RegExp(level));
    assert.equal(solutions(await player.givens(), 2).length, 1, 'a made puzzle has one solution');
    assert.match(await page.textContent('#clock'), /^0:0/);
  }
  await player.reload();
  assert.equal(await page.inputValue('#level'), 'extreme');
});

story('without a game there is no board, and no key does anything', { hash: '#play' }, async (player, page) => {
  await page.waitForSelector('#home:not([hidden])');
  assert.equal(await page.isVisible('#play'), false);
  assert.equal(await page.isVisible('#to-play'), false);
  await player.press('5', 'Shift+H', 'p', 'Control+Enter', 'Control+z');
  assert.equal(await player.board(), '0'.repeat(81));
  assert.equal(await page.isVisible('#going'), false, 'there is no game to continue');
});

story('submit says unfinished, then wrong; a right full board ends by itself', { hash: `#p=${known}` }, async (player, page) => {
  await page.click('#submit');
  await player.says(/Unfinished: 51 cells/);
  const empty = known.indexOf('0');
  const wrong = String((Number(solution[empty]) % 9) + 1);
  await player.fill(solution.slice(0, empty) + wrong + solution.slice(empty + 1));
  await player.says(/Every cell is filled, but not every digit is right/);
  await page.click('#submit');
  await player.says(/Not right yet/);
  await player.type(empty, solution[empty]);
  await page.waitForSelector('#finish-dialog[open]');
});

story('a second valid solution is accepted; right boxes with wrong rows are refused', { hash: `#p=${twoSolutions}` }, async (player, page) => {
  const [first, second] = solutions(twoSolutions, 2);
  await player.win(first);
  await page.click('#finish-again');
  await page.waitForFunction(() => document.querySelectorAll('.cell:not(.given) .digit').length === 0);
  assert.match(await page.textContent('#clock'), /^0:0/, 'playing again begins at 0:00');
  await player.win(second);
  await player.press('Escape');
  const oneBox = '123456789' + '0'.repeat(72);
  await player.go(`#p=${oneBox}`);
  await page.waitForFunction(() => document.querySelectorAll('.cell.given').length === 9);
  await player.fill('123456789'.repeat(9));
  await page.click('#submit');
  await player.says(/Not right yet/);
});

story('five hints in one second cost 25 seconds', { clock: true }, async (player, page) => {
  await player.begin();
  await player.set('hints', 'at-once');
  await page.clock.pauseAt(new Date('2026-01-02T04:00:00'));
  const before = await player.time();
  for (let i = 0; i < 5; ++i) await player.press('Shift+H');
  await page.waitForFunction(() => /5 hints/.test(document.querySelector('#clock').textContent));
  assert.equal(await player.time(), before + 25);
  assert.equal((await page.locator('.cell:not(.given) .digit').count()), 5);
});

story('explained hints, clicked as fast as it goes, cost 5 seconds each', { clock: true }, async (player, page) => {
  await player.begin('Easy');
  await page.clock.pauseAt(new Date('2026-01-02T04:00:00'));
  const before = await player.time();
  await page.evaluate(() => {
    for (let i = 0; i < 24; ++i) document.querySelector('#hint').click();
  });
  // A hint has two stages or three, and the last click of a hint fills its cell.
  await page.waitForFunction(() => {
    const n = Number(/(\d+) hint/.exec(document.querySelector('#clock small')?.textContent)?.[1] ?? 0);
    const isOpen = !document.querySelector('#hint-card').hidden;
    return n >= 6 && document.querySelectorAll('.cell:not(.given) .digit').length === n - isOpen;
  });
  const hints = Number(/(\d+) hint/.exec(await page.textContent('#clock small'))[1]);
  assert.ok(hints <= 8, `${hints}`);
  assert.equal(await player.time(), before + 5 * hints);
});

story('a hint shows a wrong digit first, in red and in words, and then explains in two steps', { hash: `#p=${known}` }, async (player, page) => {
  assert.match(await page.textContent('#hint'), /\+5 s/);
  await player.type(3, solution[3] === '2' ? '6' : '2');
  await player.type(2, String((Number(solution[2]) % 9) + 1));
  await player.press('Shift+H');
  await player.says(/The digit in row \d, column \d is wrong/);
  assert.deepEqual(await page.$$eval('.cell.marked', (all) => all.map((cell) => cell.dataset.cell)), ['2']);
  assert.match(await player.cell(2).getAttribute('aria-label'), /wrong/);
  await player.type(2, solution[2]);
  await player.type(3, solution[3]);
  assert.equal(await page.locator('.cell.marked').count(), 0);
  const before = await player.board();
  await player.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  assert.equal(await player.board(), before, 'the first step fills nothing');
  assert.match(await page.textContent('#hint-card .told'), /(box|row|column) \d/);
  assert.ok(await page.locator('.cell.lit').count() >= 1);
  await page.click('[data-act=show]');
  const after = await player.board();
  const filled = [...after].map((digit, cell) => (digit === before[cell] ? -1 : cell)).filter((cell) => cell >= 0);
  assert.equal(filled.length, 1);
  assert.equal(after[filled[0]], solution[filled[0]]);
  assert.match(await page.textContent('#clock'), /2 hints, \+10 s/);
  await player.press('Control+z');
  assert.equal(await player.board(), before, 'a hint can be undone');
  assert.match(await page.textContent('#clock'), /2 hints/, 'and stays paid');
});

story('a full right board ends by itself, also by a hint, and takes no more hints', { hash: `#p=${known}` }, async (player, page) => {
  const cell = known.lastIndexOf('0');
  await player.fill(`${solution.slice(0, cell)}0${solution.slice(cell + 1)}`);
  await player.press('Shift+H');
  await page.click('[data-act=show]');
  await page.waitForSelector('#finish-dialog[open]');
  await player.press('Escape');
  await player.press('Shift+H');
  assert.match(await page.textContent('#clock'), /1 hint,/);
  assert.ok(await page.isDisabled('#hint'));
});

story('notes: Shift, mode, removal, fill all, clear all, a lone note by double click', { hash: `#p=${known}` }, async (player, page) => {
  await player.type(2, 'Shift+1', 'Shift+4', 'n', '2', '4', 'n');
  assert.equal(await player.notes(2), '1 2');
  await player.type(3, 'Shift+1', 'Shift+9');
  await player.type(11, 'Shift+1');
  await player.type(2, '1');
  assert.equal(await player.notes(3), '9', 'the note goes with the digit in its row');
  assert.equal(await player.notes(11), '', 'and in its box');
  await player.press('Control+z');
  assert.equal(await player.notes(3), '1 9', 'one undo brings digit and notes back');
  assert.equal(await player.notes(2), '1 2');
  await page.click('#fill-notes');
  assert.equal(await player.notes(2), '1 2 4');
  assert.equal(await page.locator('.notes').count(), 51);
  await page.click('#clear-notes');
  assert.equal(await page.locator('.notes').count(), 0);
  await player.press('Control+z');
  assert.equal(await page.locator('.notes').count(), 51);
  await page.click('#clear-notes');
  await player.type(2, 'Shift+4');
  await player.cell(2).dblclick();
  assert.equal((await player.board())[2], '4');
});

story('a double tap turns a lone note into its digit, and two notes into none', { ...phone, hash: `#p=${known}` }, async (player, page) => {
  await page.tap('#notes');
  await player.cell(2).tap();
  await page.tap('#pad .key >> nth=0');
  await page.tap('#pad .key >> nth=3');
  await player.cell(2).tap();
  await player.cell(2).tap();
  assert.equal(await player.notes(2), '1 4');
  await page.tap('#pad .key >> nth=0');
  await player.cell(2).tap();
  await player.cell(2).tap();
  assert.equal((await player.board())[2], '4');
});

story('mistakes: off, by the rules, against the solution; and back to before them', { hash: `#p=${known}` }, async (player, page) => {
  await player.type(2, '5');
  assert.ok(await page.locator('.cell.conflict').count() >= 2);
  assert.match(await player.cell(2).getAttribute('aria-label'), /conflict/);
  await player.set('mistakes', 'off');
  assert.equal(await page.locator('.cell.conflict').count(), 0);
  await player.set('mistakes', 'solution');
  await page.waitForSelector('.cell.mistake');
  await player.type(2, solution[2]);
  await page.waitForFunction(() => !document.querySelector('.cell.mistake'));
  const good = await player.board();
  const consistent = ['1', '2', '4', '6', '9'].find((digit) => digit !== solution[3] && digit !== solution[2]);
  await player.type(3, consistent);
  await player.type(5, solution[5]);
  await page.waitForSelector('.cell.mistake');
  await page.click('#undo-mistakes');
  await player.says(/Back to before the mistake: 2 moves undone/);
  assert.equal(await player.board(), good);
  await page.click('#undo-mistakes');
  await player.says(/No mistake/);
  await player.press('Control+y', 'Control+Shift+z');
  assert.equal((await player.board())[5], solution[5]);
});

story('a walk of 500 actions: undo to the start and redo to the end, through a reload', {}, async (player, page) => {
  const givens = await player.begin('Medium');
  const roll = dice(11);
  const digits = [...givens];
  const past = [digits.join('')];
  let at = 0;
  for (let step = 0; step < 500; ++step) {
    const cell = roll(81);
    const kind = roll(10);
    if (kind < 6) {
      const digit = String(roll(10));
      await player.cell(cell).evaluate((target) => target.focus());
      await player.press(digit);
      if (givens[cell] === '0' && digits[cell] !== digit) {
        digits[cell] = digit;
        past.length = at + 1;
        past.push(digits.join(''));
        ++at;
      }
    } else if (kind < 8) {
      await player.press('Control+z');
      at = Math.max(0, at - 1);
      digits.splice(0, 81, ...past[at]);
    } else if (kind < 9) {
      await player.press('Control+y');
      at = Math.min(past.length - 1, at + 1);
      digits.splice(0, 81, ...past[at]);
    } else {
      await page.setViewportSize({ width: 320 + roll(1000), height: 500 + roll(600) });
    }
    if (step % 25 === 0) assert.equal(await player.board(), digits.join(''), `after ${step}`);
  }
  assert.equal(await player.board(), digits.join(''));
  const end = await player.board();
  await player.reload();
  assert.equal(await player.board(), end);
  while (await page.isEnabled('#undo')) await player.press('Control+z');
  assert.equal(await player.board(), givens);
  while (await page.isEnabled('#redo')) await player.press('Control+y');
  assert.equal(await player.board(), past.at(-1));
  assert.equal(await player.givens(), givens);
});

story('restart asks and can be undone, and a new game keeps the one before', {}, async (player, page) => {
  const givens = await player.begin();
  const open = [...givens].map((digit, cell) => (digit === '0' ? cell : -1)).filter((cell) => cell >= 0);
  for (const cell of open.slice(0, 6)) await player.type(cell, '1');
  const board = await player.board();
  await page.click('#restart');
  await page.waitForSelector('#confirm[open]');
  await page.keyboard.press('Escape');
  assert.equal(await player.board(), board);
  await page.click('#restart');
  await page.click('#confirm-yes');
  assert.equal(await player.board(), givens);
  await player.press('Control+z');
  assert.equal(await player.board(), board, 'even a restart can be undone');
  await player.another(() => page.click('#new'));
  await player.fromHome('open-games');
  await page.click('#games-list .primary >> nth=1');
  assert.equal(await player.board(), board);
});

story('quit leaves without losing the game', {}, async (player, page) => {
  const givens = await player.begin();
  await player.type(givens.indexOf('0'), '7');
  const board = await player.board();
  await page.click('#quit');
  await page.waitForSelector('#going-game .primary');
  assert.match(await page.textContent('#going-game'), /Easy · difficulty.*1 of \d\d cells filled.*Continue/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'home');
  assert.equal(await player.message(), '', 'no message of the game');
  await player.reload();
  assert.equal(await page.isVisible('#play'), false, 'a reload does not open the board');
  await page.goBack();
  await page.waitForSelector('#play:not([hidden])');
  assert.equal(await player.board(), board, 'Back leads back to the board');
  await page.close();
  const again = await player.tab('#play');
  const pictures = await again.$$eval('#going-game .still-cell', (all) => all.map((cell) => cell.textContent || '0').join(''));
  assert.equal(pictures, board);
  await again.click('#going-game .primary');
  assert.equal(await player.board(), board);
});

story('the finish compares with earlier games, counts the days and copies the result', {
  clock: true, permissions: ['clipboard-read', 'clipboard-write'],
  storage: { 'dokumill.results': JSON.stringify([0, 1].map((days) => ({ level: 'easy', elapsed: 600000, hints: 0, when: new Date('2026-01-01T12:00:00').getTime() - days * 86400000 }))) },
}, async (player, page) => {
  const givens = await player.begin();
  await player.press('Shift+H');
  await page.click('[data-act=show]');
  await player.win(solutions(givens)[0]);
  const rows = await page.textContent('#finish-list');
  assert.match(rows, /Hints1 hint, 5 s added/);
  assert.match(rows, /Place among your games1 of 3/);
  assert.match(rows, /Your average of 2 games10:00\d:\d\d faster/);
  assert.match(rows, /Days in a row3 days/);
  await page.click('#finish-share');
  await page.waitForFunction(() => document.querySelector('#finish-message').textContent === 'Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^dokumill · Easy · difficulty \d\.\d · 0:\d\d · hints: 1 hint, 5 s added\n\d{81}$/);
  assert.deepEqual(await player.axe(), []);
});

story('after a win: the replay with its controls, back to the result, then the next game of the level', { hash: `#p=${known}` }, async (player, page) => {
  const last = known.lastIndexOf('0');
  await player.fill(solution);
  const board = await page.locator('#board').boundingBox();
  const card = await page.locator('#finish-dialog').boundingBox();
  assert.ok(card.x >= board.x + board.width || card.y >= board.y + board.height, 'the card does not cover the board');
  await page.waitForSelector('#finish-techniques button');
  assert.deepEqual(await player.axe(), []);
  await page.click('#finish-watch');
  await page.waitForFunction(() => /^Move [3-9]/.test(document.querySelector('#replay h2').textContent));
  assert.equal((await player.board())[last], '0', 'the last move is still to come');
  assert.deepEqual(await player.axe(), []);
  await page.click('#replay-toggle');
  const stopped = await page.textContent('#replay h2');
  await page.waitForTimeout(600);
  assert.equal(await page.textContent('#replay h2'), stopped);
  const at = Number(/\d+/.exec(stopped)[0]);
  await page.click('#replay-next');
  assert.equal(await page.textContent('#replay h2'), `Move ${at + 1} of 51`);
  await player.press('PageUp', 'PageUp');
  assert.equal(await page.textContent('#replay h2'), `Move ${at - 1} of 51`);
  await page.selectOption('#replay-speed', '5');
  await page.click('#replay-toggle');
  await page.waitForFunction(() => document.querySelector('#replay h2').textContent === 'Move 51 of 51');
  assert.equal(await player.board(), solution);
  await page.locator('#replay-slider').fill('10');
  assert.equal((await player.board())[last], '0');
  await player.reload();
  assert.equal(await player.board(), solution, 'the replay does not change the saved game');
});

for (const [name, end] of Object.entries({ 'its button': (player, page) => page.click('#replay-close'), Escape: (player) => player.press('Escape') })) {
  story(`the replay is left with ${name}, and the result leads on`, { hash: `#p=${known}` }, async (player, page) => {
    await player.fill(solution);
    await page.click('#finish-watch');
    await page.waitForSelector('#replay:not([hidden])');
    await end(player, page);
    await page.waitForSelector('#finish-dialog[open]');
    assert.equal(await player.board(), solution);
    if (name === 'Escape') await page.click('#finish-home');
    else await player.another(() => page.click('#finish-next'));
    await page.waitForSelector('#finish-dialog', { state: 'hidden' });
    if (name !== 'Escape') assert.match(await page.textContent('#about'), /Easy/, 'the level of the game before');
  });
}

story('the board has a wave at the end of a game, and none with reduced motion', { hash: `#p=${known}` }, async (player, page) => {
  const moving = () => page.evaluate(() => document.getAnimations().filter(({ animationName }) => animationName === 'wave').length);
  await player.fill(solution);
  await page.waitForSelector('.wave');
  assert.ok(await moving() > 60);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await moving(), 0);
  await page.waitForFunction(() => !document.querySelector('.wave'));
});

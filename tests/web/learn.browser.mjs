// Stories of the lessons: the map, an example, and positions in which the player finds the technique,
// with the keyboard alone.
import assert from 'node:assert/strict';
import { longStory, phone, story } from './support/story.mjs';
import { cells, solutions } from './support/sudoku.mjs';

const focused = (page) => page.evaluate(() => document.activeElement.textContent);
const isCardOpen = (page) => page.isVisible('#lesson');
const closed = (page) => page.waitForSelector('#lesson', { state: 'hidden' });
const opened = (page) => page.waitForSelector('#lesson:not([hidden])');

// The candidates that an X-Wing removes, as the notes on the board are: a list of [cell, digit].
function xWings(notes) {
  const found = [];
  for (const digit of '123456789') {
    for (const [cellAt] of [[(line, place) => line * 9 + place], [(line, place) => place * 9 + line]]) {
      const placesOf = (line) => [...Array(9).keys()].filter((place) => notes[cellAt(line, place)].includes(digit));
      for (let a = 0; a < 9; ++a) for (let b = a + 1; b < 9; ++b) {
        if (placesOf(a).length !== 2 || placesOf(a).join() !== placesOf(b).join()) continue;
        for (const place of placesOf(a)) for (let line = 0; line < 9; ++line) {
          if (line !== a && line !== b && notes[cellAt(line, place)].includes(digit)) found.push([cellAt(line, place), digit]);
        }
      }
    }
  }
  return found;
}

story('a lesson to its end: an example, three finds, a tick, and the next lesson', {}, async (player, page) => {
  assert.match(await page.textContent('#learn-summary'), /next: Full house \(1 of 17\)/);
  await page.click('.ways a[href="#learn"]');
  await page.waitForSelector('#learn:not([hidden])');
  assert.equal(await page.locator('#learn-map button').count(), 17);
  assert.deepEqual(await player.axe(), []);
  await page.focus('[data-lesson="7"]');
  await player.press('Enter');
  await opened(page);
  assert.match(await page.textContent('#about'), /^X-Wing: an example$/);
  assert.match(await page.textContent('#lesson'), /X-Wing.*fits only in.*so remove/s);
  assert.ok(await page.locator('.cell.pattern').count() === 4 && await page.locator('.notes .struck').count() > 0, 'it is drawn');
  assert.deepEqual(await player.axe(), []);
  for (let find = 1; find <= 3; ++find) {
    assert.match(await focused(page), find === 1 ? /^Find one yourself$/ : new RegExp(`^Next position \\(${find} of 3\\)$`));
    await player.press('Enter');
    await closed(page);
    await player.says(/Remove a note/);
    assert.match(await page.textContent('#about'), new RegExp(`find it, ${find} of 3`));
    assert.equal(await page.getAttribute('#notes', 'aria-pressed'), 'true');
    const board = await player.board();
    const [answer] = solutions(board);
    const notes = await Promise.all(cells.map((cell) => player.notes(cell)));
    const wings = xWings(notes);
    assert.ok(wings.length > 0, 'there is an X-Wing');
    if (find === 1) {
      const open = board.indexOf('0');
      await player.goTo(open);
      await player.press(answer[open]);
      await player.says(/contradicts the solution/);
      assert.equal(await player.notes(open), notes[open], 'undone');
      const other = cells.flatMap((cell) => [...notes[cell].replaceAll(' ', '')].map((digit) => [cell, digit]))
        .find(([cell, digit]) => answer[cell] !== digit && !wings.some((wing) => wing[0] === cell && wing[1] === digit));
      await player.goTo(other[0]);
      await player.press(other[1]);
      await player.says(/not this technique/);
      assert.equal(await player.notes(other[0]), notes[other[0]], 'undone');
      assert.deepEqual(await player.axe(), []);
    }
    await player.goTo(wings[0][0]);
    await player.press(wings[0][1]);
    await opened(page);
    assert.match(await page.textContent('#lesson h2'), /Found/);
  }
  assert.match(await focused(page), /^Next lesson: Full house$/);
  await player.press('Escape');
  await page.waitForSelector('#learn:not([hidden])');
  assert.match(await page.textContent('[data-lesson="7"]'), /X-Wing✓/);
  await player.reload();
  assert.match(await page.textContent('[data-lesson="7"]'), /X-Wing✓/);
  await player.home();
  assert.equal(await page.isVisible('#going'), false, 'positions are no saved games');
});

story('a single is found by its digit, on a phone, in Chinese', { ...phone, locale: 'zh-CN', hash: '#learn' }, async (player, page) => {
  await page.tap('[data-lesson="1"]');
  await opened(page);
  assert.match(await page.textContent('#lesson'), /自己找一找/);
  assert.deepEqual(await player.axe(), []);
  await page.tap('#lesson .primary');
  await closed(page);
  const board = await player.board();
  const [answer] = solutions(board);
  // A place in a box where no other cell of the box can have the digit.
  const open = cells.filter((cell) => board[cell] === '0');
  const isWrong = open.find((cell) => answer[cell] !== '1');
  await player.type(isWrong, '1');
  await player.says(/矛盾/);
  assert.equal(await player.board(), board);
  await player.type(open[0], answer[open[0]]);
  await opened(page);
  assert.deepEqual(await player.axe(), []);
});

story('a game that is open is kept during lessons, and its end offers a lesson for a technique that it needed', {}, async (player, page) => {
  const givens = await player.begin('Medium');
  const [answer] = solutions(givens);
  const first = givens.indexOf('0');
  await player.type(first, answer[first]);
  await player.go('#learn');
  await page.click('[data-lesson="0"]');
  await opened(page);
  await page.click('#lesson .primary');
  await closed(page);
  await player.home();
  await page.click('#going-game .primary');
  await player.showsGivens(givens);
  assert.equal((await player.board())[first], answer[first]);
  assert.equal(await isCardOpen(page), false);
  await player.win(answer);
  await page.waitForSelector('#finish-learn button');
  assert.match(await page.textContent('#finish-learn'), /^You met this: .*\. Learn it$/);
  await page.click('#finish-learn button');
  await opened(page);
  assert.match(await page.textContent('#about'), /: an example$/);
});

// It takes two minutes.
longStory('every lesson has four positions', { timeout: 600000, hash: '#learn' }, async (player, page) => {
  const rows = await page.locator('#learn-map button').count();
  for (let number = 0; number < rows; ++number) {
    await page.click(`[data-lesson="${number}"]`);
    await opened(page);
    for (let at = 1; at <= 3; ++at) {
      await page.click('#lesson .primary');
      await closed(page);
      const board = await player.board();
      const [answer] = solutions(board);
      const removes = await page.getAttribute('#notes', 'aria-pressed') === 'true';
      if (!removes) {
        const open = board.indexOf('0');
        await player.type(open, answer[open]);
      } else {
        // What the technique removes is a wrong candidate, so one of them is right.
        const about = await page.textContent('#about');
        for (const cell of cells.filter((each) => board[each] === '0')) {
          for (const digit of (await player.notes(cell)).split(' ')) {
            if (digit === answer[cell] || await isCardOpen(page)) continue;
            await player.type(cell, digit);
          }
          if (await isCardOpen(page)) break;
        }
        assert.ok(await isCardOpen(page), about);
      }
      await opened(page);
    }
    await player.go('#learn');
    await page.waitForSelector('#learn:not([hidden])');
  }
  assert.equal((await page.textContent('#learn-map')).match(/✓/g).length, rows);
  await player.home();
  assert.match(await page.textContent('#learn-summary'), /you know all techniques/);
});

// The steps of hints, and stories of hints that are followed one stage at a time: drawn on the board,
// applied to the notes, closed and opened again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './support/model.mjs';
import { phone, story } from './support/story.mjs';
import { cells, deep, known, peers, solutions } from './support/sudoku.mjs';

const { Game } = await load('game/game.js');
const rules = await load('game/rules.js');
const hints = await load('hints/hint_steps.js');
const { whyOf } = await load('hints/singles.js');

const [solution] = solutions(deep);
const inGame = { hash: `#p=${deep}` };

const step = (page) => page.textContent('#hint-card .quiet');
const stepCount = async (page) => Number(/of (\d+)/.exec(await step(page))[1]);
const clock = (page) => page.textContent('#clock');
// The sentence of the shown stage.
const shownText = (page) => page.textContent('#hint-card .told p:last-child');
// Pairs [cell, candidate] of the marks with the class `kind`.
const drawn = (page, kind) => page.$$eval(`.notes .${kind}`, (all) => all.map((mark) => [Number(mark.closest('.cell').dataset.cell), Number(mark.textContent)]));

for (const [name, context] of Object.entries({ '1366 x 650': { viewport: { width: 1366, height: 650 } }, '1024 x 700': { viewport: { width: 1024, height: 700 } }, phone })) {
  story(`${name}: a hint shows one step at a time, draws it on the board and moves nothing`, { ...inGame, ...context }, async (player, page) => {
    const places = () => page.$$eval('#board, #pad, #hint, #new', (all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
    const before = await places();
    await player.hint();
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
  await page.click('#fill-notes');
  await player.hint();
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
  await player.hint();
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
  await player.hint();
  await page.click('[data-act=next]');
  await page.click('[data-act=next]');
  const at = await step(page);
  const sentence = await shownText(page);
  const cell = deep.indexOf('0');
  await player.type(cell, 'Shift+1');
  assert.equal(await step(page), at);
  await player.press('Control+z');
  assert.equal(await step(page), at);
  await player.reload();
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
  await player.hint();
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
  await player.hint();
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
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await player.hint();
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
  await player.cell(deep.indexOf('8')).click();
  assert.ok(await page.locator('.cell.same').count() > 2);
  await player.hint();
  assert.equal(await page.locator('.cell.same, .cell.house').count(), 0);
});

story('an expert game: a reload, a hint followed to its end, the finish, the puzzle in a new tab', inGame, async (player, page) => {
  const open = cells.filter((cell) => deep[cell] === '0');
  await player.type(open.at(-1), solution[open.at(-1)]);
  await player.reload();
  await player.hint();
  for (const all = await stepCount(page); !(await step(page)).startsWith(`step ${all} `);) await page.click('[data-act=apply]');
  await page.click('[data-act=show]');
  const board = await player.board();
  assert.equal(cells.filter((cell) => board[cell] !== deep[cell]).length, 2);
  await player.win(solution);
  assert.match(await page.textContent('#finish-list'), /1 hint/);
  await player.press('Escape');
  await player.tab(`#p=${deep}`);
  assert.equal(await player.givens(), deep);
});

// A step of the engine.
const stepWith = (more) => ({ technique: 'naked pair', names: { en: 'a', zh: 'b' }, text: { en: ['c'], zh: ['d'] }, score: 3, ...more });
const hintWith = (steps, at = 0) => Object.assign(hints.newHint(known, { steps, placement: { cell: 2, digit: 4 } }), { at });
const last = stepWith({ place: [2, 4] });

test('a step of a hint: what the board shows, for chains, pivots and the last step', () => {
  const game = new Game({ puzzle: known });
  const picture = (step) => hints.pictureOf(hintWith([step, last]), game);
  const pair = picture(stepWith({ houses: ['r1'], cells: [2, 3], digits: [1, 2], remove: [[5, 2], [5, 4]] }));
  assert.deepEqual([...pair.pattern], [[2, 1], [3, 1]]);
  assert.deepEqual(rules.digitsIn(pair.candidates.get(5)), [2, 4, 6, 8], 'without notes, all candidates');
  assert.deepEqual(rules.digitsIn(pair.removed.get(5)), [2, 4]);
  assert.deepEqual(rules.digitsIn(pair.used.get(2)), [1, 2]);
  assert.deepEqual(pair.links, []);
  assert.deepEqual(pair.houses, [0]);
  const wing = picture(stepWith({ technique: 'XYZ-Wing', cells: [2, 3, 12] }));
  assert.deepEqual(wing.links.map(({ from, to }) => [from.cell, to.cell]), [[2, 3], [2, 12]]);
  assert.deepEqual([...picture(stepWith({ cells: [2, 3], others: [12] })).pattern], [[12, 2], [2, 1], [3, 1]]);
  assert.deepEqual([...hints.pictureOf(hintWith([]), game).pattern], [[2, 1]], 'a digit of several solutions');
});

test('a chain has a stage for each sentence, which shows the links up to it', () => {
  const game = new Game({ puzzle: known });
  const implications = [
    { cell: 2, digit: 4, on: true, because: 'assumed' }, { cell: 3, digit: 4, on: false, from: [0], because: 'same_house' },
    { cell: 3, digit: 6, on: true, from: [1], because: 'last_in_cell' }, { cell: 2, digit: 4, on: false, from: [2], because: 'same_house' }];
  const texts = { en: ['A: b.', '1. c', '2. d', '3. e', '4. f'], zh: ['A：b。', '1. c', '2. d', '3. e', '4. f'] };
  const hint = hintWith([stepWith({ remove: [[2, 4]], proof: 'contradiction', chains: [{ implications }], text: texts }), last]);
  assert.deepEqual(hints.stagesOf(hint, 0), [0, 1, 2, 3, 4]);
  const picture = (stage) => hints.pictureOf(Object.assign(hint, { at: 0, stage }), game);
  const links = (stage) => picture(stage).links.map(({ from, to, isStrong, isNow }) => [from.cell, from.digit, to.cell, to.digit, isStrong, isNow]);
  assert.deepEqual(links(0), [], 'first only what follows');
  assert.deepEqual(rules.digitsIn(picture(0).removed.get(2)), [4]);
  assert.deepEqual(links(1), [], 'the assumption');
  assert.deepEqual([...picture(1).on], [[2, rules.bitOf(4)]]);
  assert.deepEqual(links(2), [[2, 4, 3, 4, false, true], [3, 4, 3, 6, true, true]]);
  assert.deepEqual([rules.digitsIn(picture(2).on.get(3)), rules.digitsIn(picture(2).off.get(3))], [[6], [4]]);
  assert.deepEqual(links(3).map((link) => link[5]), [false, false, true]);
  assert.equal(links(4).length, 3);
  assert.deepEqual(rules.digitsIn(picture(4).removed.get(2)), [4]);
  hint.stage = 4;
  assert.ok(hints.turn(hint, 1));
  assert.deepEqual([hint.at, hint.stage], [1, 0]);
  assert.ok(hints.turn(hint, -1));
  assert.deepEqual([hint.at, hint.stage], [0, 4]);
});

test('the sentences of inner steps and of several chains are told apart', () => {
  const inner = { remove: [[9, 7]], proof: 'contradiction', chains: [{ implications: [{ cell: 9, digit: 7, on: true, because: 'assumed' }, { cell: 9, digit: 7, on: false, from: [0], because: 'same_house' }] }] };
  const chain = (start) => ({
    implications: [{ cell: start, digit: 1, on: true, because: 'assumed' }, { cell: 20, digit: 1, on: false, from: [0], because: 'same_house' },
      { cell: 9, digit: 7, on: false, because: 'step', step: 0, from: [1] }, { cell: 9, digit: 8, on: true, from: [2], because: 'last_in_cell' }, { cell: 40, digit: 8, on: false, from: [3], because: 'same_house' }],
    inner: [inner],
  });
  const { links, chainsOf } = hints.readStep(stepWith({ proof: 'cell', chains: [chain(0), chain(1)] }));
  // Head; for each chain: assumption, inner step with its three sentences, conclusions; the end.
  assert.deepEqual(chainsOf, [[], [0], [0], [1], [1], [1], [0], [0], [2], [2], [3], [3], [3], [2], [2], [0, 2]]);
  assert.deepEqual(links.filter((link) => link.chain === 0).map(({ line }) => line), [1, 2, 2, 6, 7]);
  assert.deepEqual(links.filter((link) => link.chain === 1).map(({ line }) => line), [3, 4]);
});

test('a single is led to in stages: the house, what blocks, the cell', () => {
  const game = new Game({ puzzle: known });
  const single = (more) => hintWith([stepWith({ place: [2, 4], ...more })]);
  const hidden = single({ technique: 'hidden single in a box', place: [55, 8], houses: ['b7'] });
  const at = (hint, stage) => hints.pictureOf(Object.assign(hint, { stage }), game);
  assert.deepEqual(hints.stagesOf(hidden, 0), ['house', 'block', 'cell']);
  assert.deepEqual([at(hidden, 0).houses, at(hidden, 0).pattern.size, at(hidden, 0).candidates.size], [[24], 0, 0], 'the digit has no place yet');
  const { blockers, crossed, others } = whyOf(hints.stepOf(hidden), game.digits);
  const open = [54, 56, 63, 64, 65, 72, 73, 74].filter((cell) => known[cell] === '0');
  assert.deepEqual([...crossed, ...others].sort((a, b) => a - b), open);
  assert.ok(blockers.every((cell) => known[cell] === '8'));
  for (const cell of crossed) assert.ok(blockers.some((blocker) => peers[cell].includes(blocker)));
  assert.ok(at(hidden, 1).rays.length >= blockers.length);
  assert.deepEqual([...at(hidden, 2).candidates], [[55, rules.bitOf(8)]], 'one candidate remains');
  const naked = single({ technique: 'naked single', cells: [40], place: [40, 5] });
  assert.deepEqual(hints.stagesOf(naked, 0), ['where', 'block', 'cell']);
  assert.deepEqual([...at(naked, 0).pattern], [[40, 1]]);
  assert.deepEqual(new Set(at(naked, 1).rays.map(({ to }) => to)), new Set([40]));
  assert.equal(whyOf(hints.stepOf(naked), game.digits).blockers.length, 8);
  assert.deepEqual(hints.stagesOf(single({ technique: 'full house', houses: ['r1'] }), 0), ['house', 'cell']);
  assert.deepEqual(hints.stagesOf(single({ technique: 'direct hidden pair', houses: ['r1'], cells: [2, 3] }), 0), ['house', 'cell']);
});

test('applying a step removes its candidates from the notes, and a step in the notes is known', () => {
  const game = new Game({ puzzle: known });
  const first = hints.readStep(stepWith({ remove: [[5, 2]] }));
  game.toggleNote([3], 6);
  game.toggleNote([3], 9);
  const hint = hintWith([stepWith({ remove: [[5, 2]] }), stepWith({ remove: [[5, 4], [3, 6]] }), last]);
  assert.equal(hints.isKnown(first, game), false);
  assert.ok(game.applyNotes(hints.changesOf(hint, game)));
  assert.deepEqual(rules.digitsIn(game.notes[5]), [4, 6, 8]);
  assert.equal(hints.isKnown(first, game), true);
  hint.at = 1;
  game.applyNotes(hints.changesOf(hint, game));
  assert.deepEqual([rules.digitsIn(game.notes[5]), rules.digitsIn(game.notes[3])], [[6, 8], [9]]);
  game.undo();
  assert.deepEqual([rules.digitsIn(game.notes[5]), rules.digitsIn(game.notes[3])], [[4, 6, 8], [6, 9]], 'one undo for one step');
  game.undo();
  hint.at = 1;
  game.applyNotes(hints.changesOf(hint, game));
  assert.deepEqual(rules.digitsIn(game.notes[5]), [6, 8], 'a cell without notes also loses what the steps before removed');
  assert.equal(hints.isKnown(hints.readStep(last), game), false);
});

test('a stored hint is checked, and a broken one does not break its game', () => {
  const stored = (more) => ({ ...hints.readStep(stepWith({})), ...more });
  const hint = hintWith([stepWith({ remove: [[5, 2]] }), last]);
  assert.equal(hints.isHint(JSON.parse(JSON.stringify(hint))), true);
  const game = new Game({ puzzle: known });
  game.hint = hint;
  assert.deepEqual(Game.restore(JSON.parse(JSON.stringify(game))).hint, hint);
  const broken = [null, 7, {}, { ...hint, at: 2 }, { ...hint, at: -1 }, { ...hint, board: 'x' }, { ...hint, placement: { cell: 81, digit: 1 } },
    { ...hint, steps: [{}] }, { ...hint, steps: [stored({ cells: [99] })] }, { ...hint, steps: [stored({ eliminations: [{ cell: 1, digit: 0 }] })] },
    { ...hint, steps: [stored({ text: { en: ['x'] } })] }, { ...hint, isOpen: 1 }, { ...hint, stage: 1 }, { ...hint, steps: [stored({ chainsOf: [] })] },
    { ...hint, steps: [stored({ links: [{ cell: 1, digit: 1, on: true, from: [], chain: -1, line: 0 }] })] }];
  for (const each of broken) {
    assert.equal(hints.isHint(each), false, JSON.stringify(each));
    assert.equal(Game.restore({ ...JSON.parse(JSON.stringify(game)), hint: each }).hint, null);
  }
});

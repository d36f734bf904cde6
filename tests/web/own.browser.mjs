// Stories of puzzles that are pasted, typed, opened by link, shared and printed.
import assert from 'node:assert/strict';
import { story } from './support/story.mjs';
import { known, solution, solutions, twoSolutions } from './support/sudoku.mjs';

const grid = known.match(/.{9}/g).map((row) => [...row].join(' ')).join('\n');
const frame = ['+-------+-------+-------+', ...known.match(/.{27}/g).flatMap((band) => [
  ...band.match(/.{9}/g).map((row) => `| ${row.replaceAll('0', '.').match(/.../g).map((part) => [...part].join(' ')).join(' | ')} |`),
  '+-------+-------+-------+'])].join('\n');

async function paste(page, text) {
  await page.fill('#import-text', text);
  await page.waitForFunction(() => document.querySelector('#import-verdict').textContent !== '');
  const verdict = await page.textContent('#import-verdict');
  await page.evaluate(() => { document.querySelector('#import-verdict').textContent = ''; });
  return verdict;
}

story('a puzzle is pasted in any form, and every verdict names its reason', { expects: /status of 4(13|22)/ }, async (player, page) => {
  await page.click('#open-import');
  for (const text of [known, known.replaceAll('0', '.'), grid, frame, `${grid}\r\n`]) {
    assert.match(await paste(page, text), /exactly one solution. 30 digits are given. \w+, difficulty \d\.\d/);
    assert.ok(await page.isEnabled('#import-play'));
  }
  assert.match(await paste(page, twoSolutions), /several solutions/);
  assert.ok(await page.isEnabled('#import-play'));
  assert.match(await paste(page, `55${'0'.repeat(79)}`), /twice in a row, column or box: row 1, column 1; row 1, column 2/);
  assert.ok(await page.isDisabled('#import-play'));
  assert.equal(await page.locator('#import-board .conflict').count(), 2);
  assert.match(await paste(page, '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........'), /twice|No solution/);
  assert.match(await paste(page, '123400000500000000600000000700000000800000000000000000000000000000000000000000009'.replace('1234', '1230')), /several|No solution|exactly|twice/);
  for (const junk of ['x', '12345', known.slice(1), '<b>hello</b>', '数独', '\u0000\u0001', 'Q'.repeat(81)]) {
    assert.match(await paste(page, junk), /This is no puzzle|cannot be read as a puzzle. Line 1: /, JSON.stringify(junk));
    assert.ok(await page.isDisabled('#import-play'));
  }
  assert.match(await paste(page, known.match(/.{9}/g).map((row) => [...row].join('\t').replaceAll('0', '')).join('\n')), /exactly one solution. 30/, 'of a spreadsheet');
  assert.match(await paste(page, '1'.repeat(30000)), /it has 30000 cells|longer than 4,096 bytes/);
  assert.match(await paste(page, known.slice(1)), /Line 1: found 80 cells, expected 81/);
  assert.match(await paste(page, `${known.slice(0, 4)}😀${known.slice(5)}`), /Line 1: “😀” is not a cell/);
  assert.match(await paste(page, grid.slice(0, -2)), /Line 9: row 9 has 8 cells, expected 9/);
  assert.match(await paste(page, `${known}\n${twoSolutions}`), /exactly one solution.* More puzzles follow; this is the first/);
  assert.match(await paste(page, solution), /full and right: nothing is left to play/);
  assert.ok(await page.isDisabled('#import-play'));
  await paste(page, frame);
  await page.click('#import-play');
  await page.waitForSelector('.cell.given');
  assert.equal(await player.givens(), known);
});

story('our own link is read, and what is wrong with a cut one is named', {}, async (player, page) => {
  await page.click('#open-import');
  assert.match(await paste(page, `http://127.0.0.1:1234/#p=${known.slice(0, 60)}`), /60 characters after #p=, and a puzzle has 16 \/ 36 \/ 81/);
  assert.ok(await page.isDisabled('#import-play'));
  assert.match(await paste(page, `http://127.0.0.1:1234/#p=53_${known}`), /“_” as character 3/);
  assert.match(await paste(page, `Try this: http://127.0.0.1:1234/#p=${known}`), /exactly one solution/);
  await page.click('#import-play');
  await page.waitForSelector('.cell.given');
  assert.equal(await player.givens(), known);
  await player.go('p=123');
  await page.waitForSelector('#import-dialog[open]');
  assert.match(await page.textContent('#import-verdict'), /3 characters after #p=/);
  await player.press('Escape');
  await player.go('solve=12');
  await page.waitForSelector('#import-dialog[open]');
  assert.match(await page.textContent('#import-verdict'), /2 characters after #solve=/);
});

story('links and grids of other programs are read, also when they are pasted on the page', { permissions: ['clipboard-read', 'clipboard-write'] }, async (player, page) => {
  await page.click('#open-import');
  for (const text of ['https://sudokupad.app/classic5NlQ19j9mGca3OIN1bWGk2m41TjS79', JSON.stringify(known.match(/.{9}/g).map((row) => [...row].map(Number))), `"${known}"`])
    assert.match(await paste(page, text), /exactly one solution. 30/);
  assert.match(await paste(page, 'https://sudokupad.app/k7qc98e00u'), /the link has no cells: open it, and copy the puzzle/);
  assert.ok(await page.isDisabled('#import-play'));
  const groups = [...known].map((digit) => (digit === '0' ? '123456789' : digit));
  assert.match(await paste(page, groups.join(' ').replace(/((?:\S+ ){9})/g, '$1\n')), /exactly one solution. 30/);
  await player.press('Escape');
  await page.evaluate((link) => navigator.clipboard.writeText(link), `https://www.sudokuwiki.org/sudoku.htm?bd=${known}`);
  await page.evaluate(() => document.activeElement.blur());
  await player.press('Control+v');
  await page.waitForSelector('#import-play:enabled');
  await page.click('#import-play');
  await page.waitForSelector('.cell.given');
  assert.equal(await player.givens(), known);
});

story('what is wrong with a pasted text is in the language of the page', { locale: 'zh-CN' }, async (player, page) => {
  await page.click('#open-import');
  for (const [text, says] of [['x', '这不是题目：其中有0格'], [known.slice(1), '第1行：有80格，应为81格'], [grid.slice(0, -2), '第9行：第9行有8格，应为9格'],
    ['https://sudokupad.app/k7qc98e00u', '链接中没有数字'], ['puzzle\n4.30021E+78', '电子表格已将数字4.30021E+78四舍五入'], [`a,b\n${known},${known}`, '找不到题目所在的列']]) {
    const verdict = await paste(page, text);
    assert.ok(verdict.includes(says), verdict);
  }
});

story('a puzzle without a solution is told from a contradiction', {}, async (player, page) => {
  await page.click('#open-import');
  // Row 1 needs a 9 in its last cell, but column 9 has a 9 already.
  const none = `123456780${'0'.repeat(71)}9`;
  assert.match(await paste(page, none), /No solution/);
});

story('a puzzle is typed on the board, judged there, and played', {}, async (player, page) => {
  await player.begin();
  const before = await player.givens();
  await player.typePuzzle();
  await player.type(0, '5');
  await player.type(1, '5');
  await page.click('#editor-play');
  await player.says(/twice/);
  assert.equal(await page.locator('.cell.conflict').count(), 2);
  await player.press('Control+z');
  await page.click('#editor-leave');
  assert.equal(await player.givens(), before, 'the game before is still there');
  await player.typePuzzle();
  await player.fill(known);
  await player.reload();
  assert.equal(await player.board(), known, 'typing is not lost either');
  await page.click('#editor-play');
  await page.waitForFunction(() => !document.body.classList.contains('editing'));
  assert.equal(await player.givens(), known);
});

story('a link brings its puzzle', { hash: `#p=${known.replaceAll('0', '.')}` }, async (player, page) => {
  assert.equal(await player.givens(), known);
  assert.match(page.url(), /#play$/);
  await player.type(2, '4');
  await player.reload();
  assert.equal((await player.board())[2], '4', 'a reload does not start over');
});

story('a link with a contradiction opens the form that says so', { hash: `#p=55${'0'.repeat(79)}` }, async (player, page) => {
  await page.waitForSelector('#import-dialog[open]');
  await page.waitForFunction(() => /twice/.test(document.querySelector('#import-verdict').textContent));
});

story('a link keeps the game that it takes the place of', {}, async (player, page) => {
  const givens = await player.begin();
  await player.type(givens.indexOf('0'), '1');
  await player.go(`#p=${known}`);
  await player.says(/The game before is saved: see Home/);
  assert.equal(await player.givens(), known);
  await player.fromHome('open-games');
  await page.click('#games-list .primary >> nth=1');
  assert.equal(await player.givens(), givens);
  assert.equal((await player.board())[givens.indexOf('0')], '1');
});

story('share gives a line and a grid that come back as the same puzzle, and no link to this machine', {
  hash: `#p=${known}`, permissions: ['clipboard-read', 'clipboard-write'],
}, async (player, page) => {
  await page.click('#open-share');
  const texts = () => page.$$eval('#share-list textarea', (all) => all.map((field) => field.value));
  const line = known.replaceAll('0', '.');
  // Other machines cannot open this address, so there is no link without a public one.
  assert.deepEqual(await texts(), [line, grid]);
  await page.evaluate(() => document.querySelector('meta[name=dokumill-address]').setAttribute('content', 'https://example.org/sudoku/'));
  await player.press('Escape');
  await page.click('#open-share');
  assert.deepEqual(await texts(), [line, `https://example.org/sudoku/#p=${known}`, grid]);
  await page.click('#share-list button >> nth=0');
  await page.waitForFunction(() => document.querySelector('#share-message').textContent === 'Copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
});

// The 81 characters of [cell, digit] pairs.
function boardOf(digits) {
  const at = new Map(digits.map(([cell, digit]) => [Number(cell), digit]));
  return [...Array(81).keys()].map((cell) => at.get(cell) ?? '0').join('');
}

story('puzzles are printed, n a page', {
  hash: `#p=${known}`,
  init: () => {
    window.print = () => {
      window.printed = document.querySelector('#sheets').cloneNode(true);
    };
  },
}, async (player, page) => {
  await page.click('#open-print');
  await page.fill('#print-count', '5');
  await page.selectOption('#print-per-page', '2');
  await page.click('#print-go');
  await page.waitForFunction(() => window.printed);
  const drawn = await page.evaluate(() => [...window.printed.children].map((sheet) => [...sheet.querySelectorAll('svg')]
    .map((board) => [...board.querySelectorAll('.digit')].map((digit) => [digit.dataset.cell, digit.textContent]))));
  const boards = drawn.map((sheet) => sheet.map(boardOf));
  assert.deepEqual(boards.map((sheet) => sheet.length), [2, 2, 1]);
  assert.equal(boards[0][0], known);
  assert.equal(new Set(boards.flat()).size, 5);
  for (const board of boards.flat()) assert.equal(solutions(board, 2).length, 1);
  assert.deepEqual(await page.evaluate(() => [...window.printed.querySelectorAll('.folio')].map((line) => line.textContent)), ['1 / 3', '2 / 3', '3 / 3']);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.isVisible('#sheets'));
  assert.equal(await page.isVisible('#play'), false);
});

story('puzzles are printed with answers, and every page of the sheet is one of the paper', {
  hash: `#p=${known}`, init: () => { window.print = () => { window.isPrinted = true; }; },
}, async (player, page) => {
  for (const [count, perPage, pages] of [[1, 1, 2], [2, 1, 3], [2, 2, 2], [4, 4, 2], [6, 6, 2], [18, 9, 4]]) {
    await page.click('#open-print');
    await page.fill('#print-count', String(count));
    await page.selectOption('#print-per-page', String(perPage));
    await page.setChecked('#print-answers', true);
    await page.evaluate(() => { window.isPrinted = false; });
    await page.click('#print-go');
    await page.waitForFunction(() => window.isPrinted);
    const sheets = await page.$$eval('#sheets .page', (all) => all.map((sheet) => [...sheet.querySelectorAll('figure')]
      .map((figure) => [figure.querySelector('.caption').textContent, [...figure.querySelectorAll('.digit')].map((digit) => [digit.dataset.cell, digit.textContent])])));
    const boards = sheets.flat().map(([, digits]) => boardOf(digits));
    assert.equal(boards.length, 2 * count);
    for (let i = 0; i < count; ++i) assert.deepEqual(solutions(boards[i], 2), [boards[count + i]]);
    if (count > 1) assert.deepEqual(sheets.flat().map(([caption]) => parseInt(caption, 10)), [...Array(2 * count).keys()].map((i) => (i % count) + 1));
    const html = await page.innerHTML('#sheets');
    // No page cuts a board or its number: A4, A5, and A5 across, all without their margins.
    await page.emulateMedia({ media: 'print' });
    const usual = page.viewportSize();
    for (const [width, height] of [[718, 1046], [483, 718], [718, 483]]) {
      await page.setViewportSize({ width, height });
      const cut = await page.$$eval('#sheets .page', (all) => all.flatMap((sheet) => {
        const { top, left, right, bottom } = sheet.getBoundingClientRect();
        return [...sheet.querySelectorAll('.thick, .folio')].map((board) => board.getBoundingClientRect())
          .filter((board) => board.width < 40 || board.top < top || board.left < left || board.right > right + 1 || board.bottom > bottom + 1);
      }));
      assert.deepEqual(cut, [], `${count} puzzles, ${perPage} a page, ${width} x ${height}`);
    }
    await page.setViewportSize(usual);
    await page.emulateMedia({ media: null });
    for (const format of ['A4', 'A5', 'Letter']) {
      // The page removes the sheets after printing, so they are inserted for each format.
      await page.locator('#sheets').first().evaluate((sheet, text) => { sheet.innerHTML = text; }, html);
      const paper = await page.pdf({ format, margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } });
      assert.equal(paper.toString('latin1').match(/\/Type \/Page\b/g).length, pages, `${count} puzzles, ${perPage} a page, ${format}`);
    }
  }
});

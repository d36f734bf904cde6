// Stories of files in the mill: every command, gzip, bad records, long files, cancelling, and files
// that the page cannot take.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { story } from './support/story.mjs';
import { dice, known, solutions, twoSolutions } from './support/sudoku.mjs';

const kHard = '800000000003600000070090200050007000000045700000100030001000068008500010090000400';
const kCard = '#converter-job';

const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

// Chooses the command, the format, the compression and then the file. Waits until the card of the job
// shows `says`.
async function converter(page, chosen, { command = 'solve', to = 'same', compress = 'none', says = /./ } = {}) {
  await page.evaluate(() => { location.hash = '#mill'; });
  await page.selectOption('#converter-command', command);
  await page.selectOption('#converter-to', to);
  await page.selectOption('#converter-compress', compress);
  await page.setInputFiles('#converter-file', chosen);
  await shows(page, says);
}
const shows = (page, pattern, timeout = 30000) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#converter-job').textContent), pattern.source, { timeout });
// Drops files on the page, each with its name and its parts: a text, and how often it comes.
const drop = (page, ...files) => page.evaluate((all) => {
  const data = new DataTransfer();
  for (const [name, ...parts] of all) data.items.add(new File(parts.flatMap(([text, times]) => Array(times).fill(new Blob([text]))), name));
  document.querySelector('#converter-drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, files);
const isOver = (page) => page.waitForFunction(() => document.querySelector('#converter-job progress')?.hidden);

async function download(page) {
  await isOver(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(`${kCard} a.primary`)]);
  return { name: saved.suggestedFilename(), bytes: fs.readFileSync(await saved.path()) };
}
async function result(page, chosen, options = {}) {
  await converter(page, chosen, options);
  return download(page);
}
const tiles = (page) => page.$$eval(`${kCard} .tiles dd`, (all) => all.map((tile) => tile.textContent));
const rows = (page) => page.$$eval(`${kCard} tbody tr`, (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));

// Many different puzzles: `known` with other digits, and the same for its solution.
function manyPuzzles(count) {
  const random = dice(1);
  const [solved] = solutions(known);
  const texts = { puzzles: [], boards: [] };
  for (let i = 0; i < count; ++i) {
    const digits = [...'123456789'];
    for (let last = 8; last > 0; --last) {
      const other = random(last + 1);
      [digits[last], digits[other]] = [digits[other], digits[last]];
    }
    const renamed = (text) => text.replace(/[1-9]/g, (digit) => digits[digit - 1]);
    texts.puzzles.push(renamed(known));
    texts.boards.push(renamed(solved));
  }
  return texts;
}

story('the mill solves a file, shows what is in it and gives the answer back', {}, async (player, page) => {
  const bad = known.replace('5', 'Q');
  const text = `${Array(200).fill(known).join('\n')}\n${bad}\n${twoSolutions}\n55${'0'.repeat(79)}\n`;
  const { name, bytes } = await result(page, file('puzzles.txt', text));
  const counts = await tiles(page);
  assert.equal(counts[0], '203');
  assert.deepEqual(counts.slice(2), ['200', '1', '1', '1']);
  assert.equal(await page.locator(`${kCard} svg.chart`).count(), 1);
  assert.match((await rows(page))[0].join(' '), /^201:1 201 'Q' is not a cell/);
  assert.equal(name, 'solved-puzzles.txt');
  const answer = bytes.toString().trim().split('\n');
  assert.equal(answer.length, 203);
  assert.equal(answer[0], solutions(known)[0]);
  assert.equal(answer[200], '?'.repeat(81));
  assert.match(await page.textContent('#mill'), /sends nothing/);
  assert.deepEqual(await player.axe(), []);
});

story('every command of the mill, with ratings in the file and compressed files', {}, async (player, page) => {
  const csv = `puzzle,note\n${known},one\n${known},two\n`;
  const list = file('list.csv', csv);
  const packed = { ...list, name: 'list.csv.gz', buffer: zlib.gzipSync(csv) };
  const rated = await result(page, list, { command: 'rate' });
  assert.equal(rated.name, 'rated-list.csv');
  assert.match(rated.bytes.toString(), new RegExp(`^puzzle,note,er,ep,ed,level,clues,hardest,exact\n${known},one,1.2,1.2,1.2,easy,30,`));
  assert.equal(await page.locator(`${kCard} svg.chart`).count(), 1);
  const solved = await result(page, packed);
  assert.equal(solved.name, 'solved-list.csv');
  assert.equal(solved.bytes.toString().split('\n')[1], `${known},${solutions(known)[0]}`);
  const kept = await result(page, packed, { command: 'dedupe', compress: 'gzip' });
  assert.equal(kept.name, 'deduplicated-list.csv.gz');
  assert.equal(zlib.gunzipSync(kept.bytes).toString(), `puzzle,note\n${known},one\n`);
  assert.deepEqual((await tiles(page)).slice(2), ['1', '1', '0']);
  assert.equal((await result(page, list, { command: 'check' })).bytes.toString(), 'unique\nunique\n');
  assert.ok(await page.locator('#converter-to option[value=csv]').evaluate((option) => option.disabled), 'check writes words');
  assert.equal(await page.locator('#converter-to option').first().textContent(), 'one word per puzzle');
  assert.match((await result(page, list, { command: 'canon' })).bytes.toString(), /^puzzle,note\n\d{81},one\n/);
  const converted = await result(page, list, { command: 'convert', to: 'jsonl' });
  assert.equal(converted.name, 'converted-list.jsonl');
  assert.equal(converted.bytes.toString(), `{"puzzle":"${known}"}\n`.repeat(2));
  const grids = (await result(page, list, { command: 'convert', to: 'grid' })).bytes.toString();
  assert.equal(grids.split('\n\n').length, 2);
  assert.ok(grids.startsWith('5 3 0'), grids);
});

story('a file in the layout of another program is read as a whole, and the card says as what', {}, async (player, page) => {
  const rows = (separator, empty) => known.match(/.{9}/g).map((row) => [...row].map((digit) => (digit === '0' ? empty : digit)).join(separator)).join('\n');
  const solved = solutions(known)[0].match(/.{9}/g).map((row) => `${row.match(/.../g).map((three) => [...three].join(' ')).join('  ')}\n`).join('');
  const one = await result(page, file('board.csv', `${rows(',', '')}\n`));
  assert.match(await page.textContent(kCard), /Read as: 1 board of 9 rows, cells separated by commas/);
  assert.equal(one.bytes.toString().replace(/\s/g, ''), solved.replace(/\s/g, ''));
  const many = await result(page, file('boards.csv', `${rows(';', '')}\n\n`.repeat(60)), { to: 'line' });
  assert.match(await page.textContent(kCard), /Read as: 60 boards of 9 rows, cells separated by semicolons/);
  assert.equal(many.bytes.toString(), `${solutions(known)[0]}\n`.repeat(60));
  assert.deepEqual(await player.axe(), []);
  await result(page, file('lines.txt', `${known}\n`));
  assert.ok(!await page.isVisible('#converter-read'), 'a usual format needs no remark');
  const links = `https://www.sudokuwiki.org/sudoku.htm?bd=${known}\n`.repeat(30);
  const packed = await result(page, { ...file('links.txt.gz', ''), buffer: zlib.gzipSync(links) });
  assert.equal(packed.bytes.toString(), `${solutions(known)[0]}\n`.repeat(30));
  await converter(page, file('words.txt', 'no puzzle\n'.repeat(300)), { says: /cannot be read as puzzles/ });
});

story('a long file goes through in pieces, and keeps its order and its numbers', {}, async (player, page) => {
  const { puzzles, boards } = manyPuzzles(40000);
  puzzles[30000] = 'no puzzle';
  boards[30000] = '?'.repeat(81);
  const text = `# a remark\r\n${puzzles.join('\r\n')}\r\n`;
  const expected = `${boards.join('\n')}\n`;
  const plain = await result(page, file('long.txt', text));
  assert.ok(plain.bytes.toString() === expected, 'the boards in the order of the puzzles');
  assert.deepEqual((await rows(page))[0].slice(0, 2), ['30002:1', '30001']);
  console.log(`mill: 40,000 puzzles, ${(await tiles(page))[1]} puzzles/s`);
  // A gzip file can have several members.
  const half = text.length >> 1;
  const members = Buffer.concat([zlib.gzipSync(text.slice(0, half)), zlib.gzipSync(text.slice(half))]);
  const packed = await result(page, { ...file('long.txt.gz', ''), buffer: members }, { compress: 'gzip' });
  assert.equal(packed.name, 'solved-long.txt.gz');
  assert.ok(zlib.gunzipSync(packed.bytes).toString() === expected);
});

story('many bad records make no long page', {}, async (player, page) => {
  await converter(page, file('bad.txt', `${known}\n${`${known.replace('5', 'Q')}\n`.repeat(400)}`));
  await isOver(page);
  assert.equal((await rows(page)).length, 200);
  assert.match(await page.textContent(kCard), /and 200 more/);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 1600, `the page is ${height} px high`);
  // The table scrolls, also by keyboard.
  await page.focus(`${kCard} .scroll`);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('#converter-job .scroll').scrollTop > 0);
  assert.deepEqual(await player.axe(), []);
});

story('a job in the mill can be cancelled, and the next one goes through', {}, async (player, page) => {
  await converter(page, file('hard.txt', `${kHard}\n`.repeat(3000)), { command: 'rate', compress: 'gzip' });
  // A second file has to wait.
  await page.setInputFiles('#converter-file', file('second.txt', `${known}\n`));
  await page.waitForFunction(() => /Cancel it first/.test(document.querySelector('#converter-message').textContent));
  await page.click(`${kCard} button:has-text("Cancel")`);
  await shows(page, /cancelled/);
  assert.equal(await page.textContent('#converter-message'), '');
  assert.equal(await page.isVisible(`${kCard} a.primary`), false);
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus stays on the page');
  assert.deepEqual(await player.axe(), []);
  await result(page, file('second.txt', `${known}\n`));
  assert.match(await page.textContent(`${kCard} h3`), /second.txt/);
});

story('an empty file, and files without puzzles', {}, async (player, page) => {
  await converter(page, file('empty.txt', ''), { says: /The file is empty/ });
  await converter(page, file('remarks.txt', '# nothing\n\n'), { says: /The file has no puzzles/ });
  assert.equal(await page.isVisible(`${kCard} a.primary`), false);
  await converter(page, file('words.csv', 'quiz,puzzle\n1,2\n'), { says: /The puzzle column cannot be found/ });
  assert.match(await page.textContent('#converter-reason'), /words.csv:1: .*quiz, puzzle/);
  // A long word of the file does not make the page wider than a phone.
  await page.setViewportSize({ width: 320, height: 568 });
  await converter(page, file('long.csv', `quiz,puzzle,${'c'.repeat(300)}\n1,2,3\n`), { says: /long.csv:1: / });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await converter(page, { ...file('cut.gz', ''), buffer: zlib.gzipSync(`${known}\n`).subarray(0, 40) }, { says: /cannot be read as puzzles, or it is damaged/ });
});

story('a file that is no text is named, with what to do', {}, async (player, page) => {
  const bytes = (name, ...values) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.concat([Buffer.from(values), Buffer.alloc(100, 7)]) });
  const zip = [0x50, 0x4b, 3, 4];
  for (const [chosen, says] of [
    [bytes('puzzles.xlsx', ...zip), /file of a spreadsheet. Save the table there as csv/], [bytes('puzzles.ODS', ...zip), /file of a spreadsheet/],
    [bytes('old.xls', 0xd0, 0xcf, 0x11, 0xe0), /file of a spreadsheet/], [bytes('puzzles.zip', ...zip), /zip archive. Unpack it/],
    [bytes('screen.png', 0x89, 0x50, 0x4e, 0x47), /a picture/], [bytes('photo.jpg', 0xff, 0xd8, 0xff, 0xe0), /a picture/],
    [bytes('book.pdf', ...Buffer.from('%PDF-1.7')), /a PDF/],
    [{ ...file('unicode.txt', ''), buffer: Buffer.from(`\ufeff${known}\n`, 'utf16le') }, /in UTF-16. Save it as UTF-8/],
  ]) {
    await converter(page, chosen, { says });
    await isOver(page);
    assert.ok((await page.textContent('#converter-heading')).includes(chosen.name), chosen.name);
  }
});

story('what the page cannot do, the command does', {}, async (player, page) => {
  const command = () => page.textContent(`${kCard} code`);
  await converter(page, { ...file('a b.zst', ''), buffer: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2]) }, { to: 'csv', says: /does not read this kind of file/ });
  assert.equal(await command(), "dokumill solve './a b.zst' --to csv -o OUT");
  await converter(page, { ...file('a.zst', ''), buffer: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2]) }, { compress: 'gzip', says: /does not read/ });
  assert.equal(await command(), 'dokumill solve a.zst -o OUT.gz');
  await page.selectOption('#converter-compress', 'none');
  assert.deepEqual(await player.axe(), []);
  // 300 MiB, but the browser keeps one MiB.
  await page.selectOption('#converter-to', 'same');
  await page.selectOption('#converter-command', 'dedupe');
  await drop(page, ['long.txt', [`${known}\n`.repeat(12788), 300]]);
  await shows(page, /too large for the memory/);
  assert.equal(await command(), 'dokumill dedupe long.txt -o OUT');
  await page.selectOption('#converter-command', 'solve');
  await drop(page, ['words.txt', ['no puzzle\n'.repeat(105000), 65]]);
  await shows(page, /too large for the memory/);
  assert.equal(await command(), 'dokumill solve words.txt -o OUT');
  await drop(page, ['a.txt', ['x', 1]], ['b.txt', ['x', 1]]);
  assert.match(await page.textContent('#converter-message'), /one file at a time/);
});

// A gzip file that is changed while the converter reads it.
function changeWhileRead() {
  File.prototype.stream = function () {
    const reader = Blob.prototype.stream.call(this).getReader();
    const half = this.size / 2;
    let read = 0;
    return new ReadableStream({
      async pull(controller) {
        const { value } = await reader.read();
        read += value.length;
        if (read < half) controller.enqueue(value);
        else controller.error(new DOMException('the file changed', 'NotReadableError'));
      },
    });
  };
}
story('a compressed file that changes while it is read ends the job with a message', { init: changeWhileRead }, async (player, page) => {
  await converter(page, { ...file('long.txt.gz', ''), buffer: zlib.gzipSync(`${known}\n`.repeat(200000), { level: 0 }) }, { says: /cannot be read any more/ });
});

// The dialog of the browser cannot be used here. The file is in the browser's own storage. As in a
// browser, there is one dialog at a time.
function saveWithoutDialog() {
  let isOpen = false;
  window.showSaveFilePicker = async ({ suggestedName }) => {
    if (isOpen) throw new DOMException('File picker already active.', 'NotAllowedError');
    isOpen = true;
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    isOpen = false;
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
  };
}
story('the result of a large file goes to a file', { init: saveWithoutDialog }, async (player, page) => {
  await player.go('#mill');
  await page.selectOption('#converter-command', 'solve');
  await page.selectOption('#converter-to', 'line');
  await drop(page, ['long.txt', [`${known}\n`, 1], [`# ${'a'.repeat(2000)}\n`.repeat(500), 280], [`${known}\n`, 1]]);
  await page.waitForSelector(`${kCard} button:has-text("Choose where to save")`);
  assert.deepEqual(await player.axe(), []);
  await page.dblclick(`${kCard} button:has-text("Choose where to save")`);
  await shows(page, /saved as solved-long.txt/, 90000);
  const saved = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle('solved-long.txt')).getFile()).text();
  });
  assert.equal(saved, `${solutions(known)[0]}\n`.repeat(2));
  assert.equal(await page.isVisible(`${kCard} a.primary`), false);
});

// As if the engine stopped because the browser has no more memory for it.
function crashOnWork() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (!['converter_part', 'converter_all'].includes(message.name)) return post.call(this, message, ...more);
    setTimeout(() => this.onmessage(new MessageEvent('message', { data: { id: message.id, crash: 'unreachable' } })), 20);
  };
}
story('an engine that stops ends the job with a message', { init: crashOnWork }, async (player, page) => {
  for (const lines of [1, 30000]) {
    await converter(page, file('puzzles.txt', `${known}\n`.repeat(lines)), { says: /probably because memory ran out/ });
    assert.equal(await page.isVisible(`${kCard} a.primary`), false);
    assert.equal(await page.textContent(`${kCard} code`), 'dokumill solve puzzles.txt -o OUT');
    await player.reload();
  }
  // The command for the shell keeps the columns, as the page does.
  await converter(page, file('list.csv', `puzzle,note\n${`${known},one\n`.repeat(100)}`), { command: 'rate', says: /probably because memory ran out/ });
  assert.equal(await page.textContent(`${kCard} code`), 'dokumill rate list.csv --keep-columns --to csv -o OUT');
});

story('what is wrong with records and files is in the language of the page', { locale: 'zh-CN' }, async (player, page) => {
  const broken = [known.slice(1), known.slice(0, 9), known.replace('5', 'Q'), known.replace('5', 'F'), `${known}Q`,
    `55${'0'.repeat(79)}`, `123456780${'0'.repeat(71)}9`, twoSolutions];
  const texts = async () => (await rows(page)).map((row) => row.at(-1));
  await converter(page, file('bad.txt', `${known}\n${broken.join('\n')}\n`), { command: 'check' });
  await isOver(page);
  assert.deepEqual(await texts(), ['有80格，应为81格', '有9格，应为81格（是九行题目中的一行？）', '\'Q\'不能作为格子内容',
    '\'F\'不能作为格子内容（只支持9×9数独）', '第81格之后出现\'Q\'', '矛盾：第1行第1列和第1行第2列都是5', '无解', '多解']);
  await page.click('#language');
  await shows(page, /Bad records/);
  assert.equal((await texts())[0], 'found 80 cells, expected 81');
  assert.equal((await texts())[5], 'contradiction: row 1, column 1 and row 1, column 2 are both 5');
  assert.doesNotMatch(await page.textContent(kCard), /[\u4e00-\u9fff]/);
  await page.click('#language');
  await converter(page, file('words.csv', 'quiz,puzzle\n1,2\n'), { says: /失败：找不到题目所在的列/ });
  assert.deepEqual(await player.axe(), []);
});

// Stories of files in the mill: every command, bad records, reloads, restarts and cancelling.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { startServer, story } from './support/story.mjs';
import { known, solutions, twoSolutions } from './support/sudoku.mjs';

// Writes files into a new folder, from their names and texts. Returns their paths, and a function
// that removes the folder.
function files(texts) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-mill-'));
  const paths = Object.entries(texts).map(([name, text]) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  });
  return { paths, remove: () => fs.rmSync(folder, { recursive: true }) };
}

async function download(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#mill-job .primary')]);
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

const tiles = (page) => page.$$eval('#mill-job .tiles dd', (all) => all.map((tile) => tile.textContent));
const isDone = (page) => page.waitForSelector('#mill-job .primary:not([hidden])');

story('the mill solves a file, shows what is in it and gives the answer back', {}, async (player, page) => {
  const bad = known.replace('5', 'Q');
  const { paths, remove } = files({ 'puzzles.txt': `${Array(200).fill(known).join('\n')}\n${bad}\n${twoSolutions}\n55${'0'.repeat(79)}\n` });
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await isDone(page);
  const counts = await tiles(page);
  assert.equal(counts[0], '203');
  assert.deepEqual(counts.slice(2), ['200', '1', '1', '1']);
  assert.equal(await page.locator('#mill-job svg.chart').count(), 1);
  assert.match(await page.textContent('#mill-job table'), /201:1.*201.*'Q' is not a cell/);
  const { name, bytes } = await download(page);
  assert.equal(name, 'solved-puzzles.txt');
  const answer = bytes.toString().trim().split('\n');
  assert.equal(answer.length, 203);
  assert.equal(answer[0], solutions(known)[0]);
  assert.equal(answer[200], '?'.repeat(81));
  assert.deepEqual(await player.axe(), []);
  remove();
});

story('every command of the mill, with ratings in the file and compressed files', {}, async (player, page) => {
  const csv = `puzzle,note\n${known},one\n${known},two\n`;
  const { paths, remove } = files({ 'list.csv': csv, 'list.csv.gz': zlib.gzipSync(csv) });
  const run = async (command, file = paths[0], compress = 'none') => {
    await page.selectOption('#mill-command', command);
    await page.selectOption('#mill-compress', compress);
    await page.setInputFiles('#mill-file', file);
    await page.waitForFunction((wanted) => document.querySelector('#mill-job .primary:not([hidden])')?.textContent.includes(wanted),
      { solve: 'solved-', check: 'checked-', rate: 'rated-', canon: 'canonical-', dedupe: 'deduplicated-' }[command]);
    return download(page);
  };
  await page.click('#to-mill');
  const rated = await run('rate');
  assert.equal(rated.name, 'rated-list.csv');
  assert.match(rated.bytes.toString(), new RegExp(`^puzzle,note,er,ep,ed,level,clues,hardest,exact\n${known},one,1.2,1.2,1.2,easy,30,`));
  assert.equal(await page.locator('#mill-job svg.chart').count(), 1);
  const solved = await run('solve', paths[1]);
  assert.equal(solved.name, 'solved-list.csv');
  assert.equal(solved.bytes.toString().split('\n')[1], `${known},${solutions(known)[0]}`);
  const kept = await run('dedupe', paths[1], 'gzip');
  assert.equal(kept.name, 'deduplicated-list.csv.gz');
  assert.equal(zlib.gunzipSync(kept.bytes).toString(), `puzzle,note\n${known},one\n`);
  assert.deepEqual((await tiles(page)).slice(2), ['1', '1', '0']);
  assert.equal((await run('check')).bytes.toString(), 'unique\nunique\n');
  assert.ok(await page.locator('#mill-to option[value=csv]').evaluate((option) => option.disabled), 'check writes words');
  assert.equal(await page.locator('#mill-to option').first().textContent(), 'one word per puzzle');
  await page.selectOption('#mill-compress', 'none');
  assert.match((await run('canon')).bytes.toString(), /^puzzle,note\n\d{81},one\n/);
  remove();
});

story('many bad records make no long page', {}, async (player, page) => {
  const { paths, remove } = files({ 'bad.txt': `${known}\n${`${known.replace('5', 'Q')}\n`.repeat(400)}` });
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await isDone(page);
  assert.equal(await page.locator('#mill-job tbody tr').count(), 200);
  assert.match(await page.textContent('#mill-job'), /and 200 more/);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 1600, `the page is ${height} px high`);
  // The table scrolls, also by keyboard.
  await page.focus('#mill-job .scroll');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('#mill-job .scroll').scrollTop > 0);
  assert.deepEqual(await player.axe(), []);
  remove();
});

story('a reload keeps the result of the mill, and so does a new tab', {}, async (player, page) => {
  const { paths, remove } = files({ 'puzzles.txt': `${known}\n` });
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await isDone(page);
  await page.reload();
  await player.ready();
  await isDone(page);
  assert.match(await page.textContent('#mill-job h3'), /Solve: puzzles.txt/);
  assert.equal((await download(page)).bytes.toString(), `${solutions(known)[0]}\n`);
  const tab = await player.place.newPage();
  await tab.goto(`${player.server.address}/#mill`);
  await isDone(tab);
  await tab.close();
  // Another browser does not see the job.
  const other = await player.place.browser().newContext();
  const stranger = await other.newPage();
  await stranger.goto(`${player.server.address}/#mill`);
  await stranger.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  assert.equal(await stranger.isVisible('#mill-job'), false);
  await other.close();
  remove();
});

// The server's answer to the upload can end the job while the page still reads the state of the
// job. A reload then aborts this read. Here, the read waits for the reload.
function stallFirstState() {
  if (location.protocol !== 'http:' || sessionStorage.getItem('stalled')) return;
  const send = globalThis.fetch;
  globalThis.fetch = async (path, options) => {
    if (sessionStorage.getItem('stalled') || !/\/mill\/\w+$/.test(String(path))) return send(path, options);
    sessionStorage.setItem('stalled', 'yes');
    return new Response(new ReadableStream({
      start: (stream) => addEventListener('beforeunload', () => stream.error(new TypeError('the page was left'))),
    }));
  };
}

story('a reload that breaks off a read of the state keeps the job', { init: stallFirstState }, async (player, page) => {
  const { paths, remove } = files({ 'puzzles.txt': `${known}\n` });
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await isDone(page);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('stalled')), 'yes');
  await page.reload();
  await player.ready();
  await isDone(page);
  assert.match(await page.textContent('#mill-job h3'), /Solve: puzzles.txt/);
  remove();
});

story('a server that is too busy to tell the state of a job does not lose it', { expects: /status of 50[23]/ }, async (player, page) => {
  const { paths, remove } = files({ 'puzzles.txt': `${known}\n` });
  await page.route('**/input', () => {});
  const busy = { status: 503, contentType: 'application/json', body: '{"error":{"code":"busy","message":"too many connections"}}' };
  const answers = [busy, { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }, { status: 200, contentType: 'application/json', body: '{"state":' }];
  await page.route(/mill\/\w+$/, (route) => (answers.length ? route.fulfill(answers.shift()) : route.continue()));
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await page.waitForFunction(() => /busy/.test(document.querySelector('#mill-message').textContent));
  await page.waitForSelector('#mill-job progress:not([hidden])');
  assert.equal(answers.length, 0);
  assert.equal(await page.textContent('#mill-message'), '');
  await Promise.all([page.waitForResponse(/cancel$/), page.click('#mill-job button:has-text("Cancel")')]);
  remove();
});

// The request for the state and the upload are on the way at the same time. Here, the state
// "waiting" arrives after the answer to the upload.
story('a state that arrives late does not replace the end of the job', {}, async (player, page) => {
  let onRead;
  const isRead = new Promise((resolve) => { onRead = resolve; });
  const isFailed = () => page.waitForFunction(() => /failed: /.test(document.querySelector('#mill-job').textContent));
  const states = [];
  await page.route(/mill\/\w+$/, async (route) => {
    const response = await route.fetch();
    states.push((await response.json()).state);
    onRead();
    await isFailed();
    await route.fulfill({ response });
  }, { times: 1 });
  await page.route('**/input', async (route) => {
    await isRead;
    await route.continue();
  });
  const late = page.waitForResponse(/mill\/\w+$/);
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from('quiz,puzzle\n1,2\n') });
  await (await late).finished();
  await page.waitForTimeout(300);
  assert.deepEqual(states, ['waiting']);
  await isFailed();
});

story('a job goes on while the page is reloaded', { expects: /status of 404/ }, async (player, page) => {
  // The job usually takes long enough that it still runs when the page is reloaded. On a faster
  // machine, the job may be finished before the reload.
  const { paths, remove } = files({ 'many.txt': `${twoSolutions}\n`.repeat(300000) });
  await page.click('#to-mill');
  await page.selectOption('#mill-command', 'rate');
  const isRunning = page.waitForResponse(async (response) => /mill\/\w+$/.test(response.url()) && /"state":"(running|done)"/.test(await response.text()));
  await page.setInputFiles('#mill-file', paths[0]);
  await isRunning;
  await page.reload();
  await player.ready();
  await isDone(page);
  assert.equal((await tiles(page))[0], '300,000');
  remove();
});

// The server gets the job but not its file, so the job waits for as long as the test needs.
story('a file in the mill can be cancelled, and the next one goes through', { expects: /status of 404/ }, async (player, page) => {
  const { paths, remove } = files({ 'first.txt': `${known}\n`, 'second.txt': `${known}\n` });
  await page.route('**/input', () => {});
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await page.click('#mill-job button');
  await page.waitForFunction(() => /cancelled/.test(document.querySelector('#mill-job').textContent));
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus stays on the page');
  await page.unroute('**/input');
  await page.setInputFiles('#mill-file', paths[1]);
  await isDone(page);
  assert.match(await page.textContent('#mill-job h3'), /second.txt/);
  assert.equal((await tiles(page))[0], '1');
  remove();
});

story('the mill says what went wrong with a file that is no puzzles', {}, async (player, page) => {
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from('quiz,puzzle\n1,2\n') });
  await page.waitForFunction(() => /failed/.test(document.querySelector('#mill-job').textContent));
  assert.match(await page.textContent('#mill-job'), /The puzzle column cannot be found/);
  assert.match(await page.textContent('#mill-job [lang=en]'), /words.csv:1: .*quiz, puzzle/);
});

story('what is wrong with records and files is in the language of the page', { locale: 'zh-CN' }, async (player, page) => {
  const broken = [known.slice(1), known.slice(0, 9), known.replace('5', 'Q'), known.replace('5', 'F'), `${known}Q`,
    `55${'0'.repeat(79)}`, `123456780${'0'.repeat(71)}9`, twoSolutions];
  const rows = () => page.$$eval('#mill-job tbody tr', (all) => all.map((row) => row.lastChild.textContent));
  await page.click('#to-mill');
  await page.selectOption('#mill-command', 'check');
  await page.setInputFiles('#mill-file', { name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from(`${known}\n${broken.join('\n')}\n`) });
  await isDone(page);
  assert.deepEqual(await rows(), ['有80格，应为81格', '有9格，应为81格（是九行题目中的一行？）', '\'Q\'不能作为格子内容',
    '\'F\'不能作为格子内容（只支持9×9数独）', '第81格之后出现\'Q\'', '矛盾：第1行第1列和第1行第2列都是5', '无解', '多解']);
  await page.click('#language');
  await page.waitForFunction(() => /Bad records/.test(document.querySelector('#mill-job').textContent));
  assert.equal((await rows())[0], 'found 80 cells, expected 81');
  assert.equal((await rows())[5], 'contradiction: row 1, column 1 and row 1, column 2 are both 5');
  assert.doesNotMatch(await page.textContent('#mill-job'), /[\u4e00-\u9fff]/);
  await page.click('#language');
  // There are more bad records than the table shows. Their texts change with the language, too.
  await page.setInputFiles('#mill-file', { name: 'many.txt', mimeType: 'text/plain', buffer: Buffer.from(`${known}\n${`${known.slice(1)}\n`.repeat(300)}`) });
  await page.waitForFunction(() => document.querySelectorAll('#mill-job tbody tr').length === 200);
  await page.click('#language');
  await page.waitForFunction(() => document.querySelector('#mill-job tbody td:last-child').textContent === 'found 80 cells, expected 81');
  await page.click('#language');
  await page.setInputFiles('#mill-file', { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from('quiz,puzzle\n1,2\n') });
  await page.waitForFunction(() => /失败：找不到题目所在的列/.test(document.querySelector('#mill-job').textContent));
  await page.setInputFiles('#mill-file', { name: 'cut.gz', mimeType: 'text/plain', buffer: zlib.gzipSync(`${known}\n`).subarray(0, 40) });
  await page.waitForFunction(() => /失败：文件内容不是可识别的题目，或者文件已损坏/.test(document.querySelector('#mill-job').textContent));
  assert.deepEqual(await player.axe(), []);
});

// Makes uploads slow, so that a reload happens in the middle of an upload.
async function slowUploads(player, page) {
  const session = await player.place.newCDPSession(page);
  const limit = (bytes) => session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes });
  await session.send('Network.enable');
  await limit(100000);
  return () => limit(-1);
}
const isArriving = (page) => page.waitForResponse(async (response) => /mill\/\w+$/.test(response.url()) && /"state":"receiving","[^}]*"bytes":[1-9]/.test(await response.text()));
const long = () => Buffer.from(`${known}\n`.repeat(40000));

story('a reload in the middle of the upload asks, and then the upload begins again', { expects: /status of 404/ }, async (player, page) => {
  const asked = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.accept();
  });
  await page.click('#to-mill');
  await page.selectOption('#mill-command', 'check');
  const hurry = await slowUploads(player, page);
  const arriving = isArriving(page);
  await page.setInputFiles('#mill-file', { name: 'long.txt', mimeType: 'text/plain', buffer: long() });
  await arriving;
  await page.reload();
  assert.deepEqual(asked, ['beforeunload']);
  await hurry();
  await isDone(page);
  assert.match(await page.textContent('#mill-job h3'), /Check: long.txt/);
  assert.equal((await tiles(page))[0], '40,000');
  // The file is removed from the browser's storage, and the page no longer asks before it is left.
  const kept = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('dokumill', 1).onsuccess = ({ target: { result } }) => {
      result.transaction('files').objectStore('files').count().onsuccess = ({ target }) => resolve(target.result);
    };
  }));
  while ((await kept()) > 0) await page.waitForTimeout(20);
  await page.reload();
  await isDone(page);
  assert.deepEqual(asked, ['beforeunload']);
});

story('without storage for files, a reload in the middle of the upload says what happened', {
  expects: /status of 404/,
  init: () => Object.defineProperty(window, 'indexedDB', { get: () => { throw new Error('off'); } }),
}, async (player, page) => {
  page.on('dialog', (dialog) => dialog.accept());
  await page.click('#to-mill');
  const hurry = await slowUploads(player, page);
  const arriving = isArriving(page);
  await page.setInputFiles('#mill-file', { name: 'long.txt', mimeType: 'text/plain', buffer: long() });
  await arriving;
  await page.reload();
  await hurry();
  await page.waitForFunction(() => /The whole file did not arrive/.test(document.querySelector('#mill-job').textContent));
  assert.match(await page.textContent('#mill-job h3'), /Solve: long.txt/);
  assert.equal(await page.isVisible('#mill-job progress'), false);
  assert.deepEqual(await player.axe(), []);
  // The file can be chosen again.
  await page.setInputFiles('#mill-file', { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(`${known}\n`) });
  await isDone(page);
});

story('a server that is restarted in the middle of a job: the page says so and starts it again', {
  ownServer: true, clock: true, expects: /Failed to load resource/,
}, async (player, page) => {
  const restart = async () => {
    const { port } = new URL(player.server.address);
    await player.server.stop();
    await page.clock.fastForward(130000);
    await page.waitForFunction(() => /has ended or does not answer/.test(document.querySelector('#mill-message').textContent));
    Object.assign(player.server, await startServer(['--port', port]));
    await page.waitForSelector('#mill-job button:has-text("Start again")');
    assert.equal(await page.textContent('#mill-message'), '');
  };
  await page.click('#to-mill');
  // The server is restarted in the middle of the upload.
  const hurry = await slowUploads(player, page);
  const arriving = isArriving(page);
  await page.setInputFiles('#mill-file', { name: 'long.txt', mimeType: 'text/plain', buffer: long() });
  await arriving;
  await restart();
  await hurry();
  await page.click('#mill-job button:has-text("Start again")');
  await isDone(page);
  assert.equal((await tiles(page))[0], '40,000');
  // The server is restarted after the end of the job: a link to the result would lead nowhere.
  await restart();
  assert.equal(await page.isVisible('#mill-job .primary'), false);
  assert.match(await page.textContent('#mill-job'), /no longer has this job/);
  await page.click('#mill-job button:has-text("Start again")');
  await isDone(page);
});

story('a new job in another tab leaves the result of this one', {}, async (player, page) => {
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from(`${known}\n`) });
  await isDone(page);
  const tab = await player.place.newPage();
  await tab.goto(`${player.server.address}/#mill`);
  await isDone(tab);
  await tab.setInputFiles('#mill-file', { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from(`${twoSolutions}\n`) });
  await tab.waitForFunction(() => /two.txt \(/.test(document.querySelector('#mill-job').textContent));
  assert.equal((await download(page)).bytes.toString(), `${solutions(known)[0]}\n`);
  await tab.close();
});

story('a file that is deleted before it is sent: the page says so', { expects: /ERR_FILE_NOT_FOUND|status of 404/ }, async (player, page) => {
  const { paths, remove } = files({ 'gone.txt': `${known}\n` });
  await page.route('**/api/v1/mill', (route) => {
    fs.unlinkSync(paths[0]);
    route.continue();
  }, { times: 1 });
  await page.click('#to-mill');
  await page.setInputFiles('#mill-file', paths[0]);
  await page.waitForFunction(() => /cannot be read any more/.test(document.querySelector('#mill-message').textContent));
  assert.match(await page.textContent('#mill-job'), /The whole file did not arrive/);
  assert.equal(await page.isVisible('#mill-job progress'), false);
  fs.writeFileSync(paths[0], `${known}\n`);
  await page.setInputFiles('#mill-file', paths[0]);
  await isDone(page);
  assert.equal(await page.textContent('#mill-message'), '');
  remove();
});

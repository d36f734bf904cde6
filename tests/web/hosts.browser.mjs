// The page in its three hosts: a file on the disk, a web server without any program, and `dokumill
// play` (all other stories). Each has the same page, so this file tests only what differs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { binary, chromium, playwright } from './support/tools.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-hosts-'));
const browser = await playwright().chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

const kPuzzle = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml', '.png': 'image/png' };

// A server of files, as simple as they come: `site` is published at /sudoku/. `network.bytesPerSecond`
// is its speed.
function serve(site, network = { bytesPerSecond: Infinity }) {
  const server = http.createServer(async ({ url }, response) => {
    const name = path.join(site, new URL(url, 'http://x').pathname.replace(/^\/sudoku\/$/, 'index.html').replace(/^\/sudoku\//, ''));
    if (!fs.existsSync(name)) response.writeHead(404);
    else response.writeHead(200, { 'Content-Type': kTypes[path.extname(name)] });
    const bytes = fs.existsSync(name) ? fs.readFileSync(name) : '';
    const step = Math.min(bytes.length, network.bytesPerSecond / 10);
    for (let at = 0; at + step < bytes.length && !response.destroyed; at += step) {
      response.write(bytes.subarray(at, at + step));
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    response.end(step < bytes.length ? bytes.subarray(-(bytes.length % step || step)) : bytes);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const isReady = (page) => page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
const givensOf = (page) => page.$$eval('.cell.given', (all) => all.length);

// Plays a little: a puzzle from a link, a hint, a new game that the engine makes.
async function play(page, address) {
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${address}#p=${kPuzzle}`);
  await isReady(page);
  await page.waitForFunction(() => document.querySelectorAll('.cell.given').length === 30);
  await page.keyboard.press('Shift+H');
  await page.waitForSelector('#hint-card:not([hidden])');
  await page.reload();
  await isReady(page);
  assert.equal(await givensOf(page), 30, 'the game is kept');
  assert.deepEqual(faults, []);
}

test('a file on the disk, without a network', { timeout: 60000 }, async () => {
  const file = path.join(folder, 'sudoku.html');
  assert.equal(spawnSync(binary, ['play', '--save', file]).status, 0);
  const place = await browser.newContext({ offline: true });
  const requests = [];
  place.on('request', (request) => requests.push(request.url()));
  const page = await place.newPage();
  await play(page, pathToFileURL(file));
  assert.deepEqual([...new Set(requests.map((each) => new URL(each).protocol))].filter((each) => !['file:', 'blob:', 'data:'].includes(each)), []);
  await place.close();
});

test('a web server of files: installable, and without the server from the second visit on', { timeout: 60000 }, async () => {
  const server = await serve(path.join(path.dirname(binary), 'page/site'));
  const address = `http://127.0.0.1:${server.address().port}/sudoku/`;
  const place = await browser.newContext();
  const page = await place.newPage();
  await play(page, address);
  const manifest = await (await fetch(`${address}manifest.webmanifest`)).json();
  for (const { src, type } of manifest.icons) assert.equal((await fetch(address + src)).headers.get('content-type'), type);
  assert.equal(new URL(manifest.start_url, address).href, address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await page.goto('about:blank');
  await page.goto(address);
  await isReady(page);
  assert.equal(await givensOf(page), 30, 'the page and its game without the server');
  await place.close();
});

test('a kept page opens at once on a slow network, and the next visit has the new page', { timeout: 90000 }, async () => {
  const site = path.join(folder, 'site');
  fs.cpSync(path.join(path.dirname(binary), 'page/site'), site, { recursive: true });
  const network = { bytesPerSecond: Infinity };
  const server = await serve(site, network);
  const address = `http://127.0.0.1:${server.address().port}/sudoku/`;
  const place = await browser.newContext();
  const page = await place.newPage();
  await play(page, address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('about:blank');

  const file = path.join(site, 'index.html');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('<html ', '<html data-version="2" '));
  network.bytesPerSecond = 50000;  // 20 seconds for the page
  await page.goto(address, { timeout: 8000 });
  await isReady(page);
  assert.equal(await givensOf(page), 30, 'the whole page and its game');
  assert.equal(await page.getAttribute('html', 'data-version'), null);

  const isKept = () => page.evaluate(async (url) => (await (await caches.match(url)).text()).includes('data-version="2"'), address);
  for (const end = Date.now() + 60000; Date.now() < end && !(await isKept());) await page.waitForTimeout(500);
  await page.reload({ timeout: 8000 });
  await isReady(page);
  assert.equal(await page.getAttribute('html', 'data-version'), '2');
  await place.close();
  server.closeAllConnections();
  server.close();
});

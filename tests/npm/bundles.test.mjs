// Tests the npm package in browsers: as it is, and in the bundles that esbuild and Vite make of an
// app (app/). The page of the app sends what it found to the server of the test, so any browser
// will do.
//
// DOKUMILL_BUILD: see installed.mjs; DOKUMILL_NPM_MODULES: a folder with Vite
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { installed } from './installed.mjs';

const source = new URL('./app/', import.meta.url);
const place = installed();
for (const name of fs.readdirSync(source)) fs.copyFileSync(new URL(name, source), path.join(place, name));
after(() => fs.rmSync(place, { recursive: true, force: true }));

const BROWSERS = [
  { names: ['chromium-headless-shell', 'chromium'], args: (profile) => ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`] },
  { names: ['firefox-esr', 'firefox'], args: (profile) => ['--headless', '--no-remote', '--profile', profile] },
].map(({ names, args }) => {
  const inPath = names.flatMap((name) => process.env.PATH.split(':').map((folder) => path.join(folder, name)));
  return { name: names.at(-1), program: inPath.find((file) => fs.existsSync(file)), args };
});
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

// What the page of the folder `site` sends, in this browser.
async function answerOf(site, { program, args }) {
  let tell;
  const told = new Promise((resolve) => {
    tell = resolve;
  });
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (part) => (body += part)).on('end', () => tell(JSON.parse(body)));
      return response.end();
    }
    const name = path.join(site, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
    if (!fs.existsSync(name)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(name)] });
    return response.end(fs.readFileSync(name));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-browser-'));
  const child = spawn(program, [...args(profile), `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    return await Promise.race([told, ended.then(() => 'the browser ended')]);
  } finally {
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    server.closeAllConnections();
    server.close();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const run = (program, args) => execFileSync(program, args, { cwd: place, stdio: 'pipe' });
const vite = path.join(process.env.DOKUMILL_NPM_MODULES, 'node_modules/vite/bin/vite.js');
// By how it is made, the folder of the site, or nothing if a program is missing.
const SITES = {
  'modules without a bundler': () => place,
  'a bundle of esbuild': () => {
    const site = path.join(place, 'esbuild');
    const entries = ['main.mjs', 'node_modules/dokumill/pool_worker.mjs'];
    run('esbuild', [...entries, '--bundle', '--format=esm', '--entry-names=[name]', '--out-extension:.js=.mjs', `--outdir=${site}`]);
    for (const name of ['index.html', 'node_modules/dokumill/engine.wasm']) fs.copyFileSync(path.join(place, name), path.join(site, path.basename(name)));
    return site;
  },
  'a bundle of Vite': () => {
    if (!fs.existsSync(vite)) return undefined;
    run(process.execPath, [vite, 'build', '--outDir', 'vite']);
    return path.join(place, 'vite');
  },
};
for (const [name, make] of Object.entries(SITES)) {
  test(name, { timeout: 120_000 }, async (whole) => {
    const site = make();
    if (!site) return whole.skip('a program is missing');
    for (const browser of BROWSERS) {
      await whole.test(browser.name, { skip: !browser.program && `no ${browser.name} here` }, async () => {
        assert.deepEqual(await answerOf(site, browser), [true, 'unique', 'hidden single in a box']);
      });
    }
    return undefined;
  });
}

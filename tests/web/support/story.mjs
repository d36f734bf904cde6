// story(): a test that plays on the real page of the real command in a real browser. In addition to
// its own assertions, every story asserts that there was no console error, no uncaught exception,
// no request to another host, and no violation of the content security policy.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, test } from 'node:test';
import { axeSource, binary, chromium, playwright } from './tools.mjs';

const kFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
export const phone = { viewport: { width: 393, height: 851 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser = null;
let shared = null;
after(async () => {
  await browser?.close();
  await shared?.stop();
});

export async function startServer(args = []) {
  const process = spawn(binary, ['play', '--no-open', ...(args.includes('--port') ? [] : ['--port', '0']), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let isStopped = false;
  let words = '';
  process.stderr.on('data', (bytes) => { words += bytes; });
  process.once('exit', (status, signal) => isStopped || console.error(`the server ended by itself: ${status ?? signal}: ${words}`));
  const address = await new Promise((resolve, reject) => {
    let text = '';
    process.stdout.on('data', (bytes) => {
      text += bytes;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0].replace(/\/$/, ''));
    });
    process.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${text}`)));
  });
  const stop = () => new Promise((resolve) => {
    isStopped = true;
    if (process.exitCode !== null || process.signalCode !== null) resolve();
    else process.once('exit', resolve).kill('SIGINT');
  });
  return { address, stop };
}

// The options are those of a browser context, and also:
//   hash       the end of the address
//   serviceWorkers  'allow' for the page's service worker; without it, a story can replace answers
//   clock      true for a clock that the test controls
//   storage    key -> text that is stored before the page starts
//   init       a function that runs in the page before the page's own code
//   expects    a pattern of console errors that belong to the story
//   ownServer  true for a server that the story may stop
//   timeout    in ms
export function story(name, { hash = '', clock = false, storage = {}, init, expects = /^$/, ownServer = false, timeout = 120000, ...context }, play) {
  test(name, { timeout }, async () => {
    browser ??= await playwright().chromium.launch({ executablePath: chromium, args: kFlags });
    const server = ownServer ? await startServer() : (shared ??= await startServer());
    const place = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 860 }, serviceWorkers: 'block', ...context });
    const faults = [];
    const watch = (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error' && !expects.test(message.text())) faults.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`exception: ${error.name}: ${error.message} ${error.stack}`));
    };
    place.on('page', watch);
    place.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && hostname !== '127.0.0.1') faults.push(`request to ${request.url()}`);
    });
    await place.addInitScript(() => {
      globalThis.brokenPolicies = [];
      addEventListener('securitypolicyviolation', (event) => globalThis.brokenPolicies.push(`${event.violatedDirective} ${event.blockedURI}`));
    });
    // `asked`: the calls of the engine so far. `fakes`: name of a call -> the answer that it gets
    // instead of the engine's.
    await place.addInitScript(() => {
      Object.assign(globalThis, { asked: [], fakes: {} });
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function send(message, ...others) {
        if (!message.name) return post.call(this, message, ...others);
        globalThis.asked.push({ name: message.name, body: message.body });
        const answer = globalThis.fakes[message.name];
        if (!answer) return post.call(this, message, ...others);
        queueMicrotask(() => this.onmessage({ data: { id: message.id, answer } }));
        return undefined;
      };
    });
    if (init) await place.addInitScript(init);
    if (Object.keys(storage).length) await place.addInitScript((entries) => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', 'yes');
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    try {
      const page = await place.newPage();
      if (clock) await page.clock.install({ time: new Date('2026-01-02T03:04:05') });
      const player = new Player(page, server, place);
      await player.open(hash);
      await play(player, page);
      for (const each of place.pages()) {
        faults.push(...(await each.evaluate(() => globalThis.brokenPolicies ?? [])).map((fault) => `policy: ${fault}`));
      }
      assert.deepEqual(faults, []);
    } finally {
      await place.close();
      if (ownServer) await server.stop();
    }
  });
}

// A story of `scripts/test.sh --nightly`, which sets the variable.
export const longStory = process.env.DOKUMILL_LONG_TESTS ? story : () => {};

// A player, who uses what the page shows.
export class Player {
  constructor(page, server, place) {
    this.page = page;
    this.server = server;
    this.place = place;
  }
  async open(hash = '') {
    await this.page.goto(`${this.server.address}/${hash}`);
    await this.ready();
    // The link of a puzzle leads to its board, or to the form that says what is wrong with it.
    if (hash.startsWith('#p=')) await this.page.waitForSelector('.cell.given, #import-dialog[open]');
  }
  ready() {
    return this.page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  }
  async reload() {
    await this.page.reload();
    await this.ready();
  }
  // Opens the page in another tab, which the player uses from then on.
  async tab(hash = '') {
    this.page = await this.place.newPage();
    await this.open(hash);
    return this.page;
  }
  // Goes to another address of the page, for example '#mill'.
  go(hash) {
    return this.page.evaluate((to) => { location.hash = to; }, hash);
  }
  // Starts a game of the level, and returns its givens.
  async begin(level = 'Easy') {
    await this.page.click(`.level:has-text("${level}")`);
    await this.page.waitForFunction(() => document.querySelectorAll('.cell.given').length > 0);
    await this.page.waitForFunction(() => document.activeElement.matches('.cell'));
    return this.givens();
  }
  async home() {
    await this.page.click('h1 a');
    await this.page.waitForSelector('#home:not([hidden])');
  }
  // Opens a dialog that the home screen leads to, for example 'open-games'.
  async fromHome(id) {
    await this.home();
    await this.page.click(`#${id}`);
  }
  // Opens the menu if it is not visible.
  async menu() {
    if (!(await this.page.isVisible('#menu'))) await this.page.click('#open-menu');
  }
  cell(cell) {
    return this.page.locator(`[data-cell="${cell}"]`);
  }
  // The board as a screen reader presents it: 81 digits, 0 for empty.
  async board() {
    const labels = await this.labels();
    return labels.map((label) => /(?:given|digit|已知数|数字) ?([1-9])/.exec(label)?.[1] ?? '0').join('');
  }
  async givens() {
    const labels = await this.labels();
    return labels.map((label) => /(?:given|已知数) ?([1-9])/.exec(label)?.[1] ?? '0').join('');
  }
  // Waits until the board has these givens.
  async showsGivens(givens) {
    for (const end = Date.now() + 30000; Date.now() < end; await this.page.waitForTimeout(20)) {
      if (await this.givens().catch(() => '') === givens) return;
    }
    assert.equal(await this.givens(), givens);
  }
  labels() {
    return this.page.$$eval('[role=gridcell]', (all) => all.map((cell) => cell.getAttribute('aria-label')));
  }
  async notes(cell) {
    return /(?:notes|笔记) ?([1-9 ]+)/.exec(await this.cell(cell).getAttribute('aria-label'))?.[1].trim() ?? '';
  }
  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }
  async type(cell, ...keys) {
    await this.cell(cell).evaluate((target) => target.focus());
    await this.press(...keys);
  }
  // Moves to the cell with the arrow keys.
  async goTo(cell) {
    const at = Number(await this.page.getAttribute('[role=gridcell][tabindex="0"]', 'data-cell'));
    const down = Math.floor(cell / 9) - Math.floor(at / 9);
    const right = (cell % 9) - (at % 9);
    await this.press(...Array(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'), ...Array(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'));
  }
  async fill(board, byArrows = false) {
    const now = await this.board();
    for (let cell = 0; cell < 81; ++cell) {
      if (board[cell] === now[cell]) continue;
      if (byArrows) await this.goTo(cell);
      await (byArrows ? this.press(board[cell]) : this.type(cell, board[cell]));
    }
  }
  // Fills the board with its solution, which ends the game.
  async win(solution) {
    await this.fill(solution);
    await this.page.waitForSelector('#finish-dialog[open]');
  }
  async hint() {
    await this.page.click('#hint');
    await this.page.waitForSelector('#hint-card:not([hidden])');
  }
  // Opens the form for the player's own puzzle, and then the board to type it.
  async typePuzzle() {
    if (!(await this.page.isVisible('#home'))) await this.home();
    await this.page.click('#open-import');
    await this.page.click('#import-edit');
    await this.page.waitForFunction(() => document.body.classList.contains('editing'));
  }
  // Lets the call `name` of the engine answer this, or the engine's own answer if `answer` is null.
  fake(name, answer) {
    return this.page.evaluate(([key, value]) => { globalThis.fakes[key] = value; }, [name, answer]);
  }
  // The bodies of the calls of the engine with this name, since the page was loaded.
  asked(name) {
    return this.page.evaluate((key) => globalThis.asked.filter((each) => each.name === key).map(({ body }) => body), name);
  }
  // The message of the visible view.
  message() {
    return this.page.evaluate(() => document.querySelector('#message').textContent + document.querySelector('#home-message').textContent);
  }
  async says(pattern) {
    await this.page.waitForFunction((source) => ['#message', '#home-message'].some((id) => new RegExp(source).test(document.querySelector(id).textContent)), pattern.source);
  }
  // Waits until `start` has put another puzzle on the board. The message of a new game alone is not
  // enough, because the message of the previous game may still be visible.
  async another(start) {
    const before = await this.givens();
    await start();
    while ((await this.givens()) === before) await this.page.waitForTimeout(20);
    await this.says(/New game/);
  }
  // The time in seconds, penalties included.
  async time() {
    const text = await this.page.evaluate(() => document.querySelector('#clock').firstChild.textContent);
    return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  async set(name, value) {
    await this.page.click('#open-settings');
    const control = this.page.locator(`#set-${name}`);
    if (typeof value === 'boolean') await control.setChecked(value);
    else await control.selectOption(value);
    await this.press('Escape');
  }
  // Returns the violations that axe finds on the current page.
  async axe() {
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(axeSource());
    const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(' | ')}`);
  }
}

// One story in Firefox and in WebKit: the page starts, makes a puzzle, gives a hint, knows a solved
// board, and explains a technique. The other stories are for Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFirefox } from './support/firefox.mjs';
import { startServer } from './support/story.mjs';
import { deep, solutions } from './support/sudoku.mjs';
import { firefox } from './support/tools.mjs';
import { startWebkit, webkit } from './support/webkit.mjs';

const kStory = `
  const [puzzle, board, done] = arguments;
  const find = (id) => document.getElementById(id);
  const until = async (test) => { while (!test()) await new Promise((resolve) => { setTimeout(resolve, 50); }); };
  const story = async () => {
    const found = {};
    await until(() => document.documentElement.dataset.ready === 'yes');
    location.hash = '#p=' + puzzle;
    await until(() => document.querySelector('.cell.given'));
    find('hint').click();
    await until(() => !find('hint-card').hidden);
    const [name] = document.querySelectorAll('#hint-card .name');
    found.line = getComputedStyle(name).textDecorationLine;
    found.numbers = [...document.querySelectorAll('#labels span')].map((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      const { left, right } = range.getBoundingClientRect();
      return left >= 0 && right <= document.documentElement.clientWidth;
    });
    document.querySelector('#hint-card [data-act=close]').click();
    for (const [cell, digit] of [...board].entries()) {
      if (puzzle[cell] !== '0') continue;
      const target = document.querySelector('[data-cell="' + cell + '"]');
      target.focus();
      target.dispatchEvent(new KeyboardEvent('keydown', { key: digit, code: 'Digit' + digit, bubbles: true }));
    }
    await until(() => find('finish-dialog').open && !find('finish-met').hidden);
    found.end = find('finish-title').textContent;
    find('finish-home').click();
    await until(() => !find('home').hidden);
    find('start-medium').click();
    await until(() => !find('play').hidden && document.querySelectorAll('.cell.given').length > 26);
    location.hash = '#learn';
    await until(() => document.querySelector('[data-lesson="7"]'));
    document.querySelector('[data-lesson="7"]').click();
    await until(() => !find('lesson').hidden && find('lesson').querySelector('.primary'));
    found.lesson = find('lesson').querySelector('h2').textContent;
    found.sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return found;
  };
  story().then(done, (error) => done({ error: String(error) }));
`;

const kDrivers = {
  Firefox: [firefox, startFirefox, async (browser, url) => {
    await browser.send('WebDriver:SetWindowRect', { width: 390, height: 844 });
    await browser.send('WebDriver:SetTimeouts', { script: 60000 });
    await browser.send('WebDriver:Navigate', { url });
  }],
  WebKit: [webkit, startWebkit, async (browser, url) => {
    await browser.send('POST', '/window/rect', { width: 390, height: 844 });
    await browser.send('POST', '/timeouts', { script: 60000 });
    await browser.send('POST', '/url', { url });
  }],
};

for (const [name, [program, start, open]] of Object.entries(kDrivers)) {
  test(`${name} plays a game to its end`, { timeout: 180000, skip: !program && 'this browser, or its driver, is not here' }, async () => {
    const server = await startServer();
    const browser = await start();
    try {
      await open(browser, `${server.address}/?lang=en`);
      const { numbers, ...others } = await browser.run(kStory, deep, solutions(deep)[0]);
      assert.deepEqual(others, { line: 'underline', end: 'Solved', lesson: 'X-Wing', sideways: 0 });
      assert.deepEqual(numbers, Array(18).fill(true), 'numbers of rows and columns are in sight');
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

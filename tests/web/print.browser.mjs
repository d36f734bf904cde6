// The boards on paper, as Chromium and Firefox print them: whole, square, and not over each other.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startFirefox } from './support/firefox.mjs';
import { solution as kSolution } from './support/sudoku.mjs';
import { binary, chromium, firefox, pdftotext, playwright } from './support/tools.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-print-'));
after(() => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'page.html');
assert.equal(spawnSync(binary, ['play', '--save', file]).status, 0);
// All digits of a board but one are given, so that the paper has a digit in each row and column.
const address = `${pathToFileURL(file)}#p=0${kSolution.slice(1)}`;
const kJobs = [[1, 1], [4, 2], [5, 4], [6, 6], [9, 9]];  // boards, boards a page

// In the page: fills the form, and keeps the sheets instead of printing them, without the digits of
// the page numbers.
const kLay = `
  const [count, perPage, done] = arguments;
  window.print = () => {
    const sheets = document.querySelector('#sheets').cloneNode(true);
    for (const number of sheets.querySelectorAll('.folio')) number.textContent = '/';
    document.querySelector('#sheets').replaceWith(sheets);
    done();
  };
  const ready = setInterval(() => {
    if (!document.querySelector('.cell.given')) return;
    clearInterval(ready);
    document.querySelector('#open-print').click();
    document.querySelector('#print-count').value = count;
    document.querySelector('#print-per-page').value = perPage;
    document.querySelector('#print-go').click();
  }, 50);`;

// The digits of each page of a PDF: { x, y }, the middle of its text in points.
function digitsOf(pdf) {
  const name = path.join(folder, 'sheet.pdf');
  fs.writeFileSync(name, pdf);
  const pages = execFileSync(pdftotext, ['-bbox', name, '-'], { encoding: 'utf8' }).split('<page ').slice(1);
  return pages.map((page) => [...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">[1-9]<\/word>/g)]
    .map(([, left, top, right, bottom]) => ({ x: (Number(left) + Number(right)) / 2, y: (Number(top) + Number(bottom)) / 2 })));
}

// The distances between neighbours of sorted numbers, without the ones that are equal.
const stepsOf = (numbers) => numbers.sort((a, b) => a - b).map((number, i) => number - numbers[i - 1]).filter((step) => step > 1);

function checkPaper(pdf, count, perPage) {
  const pages = digitsOf(pdf);
  const what = `${count} boards, ${perPage} a page`;
  assert.equal(pages.length, Math.ceil(count / perPage), what);
  const across = Math.min(...pages.map((digits) => Math.min(...stepsOf(digits.map(({ x }) => x)))));
  const down = Math.min(...pages.map((digits) => Math.min(...stepsOf(digits.map(({ y }) => y)))));
  assert.ok(across > 8 && Math.abs(across / down - 1) < 0.1, `${what}: cells of ${across} x ${down} points`);
}

async function chromiumPrinter() {
  const browser = await playwright().chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  return {
    go: async () => {
      await page.goto('about:blank');
      await page.goto(address);
    },
    lay: (count, perPage) => page.evaluate(([script, ...args]) => new Promise((resolve) => { new Function(script)(...args, resolve); }), [kLay, count, perPage]),
    pdf: () => page.pdf({ format: 'A4', preferCSSPageSize: false }),
    close: () => browser.close(),
  };
}

async function firefoxPrinter() {
  const browser = await startFirefox();
  return {
    go: async () => {
      await browser.send('WebDriver:Navigate', { url: 'about:blank' });
      await browser.send('WebDriver:Navigate', { url: address });
    },
    lay: (count, perPage) => browser.run(kLay, count, perPage),
    pdf: async () => Buffer.from((await browser.send('WebDriver:Print', { page: { width: 21, height: 29.7 } })).value, 'base64'),
    close: browser.close,
  };
}

for (const [name, start, program] of [['Chromium', chromiumPrinter, chromium], ['Firefox', firefoxPrinter, firefox]]) {
  test(`${name} prints every board whole and square`, { timeout: 180000, skip: !(program && pdftotext) && 'no browser or no pdftotext here' }, async () => {
    const printer = await start();
    try {
      for (const [count, perPage] of kJobs) {
        await printer.go();
        await printer.lay(count, perPage);
        checkPaper(await printer.pdf(), count, perPage);
      }
    } finally {
      await printer.close();
    }
  });
}

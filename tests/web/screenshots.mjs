// screenshots.mjs [FOLDER]: takes the screenshots of the documentation from the real page and
// writes them into FOLDER (default docs/images/).
import fs from 'node:fs';
import path from 'node:path';
import { deep, known, solution } from './support/sudoku.mjs';
import { binary, chromium, missing, playwright } from './support/tools.mjs';
import { spawn } from 'node:child_process';

const gone = missing();
if (gone.length) {
  console.error(`screenshots: ${gone.join('; ')} not found`);
  process.exit(1);
}
const folder = process.argv[2] ?? path.join(path.dirname(new URL(import.meta.url).pathname), '../../docs/images');
fs.mkdirSync(folder, { recursive: true });

const server = spawn(binary, ['play', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const address = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(/http:\S+/.exec(text)[0].replace(/\/$/, ''))));
const browser = await playwright().chromium.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });

async function open(hash, context) {
  const place = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...context });
  const page = await place.newPage();
  await page.clock.install({ time: new Date('2026-01-02T03:04:05') });
  await page.goto(`${address}/${hash}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  return page;
}
async function play(page, given, answer, share) {
  await page.waitForSelector('.cell.given');
  const open = [...given].map((digit, cell) => (digit === '0' ? cell : -1)).filter((cell) => cell >= 0);
  for (const cell of open.filter((_, index) => index % share === 0)) {
    await page.evaluate((target) => document.querySelector(`[data-cell="${target}"]`).focus(), cell);
    await page.keyboard.press(answer[cell]);
  }
  if (!(await page.isVisible('#menu'))) await page.click('#open-menu');
  await page.click('#fill-notes');
  await page.clock.runFor(192000);
}

const wide = await open(`#p=${deep}`, { viewport: { width: 1320, height: 760 } });
await wide.waitForSelector('.cell.given');
await wide.clock.runFor(192000);
await wide.click('#hint');
for (let i = 0; i < 2; ++i) await wide.click('[data-act=apply]');
await wide.click('#hint-card .primary');
await wide.screenshot({ path: path.join(folder, 'play.png') });

const solver = await open(`#solve=${deep}`, { viewport: { width: 1320, height: 760 } });
await solver.waitForSelector('#walk-parts table');
await solver.click('#walk-parts tr >> nth=1 >> .plain >> nth=0');
await solver.screenshot({ path: path.join(folder, 'solution.png') });

const phone = await open(`#p=${known}`, { viewport: { width: 393, height: 780 }, colorScheme: 'dark', locale: 'zh-CN', hasTouch: true, isMobile: true });
await play(phone, known, solution, 2);
await phone.evaluate(() => document.querySelector('[data-cell="40"]').focus());
await phone.evaluate(() => scrollTo(0, 0));
await phone.screenshot({ path: path.join(folder, 'play-phone.png') });

const mill = await open('#mill', { viewport: { width: 1120, height: 840 } });
const made = path.join(folder, 'puzzles.txt');
const maker = spawn(binary, ['generate', 'puzzles', '-n', '20000', '--minimal', '--seed', '1', '-o', made], { stdio: 'ignore' });
await new Promise((resolve) => maker.once('exit', resolve));
await mill.selectOption('#converter-command', 'rate');
await mill.setInputFiles('#converter-file', made);
await mill.waitForSelector('#converter-job a.primary:not([hidden])', { timeout: 120000 });
await mill.screenshot({ path: path.join(folder, 'mill.png') });
fs.rmSync(made);

await browser.close();
server.kill('SIGINT');

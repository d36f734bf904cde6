// Finds what a test in the browser needs: the command, a Chromium, and the npm modules. Each may be
// missing.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.dirname(path.dirname(new URL(import.meta.url).pathname));
export const pageFolder = path.join(folder, '../../src/apps/web/page');
// The files of the page, with the folders that they are in: 'app.js', 'game/game.js' and so on.
export const pageFiles = fs.readdirSync(pageFolder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? fs.readdirSync(path.join(pageFolder, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name]));
export const binary = process.env.DOKUMILL_BINARY ?? path.join(folder, '../../build/rel/dokumill');

export function firstInPath(names) {
  return names.flatMap((name) => (process.env.PATH ?? '').split(':').map((place) => path.join(place, name)))
    .find((file) => fs.existsSync(file));
}
export const chromium = process.env.DOKUMILL_CHROMIUM ?? firstInPath(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']);
export const firefox = process.env.DOKUMILL_FIREFOX ?? firstInPath(['firefox-esr', 'firefox']);
export const pdftotext = firstInPath(['pdftotext']);

// The folder that contains node_modules. It is in the build folder, so that the sources stay clean.
export const modules = process.env.DOKUMILL_WEB_MODULES ?? path.join(folder, '../../build/web-modules');
const load = createRequire(path.join(modules, 'package.json'));

export const playwright = () => load('playwright-core');
export const axeSource = () => fs.readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');

// Returns a list of texts that name what is missing. The list is empty if nothing is missing.
export function missing() {
  const gone = [];
  if (!fs.existsSync(binary)) gone.push(`the command ${binary}`);
  if (!chromium || !fs.existsSync(chromium)) gone.push('a Chromium browser (DOKUMILL_CHROMIUM names one)');
  for (const name of ['playwright-core', 'axe-core']) {
    if (!fs.existsSync(path.join(modules, 'node_modules', name))) gone.push(`the npm module ${name} (scripts/web_modules gets it)`);
  }
  return gone;
}

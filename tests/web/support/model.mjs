// load(): the page's modules without a browser.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pageFolder } from './tools.mjs';

// A copy of the page with a package.json that declares modules. (A server declares them by the
// content type.)
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-page-'));
fs.cpSync(pageFolder, copy, { recursive: true });
fs.writeFileSync(path.join(copy, 'package.json'), '{"type":"module"}');
// The bundler reads JSON as a module. Node wants an attribute for it, with a keyword that depends on
// its version, so the texts become scripts here.
const texts = path.join(copy, 'shared/strings.js');
fs.writeFileSync(texts, fs.readFileSync(texts, 'utf8').replaceAll(".json';", ".js';"));
for (const name of fs.readdirSync(path.join(copy, 'strings'))) {
  const json = fs.readFileSync(path.join(copy, 'strings', name), 'utf8');
  fs.writeFileSync(path.join(copy, 'strings', name.replace('.json', '.js')), `export default ${json}`);
}
after(() => fs.rmSync(copy, { recursive: true }));
export const load = (name) => import(pathToFileURL(path.join(copy, name)));

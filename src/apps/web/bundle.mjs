// bundle.mjs PAGE ENGINE OUT [ADDRESS]: makes the page one file. Writes OUT/dokumill.html, and
// OUT/site, the same page as a folder for a web server, which browsers can install. PAGE: the folder
// of the page; ENGINE: the folder with engine.js and engine.wasm; ADDRESS: where the page is
// published, for links to puzzles. Needs esbuild. With libdeflate-gzip, the page is 3 % smaller.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const [page, engine, out, address = ''] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(page, name), 'utf8');

// A file of the page with everything that it imports, made small.
function bundle(file, ...flags) {
  const text = execFileSync('esbuild', [path.resolve(page, file), '--minify', '--log-level=warning', '--charset=utf8', ...flags], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (/<\/(script|style)/i.test(text)) throw new Error(`${file} would end its element`);
  return text.trim();
}
const dataOf = (name, type) => `data:${type};base64,${fs.readFileSync(path.join(page, name)).toString('base64')}`;

const worker = bundle(path.resolve(engine, 'engine.js')) + bundle('engine/engine_worker.js');
const wasm = inBase85(gzip(fs.readFileSync(path.join(engine, 'engine.wasm'))));

function gzip(bytes) {
  try {
    return execFileSync('libdeflate-gzip', ['-12', '-c'], { input: bytes, maxBuffer: 1 << 26 });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return gzipSync(bytes, { level: 9 });
  }
}

// Bytes as text, which engine_worker.js decodes: five characters for four bytes, after the number of
// zeros that were added to the last bytes. It is 6 % shorter than base64. The characters have the
// codes 40 to 124, except that "}" stands for "<", which could begin a tag.
function inBase85(bytes) {
  const padding = (4 - (bytes.length % 4)) % 4;
  const padded = Buffer.concat([bytes, Buffer.alloc(padding)]);
  const places = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1];
  let text = String(padding);
  for (let at = 0; at < padded.length; at += 4) {
    const value = padded.readUInt32BE(at);
    text += String.fromCharCode(...places.map((place) => 40 + (Math.floor(value / place) % 85)));
  }
  return text.replaceAll('<', '}');
}

// Every script and style of the page is in the page, and the policy allows only these.
const hashes = { script: [], style: [] };
function inlined(kind, text) {
  hashes[kind].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return text;
}

let html = read('index.html');
const styles = [];
html = html.replace(/<link rel="stylesheet" href="\/([\w./]+)">\n/g, (_, name) => {
  styles.push(bundle(name));
  return '';
});
html = html.replace(/<script src="\/([\w./]+)"><\/script>/g, (_, name) => `<script>${inlined('script', bundle(name))}</script>`);
let app = '';
html = html.replace(/<script type="module" src="\/([\w./]+)"><\/script>\n/, (_, name) => {
  app = inlined('script', bundle(name, '--bundle', '--format=esm'));
  return '';
});
html = html.replaceAll('"/icon.svg"', `"${dataOf('icon.svg', 'image/svg+xml')}"`);
const style = inlined('style', styles.join('\n'));
const policy = [
  "default-src 'none'", `script-src ${hashes.script.join(' ')} 'wasm-unsafe-eval'`, `style-src ${hashes.style.join(' ')}`,
  "img-src 'self' data: blob:", "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');
html = html.replace('<head>\n<meta charset="utf-8">\n', (head) => `${head}<meta http-equiv="Content-Security-Policy" content="${policy}">\n`);
html = html.replace('</head>', () => `<meta name="dokumill-address" content="${address}">\n<style>${style}</style>\n</head>`);
html = html.replace('</body>', () => `<script type="text/plain" id="engine">${wasm}</script>
<script type="text/plain" id="engine-worker">${worker}</script>
<script type="module">${app}</script>
</body>`);
if (/(src|href)="\//.test(html)) throw new Error('the page still needs other files');

const site = path.join(out, 'site');
fs.rmSync(site, { recursive: true, force: true });
fs.mkdirSync(site, { recursive: true });
fs.writeFileSync(path.join(out, 'dokumill.html'), html);
// The folder for a web server also has what browsers need to install the page.
const installable = html.replace('</head>', '<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-192.png">\n</head>');
fs.writeFileSync(path.join(site, 'index.html'), installable);
for (const name of ['service_worker.js', 'manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png']) fs.copyFileSync(path.join(page, name), path.join(site, name));

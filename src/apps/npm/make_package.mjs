// make_package.mjs PACKAGE ENGINE VERSION OUT: puts the npm package together in the folder OUT.
// PACKAGE: the folder package; ENGINE: the folder with engine.mjs and engine.wasm; README.md and the
// license are taken from the sources.
import fs from 'node:fs';
import path from 'node:path';

const [source, engine, version, out] = process.argv.slice(2);
fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
for (const name of fs.readdirSync(source)) fs.copyFileSync(path.join(source, name), path.join(out, name));
for (const name of ['engine.mjs', 'engine.wasm']) fs.copyFileSync(path.join(engine, name), path.join(out, name));
fs.copyFileSync(path.join(source, '../../../../LICENSE'), path.join(out, 'LICENSE'));
const about = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
fs.writeFileSync(path.join(out, 'package.json'), JSON.stringify({ ...about, version }, null, 2) + '\n');
// npm packs files with the modes that they have.
for (const name of fs.readdirSync(out)) fs.chmodSync(path.join(out, name), name === 'cli.mjs' ? 0o755 : 0o644);

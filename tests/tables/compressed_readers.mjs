// Reads compressed outputs with the readers of other programs, of which many read only the first
// gzip member or zstd frame. Prints which readers are not installed. Exits with 77 if the npm
// modules are missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const binary = process.env.DOKUMILL_BINARY;
const modules = process.env.DOKUMILL_TABLE_MODULES;
if (!fs.existsSync(path.join(modules, 'node_modules', 'pako'))) {
  console.log('skipped: the npm modules of tests/tables are missing; scripts/web_modules installs them');
  process.exit(77);
}
const require = createRequire(path.join(modules, 'x.js'));
const zstd = require('@bokuweb/zstd-wasm');
await zstd.init();

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-readers-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
process.chdir(place);

function run(program, args) {
  const { status, stdout, error } = spawnSync(program, args, { maxBuffer: 1 << 30 });
  if (error?.code === 'ENOENT') return null;
  return status === 0 ? stdout : Buffer.from(`exit ${status}`);
}
const dokumill = (...args) => assert.equal(run(binary, [...args, '-q']).toString(), '');

// About 5 MB of text, so several blocks; and the same from three pieces.
const count = 60_000;
dokumill('generate', 'boards', '-n', count, '--to', 'line', '-o', 'boards.txt');
const wanted = fs.readFileSync('boards.txt');
for (const name of ['one.gz', 'one.zst']) dokumill('convert', 'boards.txt', '-o', name);
for (const ending of ['gz', 'zst']) {
  const reports = [1, 2, 3].map((piece) => `${piece}.${ending}.json`);
  for (const [index, report] of reports.entries()) {
    dokumill('convert', 'boards.txt', '--piece', `${index + 1}/3`, '-o', `${index + 1}.${ending}`, '--report', report);
  }
  dokumill('merge', ...reports, '-o', `joined.${ending}`);
}

const copy = (open) => `o<-pipe('cat','wb');c<-${open};repeat{b<-readBin(c,'raw',1e6);if(!length(b))break;writeBin(b,o)};close(o)`;
const gzip = {
  'gzip': (f) => run('gzip', ['-dc', f]),
  'gzip -t': (f) => run('gzip', ['-t', f]) && wanted,
  'pigz': (f) => run('pigz', ['-dc', f]),
  'Python zlib.decompress': (f) => run('python3', ['-c', `import sys,zlib;sys.stdout.buffer.write(zlib.decompress(open('${f}','rb').read(),wbits=31))`]),
  'Python gzip': (f) => run('python3', ['-c', `import sys,gzip;sys.stdout.buffer.write(gzip.open('${f}').read())`]),
  'Perl gunzip': (f) => run('perl', ['-MIO::Uncompress::Gunzip=gunzip', '-e', `gunzip '${f}' => '-' or die`]),
  'R memDecompress': (f) => run('Rscript', ['-e', `writeBin(memDecompress(readBin('${f}','raw',1e8),'gzip'),pipe('cat','wb'))`]),
  'R gzcon': (f) => run('Rscript', ['-e', copy(`gzcon(file('${f}','rb'))`)]),
  'R gzfile': (f) => run('Rscript', ['-e', copy(`gzfile('${f}','rb')`)]),
  'Tcl zlib gunzip': (f) => {
    fs.writeFileSync('x.tcl', `fconfigure stdout -translation binary\nset f [open ${f} rb]\nputs -nonewline [zlib gunzip [read $f]]\n`);
    return run('tclsh', ['x.tcl']);
  },
  'node zlib': (f) => zlib.gunzipSync(fs.readFileSync(f)),
  'pako': (f) => require('pako').ungzip(fs.readFileSync(f)),
  'fflate gunzipSync': (f) => require('fflate').gunzipSync(fs.readFileSync(f)),
};
const frames = {
  'zstd': (f) => run('zstd', ['-dcq', f]),
  'zstd -t': (f) => run('zstd', ['-tq', f]) && wanted,
  '@bokuweb/zstd-wasm': (f) => zstd.decompress(fs.readFileSync(f)),
};
for (const [ending, readers] of [['gz', gzip], ['zst', frames]]) {
  for (const [name, read] of Object.entries(readers)) {
    for (const file of [`one.${ending}`, `joined.${ending}`]) {
      const text = read(file);
      if (text === null) console.log(`not run: ${name} is not installed`);
      else assert.ok(wanted.equals(text), `${name} reads ${file} differently: ${text.length} bytes`);
    }
  }
}
console.log('compressed outputs: all readers agree');

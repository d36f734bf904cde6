// Tests the parts of the npm package that need no engine, in seconds: its files are complete and
// parse, lines keep their order, and files.mjs does what the Platform of the engine expects.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Files } from '../../src/apps/npm/package/files.mjs';
import { transformLines } from '../../src/apps/npm/package/lines.mjs';

const source = new URL('../../src/apps/npm/package/', import.meta.url);
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-npm-'));
const at = (name) => path.join(place, name);
after(() => fs.rmSync(place, { recursive: true, force: true }));

test('every file parses, and package.json names files of the package', () => {
  const names = fs.readdirSync(source);
  for (const name of names.filter((each) => each.endsWith('.mjs'))) execFileSync(process.execPath, ['--check', new URL(name, source).pathname]);
  const { types, bin } = JSON.parse(fs.readFileSync(new URL('package.json', source), 'utf8'));
  for (const name of [types, bin.dokumill]) assert.ok(names.includes(path.basename(name)), name);
  for (const name of names.filter((each) => each.endsWith('.mjs'))) {
    const imports = fs.readFileSync(new URL(name, source), 'utf8').matchAll(/from '\.\/(.+?)'/g);
    for (const [, imported] of imports) assert.ok([...names, 'engine.mjs'].includes(imported), `${name}: ${imported}`);
  }
});

const textOf = async (chunks, work, options) => {
  const source = new ReadableStream({
    start(controller) {
      chunks.forEach((chunk) => controller.enqueue(chunk));
      controller.close();
    },
  });
  let text = '';
  for await (const part of source.pipeThrough(transformLines(work, options))) text += part;
  return text;
};
test('lines keep their order, whatever the chunks and the batches', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i} 数独`);
  const bytes = new TextEncoder().encode(lines.join('\r\n'));
  const late = (some) => new Promise((resolve) => setTimeout(resolve, some.length % 3, some));
  for (const size of [1, 7, 1000]) {
    const chunks = [];
    for (let begin = 0; begin < bytes.length; begin += size) chunks.push(bytes.subarray(begin, begin + size));
    for (const batch of [1, 3, 100]) assert.equal(await textOf(chunks, late, { batch }), lines.join('\n') + '\n');
  }
  assert.equal(await textOf([], late), '');
  await assert.rejects(textOf(['a\nb\n'], () => Promise.reject(new Error('work')), { batch: 1 }), { message: 'work' });
});

test('files are read, written, renamed and remembered', () => {
  const noted = [];
  const files = new Files({ shared: new Int32Array(new SharedArrayBuffer(12)), columns: 80, note: (event) => noted.push(event) });
  const [kReadOnly, kCreate] = [0, 1];
  const [kRename, kRenameNew, kRemove] = [1, 2, 4];
  const fd = files.open(at('a.tmp'), kCreate, 0o600);
  assert.throws(() => files.open(at('a.tmp'), kCreate, 0o600), { code: 'EEXIST' });
  assert.equal(files.write(fd, Buffer.from('hello'), -1), 5);
  files.close(fd);
  files.onPath(kRename, at('a.tmp'), at('a'));
  fs.writeFileSync(at('b'), 'b');
  assert.throws(() => files.onPath(kRenameNew, at('b'), at('a')), { code: 'EEXIST' });
  const read = files.open(at('a'), kReadOnly, 0);
  const buffer = Buffer.alloc(10);
  assert.equal(files.read(read, buffer, 1), 4);
  assert.equal(buffer.subarray(0, 4).toString(), 'ello');
  const [kind, bytes] = files.info(read);
  assert.deepEqual([kind, bytes], [0, 5]);
  files.close(read);
  files.onPath(kRemove, at('a'), '');
  assert.deepEqual(noted, [{ created: at('a.tmp') }, { gone: at('a.tmp') }, { gone: at('a') }]);
  assert.throws(() => files.info(at('a')), { code: 'ENOENT' });
  assert.ok(Array.from({ length: 4 }, () => files.random()).some((number) => number > 0));
});

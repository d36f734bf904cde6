// Tests the npm package as a user gets it: packed by npm, installed into an empty folder, and run by
// node. The native command is the judge of the bytes.
//
// DOKUMILL_BUILD: see installed.mjs; DOKUMILL_BINARY: the native command; DOKUMILL_WEB_MODULES: a
// folder with typescript
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { installed } from './installed.mjs';

const { DOKUMILL_BINARY, DOKUMILL_WEB_MODULES } = process.env;
const place = installed();
const at = (name) => path.join(place, name);
const native = (args, input) => {
  const found = spawnSync(DOKUMILL_BINARY, args, { cwd: place, input, maxBuffer: 1 << 28 });
  assert.ifError(found.error);
  return found;
};
const command = () => at('node_modules/dokumill/cli.mjs');
const packed = (args, input) => spawnSync(process.execPath, [command(), ...args], { cwd: place, input, maxBuffer: 1 << 28 });
const lines = (text) => text.toString().split('\n').filter(Boolean);

const PUZZLE = '98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6';
const SEVERAL = '.'.repeat(81);
const NONE = '11' + '.'.repeat(79);
let dokumill;
let puzzles;

before(async () => {
  dokumill = await import(at('node_modules/dokumill/index.mjs'));
  await dokumill.ready();
  puzzles = lines(native(['generate', 'puzzles', '-n', '3000', '--seed', '5', '-q']).stdout);
  fs.writeFileSync(at('in.txt'), [...puzzles.slice(0, 100), SEVERAL, NONE, 'short'].join('\n') + '\n');
});
after(() => fs.rmSync(place, { recursive: true, force: true }));

test('results are those of the native command', () => {
  const { solve, rate, canon, generatePuzzles, generateBoards } = dokumill;
  assert.deepEqual(solve(puzzles).map((each) => each.solution), lines(native(['solve', '-q'], puzzles.join('\n')).stdout));
  const some = puzzles.slice(0, 200);
  const rows = lines(native(['rate', '-q', '--to', 'jsonl'], some.join('\n')).stdout).map(JSON.parse);
  assert.deepEqual(rate(some).map(({ er, ep, ed, level, hardest, clues }) => [er, ep, ed, level, hardest, clues]), rows.map(({ er, ep, ed, level, hardest, clues }) => [er, ep, ed, level, hardest, clues]));
  assert.deepEqual(canon(some).map((each) => each.form), lines(native(['canon', '-q'], some.join('\n')).stdout).map((line) => line.replaceAll('0', '.')));
  assert.deepEqual(generatePuzzles({ n: 3000, seed: 5 }).map((each) => each.puzzle), puzzles.map((each) => each.replaceAll('0', '.')));
  assert.deepEqual(generateBoards({ n: 50, seed: 4 }), lines(native(['generate', 'boards', '--family', 'random', '--seed', '4', '-n', '50', '-q', '--to', 'line']).stdout));
});

test('texts, lists and arrays give the same', () => {
  const { solve, check, count, rate, KINDS } = dokumill;
  const texts = [PUZZLE, SEVERAL, NONE, 'short', '='.repeat(81)];
  assert.deepEqual(solve(texts).map((each) => each.kind), ['unique', 'multiple', 'none', 'malformed', 'malformed']);
  assert.deepEqual(solve('short'), { kind: 'malformed' });
  assert.deepEqual(count(texts.slice(0, 3), 7).map((each) => each.count), [1, 7, 0]);
  assert.deepEqual(check(PUZZLE, { minimal: true }), { kind: 'unique', minimal: true });
  const cells = Uint8Array.from([PUZZLE, SEVERAL].join(''), (cell) => (cell === '.' ? 0 : Number(cell)));
  const before = cells.slice();
  const found = solve(cells);
  assert.deepEqual(cells, before);
  assert.deepEqual(Array.from(found.kind, (kind) => KINDS[kind]), ['unique', 'multiple']);
  assert.equal(found.solution.slice(0, 81).join(''), solve(PUZZLE).solution);
  cells[3] = 10;
  assert.deepEqual([...solve(cells).kind], [dokumill.MALFORMED, 2]);
  assert.equal(rate(cells.subarray(81)).er.length, 1);
  assert.deepEqual(solve([]), []);
  assert.equal(solve(new Uint8Array()).kind.length, 0);
});

test('steps, hints and scores', () => {
  const { explain, hint, rate, score, solve } = dokumill;
  const easy = puzzles.find((each) => rate(each).level === 'easy');
  const { kind, steps } = explain(easy);
  assert.equal(kind, 'unique');
  assert.equal(Math.max(...steps.map((step) => step.score)), rate(easy).er);
  assert.deepEqual(hint(easy), { kind, step: steps[0] });
  assert.ok(hint(easy, { sentences: 'zh' }).step.text[0].length > 3);
  assert.deepEqual(hint(solve(easy).solution), { kind: 'complete', step: undefined });
  assert.deepEqual(explain([SEVERAL, NONE, 'short', easy]).map((each) => [each.kind, each.steps.length]), [['multiple', 0], ['none', 0], ['malformed', 0], ['unique', steps.length]]);
  const { solution } = solve(easy);
  assert.equal(score(easy, `The answer:\n${solution.replace(/.{9}/g, '$&\n')}Done.`).exact, true);
  assert.equal(score([easy], ['no board'])[0].blank, 81);
});

test('wrong arguments throw, and say what is wrong', () => {
  const { DokumillError, solve, generatePuzzles, explain, rate, score, transformLines } = dokumill;
  const wrong = [
    [() => solve(5), 'puzzles'], [() => solve(new Uint8Array(80)), 'puzzles'], [() => solve(null), 'puzzles'],
    [() => generatePuzzles({ number: 3 }), 'number'], [() => generatePuzzles({ n: 1.5 }), 'n'],
    [() => generatePuzzles({ difficulty: 'Hard' }), 'difficulty'], [() => generatePuzzles({ pattern: 'x' }), 'pattern'],
    [() => explain(5), 'puzzles'], [() => score([PUZZLE], []), 'answers'], [() => solve(['x', 5]), 'puzzles', 1],
    [() => score([PUZZLE], [7]), 'answers', 0], [() => rate(PUZZLE, null), 'options'], [() => generatePuzzles('hard'), 'options'],
    [() => generatePuzzles({ rating: [3, 2] }), 'rating'], [() => generatePuzzles({ rating: NaN }), 'rating'],
    [() => generatePuzzles({ clues: 5 }), 'clues'], [() => generatePuzzles({ pattern: 5 }), 'pattern'],
    [() => generatePuzzles({ minimal: 'no' }), 'minimal'], [() => explain(PUZZLE, { sentences: 'de' }), 'sentences'],
    [() => transformLines(5), 'work'], [() => transformLines((lines) => lines, { batch: 0 }), 'batch'],
  ];
  for (const [call, option, place] of wrong) {
    assert.throws(call, (error) => error instanceof DokumillError && error.code === 'ARGUMENT' && error.option === option && error.place === place, String(call));
  }
  assert.throws(() => generatePuzzles({ n: 2, clues: 17, maxTries: 2 }), { code: 'UNMET', made: 0 });
  assert.equal(solve(PUZZLE).kind, 'unique');
});

test('a pool gives the same, can be stopped, and replaces workers', async () => {
  const pool = await dokumill.createPool({ size: 2, chunk: 100 });
  const seen = [];
  assert.deepEqual(await pool.solve(puzzles, { onProgress: (done) => seen.push(done) }), dokumill.solve(puzzles));
  assert.equal(seen.at(-1), puzzles.length);
  assert.deepEqual(await pool.generatePuzzles({ n: 250, seed: 5 }), dokumill.generatePuzzles({ n: 250, seed: 5 }));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(pool.count([SEVERAL, SEVERAL, SEVERAL], 1e15, { signal: stop.signal }), { name: 'AbortError' });
  assert.equal((await pool.solve(PUZZLE)).kind, 'unique');
  await assert.rejects(pool.solve(5), { code: 'ARGUMENT', option: 'puzzles' });
  await assert.rejects(pool.solve([...puzzles, 5]), { place: puzzles.length });
  await assert.rejects(pool.solve(PUZZLE, { signal: 5 }), { option: 'signal' });
  await assert.rejects(pool.solve(PUZZLE, { onProgress: () => assert.fail('mine') }), { message: 'mine' });
  const crashed = pool.count([SEVERAL], 1e15);
  setTimeout(() => [...pool.all].find((worker) => worker.task).end(), 50);
  await assert.rejects(crashed, { code: 'INTERNAL' });
  assert.deepEqual(await pool.hint(puzzles.slice(0, 250)), dokumill.hint(puzzles.slice(0, 250)));
  pool.close();
  await assert.rejects(pool.solve(PUZZLE), { option: 'pool' });
  await assert.rejects(dokumill.createPool({ size: 0 }), { option: 'size' });
});

test('two pools work at the same time, and process.exit() ends both', () => {
  fs.writeFileSync(at('exit.mjs'), `
import { createPool } from 'dokumill';
const pools = await Promise.all([createPool({ size: 1 }), createPool({ size: 1 })]);
const found = await Promise.all(pools.map((pool) => pool.solve(['${PUZZLE}'])));
for (const pool of pools) void pool.count(['${SEVERAL}'], 1e15);
setTimeout(() => process.exit(found.every(([{ kind }]) => kind === 'unique') ? 7 : 1), 100);
`);
  assert.equal(spawnSync(process.execPath, [at('exit.mjs')], { cwd: place, timeout: 60_000 }).status, 7);
});

test('an engine that does not start is an error', async () => {
  fs.cpSync(at('node_modules/dokumill'), at('broken'), { recursive: true });
  fs.writeFileSync(at('broken/pool_worker.mjs'), "throw new Error('broken');");
  const { createPool, ready } = await import(at('broken/index.mjs'));
  await assert.rejects(ready(new Uint8Array(8)), { code: 'ARGUMENT', option: 'source' });
  await assert.rejects(createPool({ size: 2 }), { code: 'INTERNAL', message: 'broken' });
});

test('a million texts', () => {
  const { generateBoards, solve } = dokumill;
  const boards = generateBoards({ n: 1_000_000, family: 'sequence' });
  const found = solve(boards);
  assert.equal(found.length, boards.length);
  assert.deepEqual(found.at(-1), { solution: boards.at(-1), kind: 'unique' });
});

test('memory that ran out is an error, and a new engine takes over', async () => {
  const { ready, solve } = dokumill;
  const { loaded } = await import(at('node_modules/dokumill/library.mjs'));
  for (let bytes = 2 ** 30; bytes > 8; bytes /= 2) while (loaded()._malloc(bytes));
  assert.throws(() => solve(PUZZLE), { code: 'MEMORY' });
  await ready();
  assert.equal(solve(PUZZLE).kind, 'unique');
});

test('streams keep the order of the lines', async () => {
  const { solve, transformLines } = dokumill;
  const text = puzzles.join('\r\n');
  const stream = new Blob([text]).stream().pipeThrough(transformLines(async (some) => solve(some).map((each) => each.solution), { batch: 70 }));
  let out = '';
  for await (const part of stream) out += part;
  assert.equal(out, solve(puzzles).map((each) => `${each.solution}\n`).join(''));
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(`${PUZZLE}\n`) });
  for await (const part of endless.pipeThrough(transformLines((some) => some, { batch: 1 }))) {
    assert.equal(part, `${PUZZLE}\n`);
    break;
  }
});

// Messages differ in times, threads and engines.
const plain = (text) => text.toString().replace(/; \d[^\n]*\/s[^\n]*/g, '');
test('the command gives the bytes, messages and exit status of the native one', () => {
  const table = [
    ['solve', 'in.txt'], ['solve', 'in.txt', '--to', 'jsonl'], ['solve', 'in.txt', '--to', 'parquet', '--compress', 'none'], ['check', 'in.txt'],
    ['rate', 'in.txt', '--to', 'csv'], ['canon', 'in.txt'], ['dedupe', 'in.txt'], ['convert', 'in.txt', '--to', 'npy'],
    ['steps', 'in.txt', '--to', 'jsonl'], ['augment', 'in.txt', '--times', '2'], ['sample', '-n', '5', '--seed', '1', 'in.txt'],
    ['shuffle', '--seed', '1', 'in.txt'], ['vary', 'in.txt'], ['unavoidable', 'in.txt', '--to', 'csv'],
    ['generate', 'puzzles', '-n', '20', '--seed', '2'], ['generate', 'boards', '-n', '20'], ['solve', 'missing.txt'], ['sovle'],
    ['solve', '--to', 'nonsense', 'in.txt'], ['rate', '--help'], ['split', 'in.txt', '--train', 'a.txt', '--test', 'b.txt', '--no-clobber'],
    ['convert', 'in.txt', '-o', 'c.csv', '--report', 'r.json', '--no-clobber'],
  ];
  for (const args of table) {
    const outputs = ['a.txt', 'b.txt', 'c.csv', 'r.json'];
    const filesOf = () => outputs.map((name) => {
      const text = fs.existsSync(at(name)) && fs.readFileSync(at(name), 'utf8');
      fs.rmSync(at(name), { force: true });
      return text && text.replace(/"(seconds|records_per_second|threads|engine|version|threads_remark)": [^\n]*|"stages": \{[^}]*\}/g, '');
    });
    const wanted = native(args);
    const wantedFiles = filesOf();
    const found = packed(args);
    assert.equal(found.status, wanted.status, `${args.join(' ')}: ${found.stderr}`);
    assert.ok(found.stdout.equals(wanted.stdout), args.join(' '));
    assert.equal(plain(found.stderr), plain(wanted.stderr), args.join(' '));
    assert.deepEqual(filesOf(), wantedFiles);
  }
  const piped = packed(['solve', '-q'], puzzles.join('\n'));
  assert.ok(piped.stdout.equals(native(['solve', '-q'], puzzles.join('\n')).stdout));
});

test('a native program beside the package does the work, if it has the same version', () => {
  const folder = at(`node_modules/dokumill-${process.platform}-${process.arch}`);
  const { version } = JSON.parse(fs.readFileSync(at('node_modules/dokumill/package.json'), 'utf8'));
  fs.mkdirSync(folder);
  fs.symlinkSync(DOKUMILL_BINARY, path.join(folder, 'dokumill'));
  const status = (own) => {
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: own }));
    return packed(['convert', 'in.txt', '--compress', 'gzip', '-q']).status;
  };
  // The engine of the package does not compress.
  assert.equal(status('0.0.1'), 2);
  assert.equal(status(version), 1); // a malformed record
  assert.equal(packed(['solve', 'missing.txt']).status, 2);
  fs.rmSync(folder, { recursive: true });
});

test('Ctrl-C leaves nothing, also while the command waits for its input', async () => {
  const ends = (child) => new Promise((resolve) => child.on('exit', (status, signal) => resolve(status ?? signal)));
  const before = fs.readdirSync(place);
  for (const args of [['generate', 'puzzles', '-n', '5000000', '-o', 'big.txt'], ['solve', '-o', 'big.txt']]) {
    for (const times of [1, 2]) {
      const child = spawn(process.execPath, [command(), ...args], { cwd: place, stdio: ['pipe', 'pipe', 'pipe'] });
      const end = ends(child);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      for (let i = 0; i < times; ++i) child.kill('SIGINT');
      assert.equal(await end, 130, args.join(' '));
      assert.deepEqual(fs.readdirSync(place), before);
    }
  }
});

test('CommonJS loads the module', () => {
  fs.writeFileSync(at('common.cjs'), `import('dokumill').then(async (all) => { await all.ready(); console.log(all.solve('${PUZZLE}').kind); });`);
  assert.equal(execFileSync(process.execPath, [at('common.cjs')], { cwd: place }).toString(), 'unique\n');
});

// A line `expression; // => value` of a block of the kind `js` is an example.
test('the examples of the pages do what they show', () => {
  for (const page of ['docs/javascript.md', 'README.md', 'README.zh-CN.md']) {
    const blocks = fs.readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').matchAll(/^```js\n(.*?)^```/gms);
    const code = Array.from(blocks, (block) => block[1]).join('\n');
    const examples = code.matchAll(/^(.+); \/\/ => (.+)$/gm);
    assert.ok(Array.from(examples).length > 0, page);
    const tested = code.replace(/^(.+); \/\/ => (.+)$/gm, 'assert.deepEqual($1, $2);');
    fs.writeFileSync(at('page.mjs'), `import assert from 'node:assert/strict';\n${tested}`);
    execFileSync(process.execPath, [at('page.mjs')], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  }
});

test('the command names the way out of what it does not have', () => {
  assert.match(packed(['play']).stderr.toString(), /open the file dokumill\.html/i);
  assert.match(packed(['book', 'in.txt', '-o', 'b.pdf']).stderr.toString(), /dokumill-book/);
});

test('the types fit', () => {
  const file = at('types.mts');
  fs.writeFileSync(file, `
import { createPool, generatePuzzles, rate, ready, solve, transformLines, type Rating } from 'dokumill';
await ready();
const one: string = solve('x').solution;
const kinds: Uint8Array = solve(new Uint8Array(81)).kind;
const ratings: Rating[] = rate([one]);
const made: Uint16Array = generatePuzzles({ n: 1, bytes: true, rated: true }).er;
const level: string = generatePuzzles({ rated: true })[0].level;
// @ts-expect-error
generatePuzzles()[0].level;
// @ts-expect-error
generatePuzzles({ difficulty: 'Hard' });
const pool = await createPool();
const found: { solution: string }[] = await pool.solve([one], { signal: new AbortController().signal });
transformLines((lines) => lines);
export { kinds, ratings, made, found, level };
`);
  const tsc = path.join(DOKUMILL_WEB_MODULES, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', file], { cwd: place, stdio: 'inherit' });
});

// Writes tables with dokumill and reads them with DuckDB, hyparquet and JSON.parse(). Exits with 77
// if the modules are missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const binary = process.env.DOKUMILL_BINARY;
const modules = process.env.DOKUMILL_TABLE_MODULES;
if (!fs.existsSync(path.join(modules, 'installed.json'))) {
  console.log('skipped: the npm modules of tests/tables are missing; scripts/web_modules installs them');
  process.exit(77);
}
// The packages have only an `import` entry, which require.resolve() does not find.
const load = (name, file) => import(pathToFileURL(path.join(modules, 'node_modules', name, file)));
const { parquetReadObjects, asyncBufferFromFile, parquetMetadataAsync } = await load('hyparquet', 'src/node.js');
const { compressors } = await load('hyparquet-compressors', 'src/index.js');
const duckdb = createRequire(path.join(modules, 'x.js'))('@duckdb/node-api');
const database = await (await duckdb.DuckDBInstance.create(':memory:')).connect();

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-tables-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
process.chdir(place);

function run(args, input = '', status = 0) {
  const { status: found, stdout, stderr } = spawnSync(binary, [...args, '-q'].map(String), { input, maxBuffer: 1 << 30 });
  assert.equal(found, status, `dokumill ${args.join(' ')}: ${stderr}`);
  return stdout;
}

// The rows of csv as arrays of texts, by the rules of docs/formats.md.
function csvRows(text, separator = ',') {
  const rows = [];
  for (let at = 0; at < text.length; ) {
    const row = [];
    for (let more = true; more; ++at) {
      const quote = /[ \t]*"/y;
      quote.lastIndex = at;
      let field = '';
      if (quote.test(text)) {
        for (at = quote.lastIndex; text[at] !== '"' || text[at + 1] === '"'; ++at) {
          field += text[at];
          if (text[at] === '"') ++at;
        }
        do ++at; while (text[at] === ' ' || text[at] === '\t');
      } else {
        const begin = at;
        while (text[at] !== separator && text[at] !== '\n') ++at;
        field = text.slice(begin, at);
      }
      row.push(field);
      more = text[at] === separator;
    }
    rows.push(row);
  }
  return { names: rows[0], rows: rows.slice(1) };
}

const numbers = new Set(['id', 'clues', 'er', 'ep', 'ed', 'obstacles', 'exact', 'count',
  'candidates', 'clues_after_singles', 'candidates_after_singles', 'minimal', 'redundant_clues',
  'automorphisms', 'guesses_reference', 'backdoor', 'depth', 'class']);
// The value that a reader should find for a field of csv. `isKept`: the field is in a kept column
// of the input.
const expected = (name, text, isKept) =>
  isKept || !numbers.has(name) ? text : text === '' || text === '?' ? null : Number(text);
const plain = (value) => (typeof value === 'bigint' ? Number(value) : value);

async function readers(file) {
  const found = await database.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
  const buffer = await asyncBufferFromFile(file);
  const objects = await parquetReadObjects({ file: buffer, compressors });
  return {
    names: found.columnNames(),
    duckdb: found.getRows().map((row) => row.map(plain)),
    hyparquet: objects.map((object) => found.columnNames().map((name) => plain(object[name]))),
    metadata: await parquetMetadataAsync(buffer),
  };
}

let checks = 0;
// Checks that `args` gives the same table as csv, jsonl and parquet. `kept`: the number of columns
// of the input that the table keeps.
async function check(args, { input = '', kept = 0, status = 0, separator = ',' } = {}) {
  const { names, rows } = csvRows(run([...args, '--to', 'csv'], input, status).toString(), separator);
  const wanted = rows.map((row) => row.map((text, i) => expected(names[i], text, i < kept)));
  const parquet = run([...args, '--to', 'parquet'], input, status);
  fs.writeFileSync('t.parquet', parquet);
  const found = await readers('t.parquet');
  assert.deepEqual(found.names, names);
  assert.deepEqual(found.duckdb, wanted);
  assert.deepEqual(found.hyparquet, wanted);
  for (const threads of [1, 2, 3, 4]) {
    assert.ok(run([...args, '--to', 'parquet', '--threads', threads], input, status).equals(parquet));
  }
  const lines = run([...args, '--to', 'jsonl'], input, status).toString().split('\n');
  assert.equal(lines.pop(), '');
  assert.deepEqual(lines.map((line) => JSON.parse(line)).map((object) => names.map((name) => object[name])), wanted);
  fs.writeFileSync('t.jsonl', lines.map((line) => line + '\n').join(''));
  if (wanted.length) {
    const json = await database.runAndReadAll(`SELECT count(*) FROM read_json('t.jsonl', format='newline_delimited')`);
    assert.equal(plain(json.getRows()[0][0]), wanted.length);
  }
  ++checks;
  return found;
}

const puzzle = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
const other = '800000000003600000070090200050004000000045400000100030001000068008500010090000400';
const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const nasty =
  'id,puzzle,"a ""b"", c",note,last\n' +
  `1,${puzzle},"x ""y"", z",\u9898\u76ee \u{1F600},\n` +
  `2, ${puzzle} ,"two\nlines",\\n\t"",-\n` +
  `,${other},"",\u0001,1e5\n` +
  '4,1234,bad,,\n' +
  `5,"${puzzle}", "blanks" ,null,true\n`;

// Every command, with columns of every kind.
await check(['convert', '--keep-columns'], { input: nasty, kept: 5, status: 1 });
await check(['solve', '--keep-columns'], { input: nasty, kept: 5, status: 1 });
await check(['solve'], { input: nasty, status: 1 });
await check(['solve', '--count', '5'], { input: nasty, status: 1 });
await check(['rate'], { input: nasty, status: 1 });
// Every feature. The class of `puzzle` has more than 31 bits.
const [, features] = run(['rate', '--help'], '', 0).toString().match(/The features are: ([^.]*)\./);
await check(['rate', '--columns', features.replace(/\s/g, '')], { input: nasty, status: 1 });
await check(['rate', '--keep-columns'], { input: nasty, kept: 5, status: 1 });
for (const command of [['canon'], ['dedupe'], ['sample', '--share', '70%'], ['sample', '-n', '3'], ['shuffle', '--seed', '3']]) {
  await check(command, { input: nasty, kept: 5, status: 1 });
}
await check(['augment', '--times', '3'], { input: `puzzle,solution\n${puzzle},${solution}\n${other},\n` });
await check(['convert'], { input: `${puzzle}\n${other}\n` });
await check(['solve'], { input: 'puzzle\n' });
await check(['solve'], { input: '' });
await check(['solve', '--keep-columns'], { input: `a;puzzle;er\n"x;y";${puzzle};n/a\n`, kept: 3, separator: ';' });

// Cells as lists, and as lists of rows. An empty field and malformed cells are null.
for (const shape of ['list', 'rows']) {
  const shaped = (text) => {
    if (!/^\d{81}$/.test(text)) return null;
    const digits = [...text].map(Number);
    return shape === 'list' ? digits : Array.from({ length: 9 }, (_, row) => digits.slice(9 * row, 9 * row + 9));
  };
  const input = `puzzle,n,solution\n${`${puzzle},1,${solution}\n${other},2,\nbad,3,\n`.repeat(9000)}`;
  const { rows } = csvRows(input);
  const wanted = rows.map(([given, n, answer]) => [shaped(given), n, shaped(answer)]);
  for (const compression of ['none', 'zstd']) {
    const args = ['convert', '--keep-columns', '--cells', shape, '--compress', compression, '--to', 'parquet'];
    fs.writeFileSync('t.parquet', run(args, input, 1));
    const { duckdb, hyparquet } = await readers('t.parquet');
    const items = (value) => value?.items?.map(items) ?? value;
    assert.deepEqual(duckdb.map((row) => row.map(items)), wanted);
    assert.deepEqual(hyparquet.map((row) => row.map((value) => value ?? null)), wanted);
  }
  const lines = run(['convert', '--keep-columns', '--cells', shape, '--to', 'jsonl'], input, 1);
  assert.deepEqual(lines.toString().trim().split('\n').map((line) => Object.values(JSON.parse(line))), wanted);
}

// Several row groups and pages, and every compression. Puzzles with many clues are rated fast.
const generate = ['generate', 'puzzles', '-n', '40000', '--clues', '38..42', '--seed', '7'];
run([...generate, '-o', 'p.csv']);
const large = csvRows(fs.readFileSync('p.csv', 'utf8'));
const wanted = large.rows.map((row) => row.map((text, i) => expected(large.names[i], text, false)));
for (const [flags, codec] of [[[], 'ZSTD'], [['--compress', 'none'], 'UNCOMPRESSED'], [['--compress', 'gzip:3'], 'GZIP'], [['--compress', 'zstd:5'], 'ZSTD']]) {
  const files = [1, 3].map((threads) => {
    run([...generate, '--threads', threads, '-o', 'p.parquet', ...flags]);
    return fs.readFileSync('p.parquet');
  });
  assert.ok(files.every((file) => file.equals(files[0])));
  const found = await readers('p.parquet');
  assert.deepEqual(found.duckdb, wanted);
  assert.deepEqual(found.hyparquet, wanted);
  assert.deepEqual(found.metadata.row_groups.map((group) => Number(group.num_rows)), [32768, 7232]);
  assert.equal(found.metadata.row_groups[0].columns[0].meta_data.codec, codec);
  ++checks;
}
// A pipe gets the same bytes as a file, with any number of threads.
fs.writeFileSync('in.txt', large.rows.map((row) => row[0] + '\n').join(''));
run(['solve', 'in.txt', '-o', 's.parquet']);
assert.ok(run(['solve', '--to', 'parquet', '--threads', '3'], fs.readFileSync('in.txt')).equals(fs.readFileSync('s.parquet')));
// A row group also ends if it has many bytes.
const long = 'n'.repeat(60000);
fs.writeFileSync('long.csv', 'puzzle,note\n' + `${puzzle},${long}\n`.repeat(300));
run(['convert', 'long.csv', '--keep-columns', '-o', 'long.parquet']);
const groups = (await readers('long.parquet')).metadata.row_groups.map((group) => Number(group.num_rows));
assert.equal(groups.reduce((a, b) => a + b), 300);
assert.ok(groups.length > 1 && groups[0] * 60000 > (8 << 20) - 60000 * 2);
// A command with two outputs.
run(['split', 'in.txt', '--train', 'a.parquet', '--test', 'b.parquet', '--share', '30%']);
const [a, b] = [await readers('a.parquet'), await readers('b.parquet')];
assert.deepEqual([...a.duckdb, ...b.duckdb].map(String).sort(), large.rows.map((row) => row[0]).sort());
// Boards.
run(['generate', 'boards', '-n', '1000', '-o', 'b.parquet']);
assert.deepEqual((await readers('b.parquet')).duckdb.map(String),
  run(['generate', 'boards', '-n', '1000', '--to', 'line']).toString().trim().split('\n'));

// The examples of docs/datasets.md run in DuckDB.
const page = fs.readFileSync(path.join(process.env.DOKUMILL_SOURCES, 'docs/datasets.md'), 'utf8');
const blocks = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map((match) => match[1]);
assert.ok(blocks.length >= 1, 'docs/datasets.md has no example for DuckDB');
run(['rate', 'in.txt', '-o', 'rated.parquet']);
run(['rate', 'in.txt', '-o', 'rated.jsonl']);
for (const block of blocks) {
  for (const statement of block.split(';').filter((text) => text.trim())) await database.run(statement);
  ++checks;
}
console.log(`${checks} tables are equal in DuckDB, hyparquet and JSON.parse()`);

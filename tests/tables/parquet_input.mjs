// Reads Parquet files that DuckDB and hyparquet-writer wrote. Exits with 77 if the modules are
// missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const binary = process.env.DOKUMILL_BINARY;
const modules = process.env.DOKUMILL_TABLE_MODULES;
if (!fs.existsSync(path.join(modules, 'node_modules', 'hyparquet-writer'))) {
  console.log('skipped: the npm modules of tests/tables are missing; scripts/web_modules installs them');
  process.exit(77);
}
const duckdb = createRequire(path.join(modules, 'x.js'))('@duckdb/node-api');
const database = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
const writer = path.join(modules, 'node_modules', 'hyparquet-writer', 'src', 'index.js');
const { parquetWriteBuffer } = await import(pathToFileURL(writer));

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-parquet-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
process.chdir(place);

function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(binary, [...args, '-q'], { input, maxBuffer: 1 << 30 });
  assert.equal(status, 0, `dokumill ${args.join(' ')}: ${stderr}`);
  return stdout.toString();
}

// A table with texts, nulls, numbers, lists of numbers, lists of lists and members of structures.
const count = 20_000;
run(['generate', 'boards', '-n', `${count}`, '--to', 'line', '-o', 'boards.txt']);
const boards = fs.readFileSync('boards.txt', 'utf8').trim().split('\n');
fs.writeFileSync('boards.csv', `board\n${boards.join('\n')}\n`);
await database.run(`create table t as select board, row_number() over () as n from read_csv('boards.csv', all_varchar=true, header=true)`);
await database.run(`create table u as select board as puzzle, n, case when n % 7 = 0 then null else 'a,"b" ' || n end as note,
  n / 8.0 + 0.01 as x, n % 2 = 0 as flag, string_split(board, '')::INT[] as cells,
  {'q': board, 'a': string_split(board, '')} as s,
  [string_split(board[1:40], '')::INT[], string_split(board[41:81], '')::INT[]] as halves from t`);
const quote = (text) => `"${text.replaceAll('"', '""')}"`;
const wanted = ['puzzle,n,note,x,flag,cells,s.q,s.a,halves', ...boards.map((board, i) => {
  const n = i + 1;
  return [board, n, n % 7 === 0 ? '' : quote(`a,"b" ${n}`), n / 8 + 0.01, n % 2 === 0, board, board, board, board].join(',');
})].join('\n') + '\n';

for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd']) {
  for (const version of ['V1', 'V2']) {
    const file = `${codec}${version}.parquet`;
    await database.run(`copy u to '${file}' (format parquet, codec '${codec}', parquet_version '${version}', row_group_size 6000)`);
    assert.equal(run(['convert', file, '--keep-columns', '--to', 'csv']), wanted, file);
    assert.equal(run(['convert', '--keep-columns', '--to', 'csv'], fs.readFileSync(file)), wanted, `${file} from a pipe`);
    for (const column of ['cells', 's.q', 's.a', 'halves']) {
      assert.equal(run(['convert', file, '--column', column, '--to', 'line']), `${boards.join('\n')}\n`, `${file}: ${column}`);
    }
  }
}
for (const codec of ['UNCOMPRESSED', 'SNAPPY']) {
  const buffer = parquetWriteBuffer({ codec, rowGroupSize: 700, columnData: [
    { name: 'puzzle', data: boards, type: 'STRING' },
    { name: 'n', data: boards.map((_, i) => (i % 5 ? i : null)), type: 'INT32', nullable: true },
  ] });
  fs.writeFileSync('hyparquet.parquet', Buffer.from(buffer));
  const rows = ['puzzle,n', ...boards.map((board, i) => `${board},${i % 5 ? i : ''}`)].join('\n') + '\n';
  assert.equal(run(['convert', 'hyparquet.parquet', '--keep-columns', '--to', 'csv']), rows, codec);
}
// Nulls in lists, empty lists and files, decimals, and a column in which the dictionary is given up.
const convert = (file, ...args) => run(['convert', file, '--keep-columns', '--to', 'csv', ...args]);
await database.run(`copy (select '${boards[0]}' as puzzle, [1, null, 3] as a, [[1], null, [], [null, 2]] as b, []::INT[] as c,
  null::INT[] as d, ['x', 'yz'] as e, 1.50::DECIMAL(9, 2) as f, -0.05::DECIMAL(18, 2) as g, 255::UTINYINT as h,
  18446744073709551615::UBIGINT as i, -1::BIGINT as j, 2.5::FLOAT as k, [{'role': 'user', 'content': 'a "b"'}] as m) to 'odd.parquet'`);
assert.equal(convert('odd.parquet'), 'puzzle,a,b,c,d,e,f,g,h,i,j,k,m.role,m.content\n' +
  `${boards[0]},1.3,1.2,,,"[""x"",""yz""]",1.50,-0.05,255,18446744073709551615,-1,2.5,"[""user""]","[""a \\""b\\""""]"\n`);
await database.run(`copy (select board as puzzle, n from t limit 0) to 'none.parquet'`);
assert.equal(convert('none.parquet'), 'puzzle,n\n');
await database.run(`copy (select board as puzzle, case when n < 9000 then 'same' else 'text ' || n end as note from t)
  to 'changing.parquet' (format parquet, row_group_size 20000, dictionary_size_limit 10)`);
assert.equal(convert('changing.parquet'), ['puzzle,note', ...boards.map((board, i) => `${board},${i < 8999 ? 'same' : `text ${i + 1}`}`)].join('\n') + '\n');
// A row that is too long for csv is one malformed record, whatever is in it.
await database.run(`copy (select board as puzzle, case when n = 2 then repeat('x"' || chr(10), 50000) else 'ok' end as note
  from t limit 3) to 'long.parquet'`);
const long = spawnSync(binary, ['convert', 'long.parquet', '--to', 'line', '-q']);
assert.equal(long.stdout.toString(), `${boards[0]}\n${'?'.repeat(81)}\n${boards[2]}\n`);
assert.equal(long.status, 1);

// A page with a wrong byte: the message names its place.
const whole = fs.readFileSync('uncompressedV1.parquet');
const damaged = Buffer.from(whole);
damaged[4] = 0xFF;
fs.writeFileSync('damaged.parquet', damaged);
assert.match(spawnSync(binary, ['convert', 'damaged.parquet', '-q']).stderr.toString(),
  /damaged Parquet data: .*\(row group 1, column 'puzzle', page 1\)/);
for (const [args, wanted] of [[['--piece', '1/2'], /only files that can be mapped are divided into pieces; this one is compressed or Parquet/],
  [['--column', 'x'], /./]]) {
  const { status, stderr } = spawnSync(binary, ['convert', 'zstdV2.parquet', '-q', ...args, '-o', 'out.txt']);
  assert.ok(status !== 0 && wanted.test(stderr.toString()), stderr.toString());
}
// Several inputs of different kinds; all threads give the same bytes.
fs.writeFileSync('one.txt', `${boards[0]}\n`);
const several = ['solve', 'snappyV2.parquet', 'one.txt', 'zstdV1.parquet', '--to', 'line'];
assert.equal(run([...several, '-j', '1']), run([...several, '-j', '3']));
assert.equal(run(several), `${[...boards, boards[0], ...boards].join('\n')}\n`);
console.log('Parquet input: as DuckDB and hyparquet-writer wrote it');

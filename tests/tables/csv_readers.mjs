// Reads csv with other programs, many of which take 81 digits for a number and round it. Each
// reader has its usual way, the way of docs/programs.md, and reads nine groups (--cells groups) in its
// usual way. The last two must give the same text as was written. Prints which programs round, and
// which are not installed. Exits with 77 if the npm modules are missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const binary = process.env.DOKUMILL_BINARY;
const modules = process.env.DOKUMILL_TABLE_MODULES;
if (!fs.existsSync(path.join(modules, 'node_modules', '@duckdb'))) {
  console.log('skipped: the npm modules of tests/tables are missing; scripts/web_modules installs them');
  process.exit(77);
}
const { DuckDBInstance } = createRequire(path.join(modules, 'x.js'))('@duckdb/node-api');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'dokumill-csv-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
process.chdir(place);

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { maxBuffer: 1 << 30, encoding: 'utf8' });
  if (error?.code === 'ENOENT') return null;
  return status === 0 ? stdout : `exit ${status}: ${stderr}`;
}
const dokumill = (...args) => assert.equal(run(binary, [...args, '-q']), '');
// None of the puzzles begins with an empty cell, so no field looks like a text by its zero.
dokumill('generate', 'puzzles', '-n', '400', '--seed', '7', '--to', 'line', '-o', 'all.txt');
fs.writeFileSync('some.txt', fs.readFileSync('all.txt', 'utf8').split('\n').filter((line) => /^[1-9]/.test(line)).join('\n') + '\n');
dokumill('solve', 'some.txt', '--to', 'csv', '-o', 'digits.csv');
dokumill('solve', 'some.txt', '--to', 'csv', '--cells', 'groups', '-o', 'groups.csv');

// The fields of csv text that has no quotes but around whole fields.
const fields = (text) => text?.replaceAll('"', '').trim().split(/\r?\n/).map((row) => row.split(',').slice(-2));
const rscript = (file, more) => fields(run('Rscript', ['-e', `write.csv(read.csv('${file}'${more}), row.names=FALSE)`]));
const json = (text) => text && [['puzzle', 'solution'], ...JSON.parse(text).map((row) => [String(row.puzzle), String(row.solution)])];
const sqlite = (file, table) => fields(run('sqlite3', ['-csv', '-header', ':memory:', ...table, `.import --csv ${table.length ? '--skip 1 ' : ''}${file} t`, 'SELECT puzzle, solution FROM t']));
async function duckdb(file, more) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = await connection.runAndReadAll(`SELECT * FROM read_csv('${file}'${more})`);
  return [['puzzle', 'solution'], ...rows.getRows().map((row) => row.map(String))];
}
function office(file, filter) {
  const text = run('soffice', ['--headless', `--infilter=${filter}`, '--convert-to', 'csv', '--outdir', 'office', file]);
  return text && fields(fs.readFileSync(path.join('office', file), 'utf8'));
}
const gnumeric = (file) => fields(run('ssconvert', ['-T', 'Gnumeric_stf:stf_csv', file, 'fd://1']));
const readers = {
  'R read.csv': [(f) => rscript(f, ''), (f) => rscript(f, ", colClasses='character'")],
  'csvkit csvjson': [(f) => json(run('csvjson', [f])), (f) => json(run('csvjson', ['-I', f]))],
  'sqlite3 .import, NUMERIC columns': [
    (f) => sqlite(f, ['CREATE TABLE t(puzzle NUMERIC, solution NUMERIC)']),
    (f) => sqlite(f, ['CREATE TABLE t(puzzle TEXT, solution TEXT)'])],
  'sqlite3 .import, a new table': [(f) => sqlite(f, []), (f) => sqlite(f, [])],
  'DuckDB read_csv': [(f) => duckdb(f, ''), (f) => duckdb(f, ', all_varchar = true')],
  'LibreOffice': [(f) => office(f, 'CSV:44,34,76,1'), (f) => office(f, 'CSV:44,34,76,1,1/2/2/2')],
  'Gnumeric ssconvert': [gnumeric, null],
  'Miller': [(f) => fields(run('mlr', ['--csv', 'cat', f])), null],
};
const wanted = { 'digits.csv': fields(fs.readFileSync('digits.csv', 'utf8')), 'groups.csv': fields(fs.readFileSync('groups.csv', 'utf8')) };
const isEqual = (read, file) => JSON.stringify(read) === JSON.stringify(wanted[file]);
for (const [name, [usual, exact]] of Object.entries(readers)) {
  const read = await usual('digits.csv');
  if (read == null) {
    console.log(`not run: ${name} is not installed`);
    continue;
  }
  console.log(`${name}: ${isEqual(read, 'digits.csv') ? 'exact' : `rounds, such as ${read[1]?.[1]}`}`);
  assert.ok(exact === null || isEqual(await exact('digits.csv'), 'digits.csv'), `${name} does not read digits exactly`);
  assert.ok(isEqual(await usual('groups.csv'), 'groups.csv'), `${name} does not keep groups`);
}

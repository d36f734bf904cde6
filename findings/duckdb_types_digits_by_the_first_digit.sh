#!/bin/sh
# DuckDB reads a csv column of 81 digits as text or as rounded numbers, depending on one value.
#
# Software:    DuckDB 1.5.6 (npm package @duckdb/node-api 1.5.6-r.1)
# Behaviour:   If any value of the column begins with 0, the column is VARCHAR and exact. If none
#              does, it is DOUBLE: 15 to 17 digits are left, and different values become equal.
#              Quotes around the values change nothing. With all_varchar, all is exact.
# Wrong guess: The type depends on the column's form (81 digits fit into no integer type, so the
#              column is text), or values in quotes are text.
# Seen:        some begin with 0   VARCHAR, 2 different values
#              none begins with 0  DOUBLE, 1 different value of 2
#
# Needs node and npm. Downloads the package into a temporary folder. Exit status 1: the behaviour is
# another.
set -eu
version=1.5.6-r.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund "@duckdb/node-api@$version" >install.log 2>&1 || { cat install.log; exit 1; }
cat >types.mjs <<'END'
import fs from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const digits = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
const other = `${digits.slice(0, 80)}1`;
const files = {
  'some begin with 0': [digits, other, `0${digits.slice(1)}`],
  'none begins with 0': [digits, other],
  'none begins with 0, quoted': [`"${digits}"`, `"${other}"`],
};
const database = await (await DuckDBInstance.create(':memory:')).connect();
for (const [name, values] of Object.entries(files)) {
  fs.writeFileSync('x.csv', `puzzle\n${values.join('\n')}\n`);
  for (const options of ['', ', all_varchar = true']) {
    const found = await database.runAndReadAll(
      `SELECT any_value(typeof(puzzle)), count(DISTINCT puzzle) FROM read_csv('x.csv'${options}) WHERE puzzle::VARCHAR LIKE '5%'`);
    console.log(`${name}${options}: ${found.getRows()[0].join(', ')} different`);
  }
}
END
node types.mjs | tee seen.txt
cat >expected.txt <<'END'
some begin with 0: VARCHAR, 2 different
some begin with 0, all_varchar = true: VARCHAR, 2 different
none begins with 0: DOUBLE, 1 different
none begins with 0, all_varchar = true: VARCHAR, 2 different
none begins with 0, quoted: DOUBLE, 1 different
none begins with 0, quoted, all_varchar = true: VARCHAR, 2 different
END
cmp -s seen.txt expected.txt || { echo CHANGED; exit 1; }
echo 'as described: a zero in front decides the type'

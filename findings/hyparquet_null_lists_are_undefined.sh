#!/bin/sh
# hyparquet reads a null list as undefined, so JSON.stringify() drops its column from the row.
#
# Software:    hyparquet 1.31.5 (npm), on a file of DuckDB 1.5.6 (npm package @duckdb/node-api
#              1.5.6-r.1)
# Behaviour:   parquetReadObjects() gives null for a missing number or text, but undefined for a
#              missing list. As JSON, such a row has no member for the list, and a row before and
#              after it has one. Programs that take the columns from the first row then have one
#              column less.
# Wrong guess: null means null in every type, because the columns of a file are the same in all
#              rows.
# Seen:        {"n":null,"t":null}
#              {"n":1,"t":"a","l":[1,2]}
#
# Needs npm and node. Downloads the packages into a temporary folder. Exit status 1: the behaviour
# is another.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund hyparquet@1.31.5 @duckdb/node-api@1.5.6-r.1 >install.log 2>&1 || { cat install.log; exit 1; }
cat >nulls.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
const duckdb = await (await DuckDBInstance.create()).connect();
await duckdb.run(`COPY (SELECT * FROM (VALUES
  (NULL::INTEGER, NULL::VARCHAR, NULL::INTEGER[]), (1, 'a', [1, 2])) AS rows(n, t, l))
  TO 'nulls.parquet' (COMPRESSION uncompressed)`);
const rows = await parquetReadObjects({ file: await asyncBufferFromFile('nulls.parquet') });
for (const row of rows) console.log(JSON.stringify(row));
END
node nulls.mjs >rows
cat rows
printf '%s\n' '{"n":null,"t":null}' '{"n":1,"t":"a","l":[1,2]}' >expected
cmp -s rows expected || { echo CHANGED; exit 1; }
echo 'as described: the null list has no member'

// Writes the files of this folder with polars and parquet-wasm: npm install nodejs-polars
// nodejs-polars-linux-x64-gnu parquet-wasm apache-arrow in MODULES; then
//   dokumill generate puzzles -n 60 --seed 1 -o p.csv; node make.mjs MODULES p.csv
// (2026-11-29: nodejs-polars 0.26.1, parquet-wasm 0.8.0, apache-arrow 21.2.0.)
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(process.argv[2], 'x.js'));
const polars = require('nodejs-polars');
const arrow = require('apache-arrow');
const wasm = require('parquet-wasm');

const rows = fs.readFileSync(process.argv[3], 'utf8').trim().split('\n').slice(1);
const puzzle = rows.map((row) => row.slice(0, 81));
const n = rows.map((_, i) => i * i - 100);
const note = rows.map((_, i) => (i % 5 ? `a "${i}", b` : null));
const x = rows.map((_, i) => i / 8 + 0.01);
const flag = rows.map((_, i) => i % 3 === 0);
const cells = puzzle.map((text) => [...text].map(Number));
const quote = (text) => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);
fs.writeFileSync('expected.csv', ['puzzle,n,note,x,flag,cells', ...puzzle.map((text, i) =>
  [text, n[i], quote(note[i]), x[i], flag[i], text].join(','))].join('\n') + '\n');

for (const compression of ['snappy', 'gzip', 'zstd']) {
  polars.DataFrame({ puzzle, n, note, x, flag, cells }).writeParquet(`polars_${compression}.parquet`, { compression, rowGroupSize: 25 });
}

const text = (values) => arrow.vectorFromArray(values, new arrow.Utf8());
const stream = arrow.tableToIPC(new arrow.Table({
  puzzle: text(puzzle), n: arrow.vectorFromArray(n, new arrow.Int32()), note: text(note),
  x: arrow.vectorFromArray(x, new arrow.Float64()), flag: arrow.vectorFromArray(flag, new arrow.Bool()),
  cells: arrow.vectorFromArray(cells, new arrow.List(new arrow.Field('item', new arrow.Uint8(), true))),
}), 'stream');
const { Compression, Encoding, WriterVersion } = wasm;
function write(name, set) {
  const properties = set(new wasm.WriterPropertiesBuilder().setMaxRowGroupSize(35).setWriteBatchSize(7));
  fs.writeFileSync(`wasm_${name}.parquet`, wasm.writeParquet(wasm.Table.fromIPCStream(stream), properties.build()));
}
// A dictionary that becomes too large: the pages after it are plain.
write('fallback', (it) => it.setDictionaryPageSizeLimit(800).setDataPageSizeLimit(800).setCompression(Compression.UNCOMPRESSED));
write('v2', (it) => it.setWriterVersion(WriterVersion.V2).setDataPageSizeLimit(800).setCompression(Compression.SNAPPY));
for (const [name, encoding] of [['delta_lengths', Encoding.DELTA_LENGTH_BYTE_ARRAY], ['delta_texts', Encoding.DELTA_BYTE_ARRAY]]) {
  write(name, (it) => it.setDictionaryEnabled(false).setCompression(Compression.ZSTD)
    .setColumnEncoding('puzzle', encoding).setColumnEncoding('note', encoding)
    .setColumnEncoding('n', Encoding.DELTA_BINARY_PACKED).setColumnEncoding('x', Encoding.BYTE_STREAM_SPLIT));
}

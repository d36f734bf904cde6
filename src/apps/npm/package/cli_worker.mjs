// Runs one command in a worker, so that the main thread hears signals.
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Files } from './files.mjs';
import { compiled, instantiate } from './library.mjs';

const { words, shared, input, columns } = workerData;
const files = new Files({ shared, input, columns, note: (event) => parentPort.postMessage(event) });
const engine = await instantiate(await compiled(), files);
const text = words.map((word) => word + '\0').join('');
const size = engine.lengthBytesUTF8(text);
const list = engine._malloc(size + 1);
engine.stringToUTF8(text, list, size + 1);
let status;
try {
  status = engine._dokumill_run(list, words.length);
} catch (error) {
  // The engine throws only if memory runs out.
  fs.writeSync(2, process.env.DOKUMILL_DEBUG ? `${error.stack}\n` : 'dokumill: out of memory\n');
  status = -2;
}
parentPort.postMessage({ status });

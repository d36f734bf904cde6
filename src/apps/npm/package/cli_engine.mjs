// The command by the engine of this package. It runs in a worker; this thread hears the signals, gives
// standard input to the worker, and removes temporary files if the command ends early.
import fs from 'node:fs';
import os from 'node:os';
import { Worker } from 'node:worker_threads';

const words = process.argv.slice(2);
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const INPUT_BYTES = 1 << 20;
const [SIGNAL, STATE, SIZE] = [0, 1, 2];
const shared = new Int32Array(new SharedArrayBuffer(12));
const temporaries = new Set();

function isFile(fd) {
  try {
    return fs.fstatSync(fd).isFile();
  } catch {
    return true; // closed: the command says so
  }
}

function removeTemporaries() {
  // Files before their folders.
  for (const path of [...temporaries].sort((a, b) => b.length - a.length)) {
    try {
      if (fs.lstatSync(path).isDirectory()) fs.rmdirSync(path);
      else fs.unlinkSync(path);
    } catch {
      // it is gone, or it has other files
    }
  }
}

function end(status, signal) {
  removeTemporaries();
  for (const name of SIGNALS) process.removeAllListeners(name);
  if (signal === undefined) process.exit(status);
  // A worker that waits for a slow disk or reader does not end, and process.exit() waits for it.
  fs.writeSync(2, 'dokumill: ended by a second signal\n');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200).unref();
  process.exit(128 + os.constants.signals[signal]);
}

const input = isFile(0) ? undefined : new Uint8Array(new SharedArrayBuffer(INPUT_BYTES));
const worker = new Worker(new URL('./cli_worker.mjs', import.meta.url), {
  workerData: { words, shared, input, columns: process.stderr.columns ?? 80 },
});

for (const name of SIGNALS) {
  process.on(name, () => {
    if (Atomics.load(shared, SIGNAL) !== 0) end(0, name);
    Atomics.store(shared, SIGNAL, os.constants.signals[name]);
    Atomics.notify(shared, STATE);
  });
}

// Gives the next bytes of standard input to the worker, when it has asked for them. No byte: the end.
let left = Buffer.alloc(0);
let isAtEnd = false;
let isAsked = false;
function give() {
  if (!isAsked) return;
  if (left.length === 0) left = process.stdin.read() ?? left;
  if (left.length === 0 && !isAtEnd) return; // 'readable' or 'end' comes
  isAsked = false;
  const part = left.subarray(0, INPUT_BYTES);
  input.set(part);
  left = left.subarray(part.length);
  Atomics.store(shared, SIZE, part.length);
  Atomics.store(shared, STATE, 1);
  Atomics.notify(shared, STATE);
}
function endInput() {
  isAtEnd = true;
  give();
}
let isStarted = false;
function ask() {
  isAsked = true;
  if (!isStarted) {
    isStarted = true;
    process.stdin.on('readable', give).on('end', endInput).on('error', endInput);
  }
  give();
}

worker.on('message', (event) => {
  if (event.created) temporaries.add(event.created);
  if (event.gone) {
    for (const path of temporaries) {
      if (path === event.gone || path.startsWith(event.gone + '/')) temporaries.delete(path);
    }
  }
  if (event.input) ask();
  if (event.status !== undefined) end(Math.abs(event.status));
});
worker.on('error', (error) => {
  process.stderr.write(`dokumill: ${error.message}\n`);
  end(2);
});

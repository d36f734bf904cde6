// The engine in memory, and how grids and results pass between JavaScript and the C interface
// (dokumill.h). index.mjs has the functions of the package.
import { DokumillError, wrong } from './arguments.mjs';
import createEngine from './engine.mjs';

export const CELLS = 81;
const MOST_GRIDS = 2_000_000; // in one call: the memory of the engine ends at 2 GiB
export const KINDS = ['none', 'unique', 'multiple', 'complete'];
export const LEVELS = ['easy', 'medium', 'hard', 'expert', 'extreme'];
const CODES = ['OK', 'ARGUMENT', 'MALFORMED', 'MEMORY', 'STOPPED', 'UNMET', 'CALLBACK', 'INTERNAL'];

let engine;
let loading;
let compiling;

// A module of node. Bundlers for browsers leave out an import whose name they cannot read.
export const isNode = Boolean(globalThis.process?.versions?.node);
export const nodeModule = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  let bytes = await source;
  if (!bytes) {
    const place = new URL('./engine.wasm', import.meta.url);
    bytes = isNode && place.protocol === 'file:' ? await (await nodeModule('fs/promises')).readFile(place) : await fetch(place);
  }
  if (typeof Response !== 'undefined' && bytes instanceof Response) {
    if (!bytes.ok) throw wrong('source', `the server answered ${bytes.status} for ${bytes.url}`);
    bytes = await bytes.arrayBuffer();
  }
  return WebAssembly.compile(bytes).catch((error) => {
    throw wrong('source', `no engine of this package: ${error.message}`);
  });
}
// The compiled engine, which workers share.
export function compiled(source) {
  compiling ??= compile(source).catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

// An engine with its own memory. files: see files.mjs
export function instantiate(module, files) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
      return {};
    };
    createEngine({ instantiateWasm, files }).then(resolve, reject);
  });
}

// Loads the engine. All other functions can be called as soon as the promise is fulfilled.
// source: the bytes of engine.wasm, a Response with them, a promise of one of these, or the compiled
//     module, where engine.wasm does not stand beside this file
export function ready(source) {
  loading ??= compiled(source).then(instantiate).then(
    (found) => {
      engine = found;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

// The engine, for a call. When its memory grows, which any call may cause, HEAPU8 and the other views
// are replaced: take them from here after the last call.
export function loaded() {
  if (!engine) throw new DokumillError('ARGUMENT', 'the engine is not loaded: await ready() first');
  return engine;
}

// Calls use(memory) with a function that reserves bytes of the engine, and frees them afterwards.
export function withMemory(use) {
  const { _malloc, _free } = loaded();
  const places = [];
  const reserve = (bytes) => {
    const place = _malloc(Math.max(bytes, 8));
    if (place === 0) throw new WebAssembly.RuntimeError('out of memory');
    places.push(place);
    return place;
  };
  try {
    return use(reserve);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    engine = loading = undefined; // ready() loads a new one
    throw new DokumillError('MEMORY', 'out of memory; ready() loads a new engine');
  } finally {
    if (engine) places.forEach((place) => _free(place));
  }
}

// Throws if a call of the C interface has failed.
export function check(status, made) {
  if (status === 0) return;
  const { UTF8ToString, _dokumill_last_message } = loaded();
  const message = UTF8ToString(_dokumill_last_message());
  const option = /^([a-z_]+): /.exec(message)?.[1];
  throw new DokumillError(CODES[status] ?? 'INTERNAL', message, { option, made });
}

export const textAt = (place) => (place === 0 ? undefined : loaded().UTF8ToString(place));

// Names by number, until there are no more: textsOf((i) => _dokumill_technique_name(i))
export function textsOf(nameOf) {
  const names = [];
  for (let name = textAt(nameOf(0)); name !== undefined; name = textAt(nameOf(names.length))) names.push(name);
  return names;
}

// [code unit]: the value of a cell, or 255
const VALUE = new Uint8Array(128).fill(255);
for (let digit = 0; digit <= 9; ++digit) VALUE[48 + digit] = digit;
for (const empty of '.*_xX-') VALUE[empty.charCodeAt(0)] = 0;

// The grids that a caller passes: one text of 81 characters, a list of such texts, or a Uint8Array
// of 81 values a grid, 0 to 9. A text of other characters or another length, or an array with other
// values, is a malformed grid and no error: it stands as an empty grid in the memory of the engine,
// and `malformed` has its number.
export class Grids {
  constructor(value, option) {
    this.option = option;
    this.value = value;
    this.malformed = new Set();
    if (typeof value === 'string') {
      this.form = 'one';
      this.count = 1;
    } else if (value instanceof Uint8Array) {
      this.form = 'bytes';
      this.count = value.length / CELLS;
      if (!Number.isInteger(this.count)) throw wrong(option, `${value.length} values are no multiple of 81`);
    } else if (Array.isArray(value)) {
      this.form = 'list';
      this.count = value.length;
      const place = value.findIndex((each) => typeof each !== 'string');
      if (place >= 0) throw wrong(option, `expected strings, got ${typeof value[place]}`, place);
    } else {
      throw wrong(option, 'expected a string of 81 characters, an array of such strings, or a Uint8Array');
    }
    if (this.count > MOST_GRIDS) throw wrong(option, `${this.count} grids, at most ${MOST_GRIDS} in a call`);
  }
  // Copies the grids into the memory of the engine.
  in(reserve) {
    const place = reserve(CELLS * this.count);
    const cells = loaded().HEAPU8.subarray(place, place + CELLS * this.count);
    if (this.form === 'bytes') {
      cells.set(this.value);
      for (let i = 0; i < cells.length; ++i) if (cells[i] > 9) this.malformed.add(Math.floor(i / CELLS));
    } else {
      const texts = this.form === 'one' ? [this.value] : this.value;
      for (let i = 0; i < this.count; ++i) {
        if (!fill(texts[i], cells, CELLS * i)) this.malformed.add(i);
      }
    }
    for (const number of this.malformed) cells.fill(0, CELLS * number, CELLS * (number + 1));
    return place;
  }
}

function fill(text, cells, begin) {
  if (text.length !== CELLS) return false;
  let all = 0;
  for (let i = 0; i < CELLS; ++i) {
    const value = VALUE[Math.min(text.charCodeAt(i), 127)];
    cells[begin + i] = value;
    all |= value;
  }
  return all < 16;
}

// The texts of `count` grids at `place`.
export function gridTexts(reserve, place, count) {
  const text = reserve(CELLS * count);
  check(loaded()._dokumill_print(place, count, 46, text));
  const all = new TextDecoder('latin1').decode(loaded().HEAPU8.subarray(text, text + CELLS * count));
  return Array.from({ length: count }, (_, i) => all.slice(CELLS * i, CELLS * (i + 1)));
}

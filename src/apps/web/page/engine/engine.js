// @ts-check
// The engine of the page, in a worker (engine_worker.js), and the errors of its calls.
//
// The page is one file, so the script of the worker and the compressed bytes of the engine are in
// the page, in elements that browsers ignore (bundle.mjs writes them).

// The code of an ApiError is the code of the engine's answer, as is its `reason`, or one of these
// codes:
// - 'stopped': Engine.stop() was called
// - 'start': the engine could not start, as in a browser without WebAssembly
// - 'crash': the engine stopped, for example for lack of memory
export class ApiError extends Error {
  constructor(code, message = '', reason = null) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

const textOf = (id) => document.getElementById(id).textContent;

/** @type {Promise<Uint8Array> | null} */
let wasm = null;

async function unpack() {
  const packed = Uint8Array.from(atob(textOf('engine')), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function startWorker() {
  const address = URL.createObjectURL(new Blob([textOf('engine-worker')], { type: 'text/javascript' }));
  try {
    return new Worker(address);
  } catch (error) {
    throw new ApiError('start', String(error));
  } finally {
    URL.revokeObjectURL(address);
  }
}

export class Engine {
  #worker = startWorker();
  #waiting = new Map();  // id -> the functions of the promise of a call
  #last = 0;
  #reason = new ApiError('stopped');
  #ready;

  constructor() {
    this.#worker.onmessage = ({ data: { id, answer, bytes, crash, isStart = false } }) => {
      if (crash !== undefined) {
        this.#end(isStart ? 'start' : 'crash', crash);
        return;
      }
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (answer.error) reject(new ApiError(answer.error.code, answer.error.message, answer.error.reason));
      else resolve({ answer, bytes });
    };
    // The worker reports errors of the engine by a message, so this is an error of its script.
    this.#worker.onerror = ({ message }) => this.#end('start', message);
    wasm ??= unpack();
    this.#ready = wasm.then((bytes) => this.#worker.postMessage({ wasm: bytes })).catch((error) => this.#end('start', String(error)));
  }

  // Calls the engine (docs/page.md has the calls and their fields). `bytes`: bytes that belong to
  // the call; their buffer is handed over, so the caller cannot use it any more. Returns the answer
  // and the bytes that belong to it. Throws an ApiError.
  async call(name, body, bytes = undefined) {
    await this.#ready;
    return new Promise((resolve, reject) => {
      if (this.isStopped) {
        reject(this.#reason);
        return;
      }
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, body, bytes }, { transfer: bytes ? [bytes.buffer] : [] });
    });
  }
  // Ends the worker. The calls that wait fail, and so do later ones.
  stop() {
    this.#end('stopped');
  }
  isStopped = false;

  #end(code, message = '') {
    this.isStopped = true;
    this.#reason = new ApiError(code, message);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#reason);
    this.#waiting.clear();
  }
}

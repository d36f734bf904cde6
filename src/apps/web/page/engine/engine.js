// @ts-check
// The engine of the page, in a worker (engine_worker.js), and the errors of its calls.
//
// The page is one file, so the script of the worker and the compressed bytes of the engine are in
// the page, in elements that browsers ignore (bundle.mjs writes them). The worker unpacks the bytes,
// because this would stop the page for a third of a second on a slow phone.

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
    this.#worker.postMessage({ packed: textOf('engine') });
  }

  // Calls the engine (docs/page.md has the calls and their fields). `bytes`: bytes that belong to
  // the call; their buffer is handed over, so the caller cannot use it any more. Returns the answer
  // and the bytes that belong to it. Throws an ApiError.
  call(name, body, bytes = undefined) {
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

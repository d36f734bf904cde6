// Workers that share one call, in node and in browsers.
import { DokumillError, integer, known, wrong } from './arguments.mjs';
import { compiled, isNode, nodeModule } from './library.mjs';

const WITH_GRIDS = ['solve', 'count', 'check', 'rate', 'explain', 'hint', 'canon'];
const MAKERS = ['generatePuzzles', 'generateBoards'];

// A worker in node or in a browser. use(message): called for each message of the worker; fail(text):
// called if the worker has ended by itself. Bundlers find the file of the worker only in an
// expression of this form.
async function startWorker(use, fail) {
  if (!isNode) {
    const worker = new Worker(new URL('./pool_worker.mjs', import.meta.url), { type: 'module' });
    worker.onmessage = (event) => use(event.data);
    worker.onerror = (event) => fail(event.message ?? 'a worker could not start');
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      end: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = await nodeModule('worker_threads');
  const worker = new NodeWorker(new URL('./pool_worker.mjs', import.meta.url));
  worker.on('message', (message) => {
    worker.unref();
    use(message);
  });
  worker.on('error', (error) => fail(error.message));
  worker.on('exit', () => fail('a worker ended'));
  return {
    post: (message, transfer) => {
      worker.ref();
      worker.postMessage(message, transfer);
    },
    end: () => void worker.terminate(),
  };
}

// Parts of a call, in order: [{ args, at, count, transfer }].
// at: the index of the first puzzle
function partsOf(name, args, size) {
  if (MAKERS.includes(name)) {
    const options = args[0] ?? {};
    const { n = 1, start = 0 } = options;
    if (!Number.isSafeInteger(n) || !Number.isSafeInteger(start)) return [{ args, at: 0, count: 1 }]; // fails
    const parts = [];
    for (let at = 0; at < n || at === 0; at += size) {
      parts.push({ args: [{ ...options, n: Math.min(size, n - at), start: start + at }], at, count: Math.min(size, n - at) });
    }
    return parts;
  }
  const [grids, ...others] = args;
  if (!(grids instanceof Uint8Array) && !Array.isArray(grids)) return [{ args, at: 0, count: 1 }];
  const stride = grids instanceof Uint8Array ? 81 : 1;
  const parts = [];
  for (let at = 0; at < grids.length || at === 0; at += size * stride) {
    const part = grids.slice(at, at + size * stride);
    parts.push({ args: [part, ...others], at: at / stride, count: part.length / stride, transfer: stride === 81 ? [part.buffer] : [] });
  }
  return parts;
}

function joined(results) {
  const [first] = results;
  if (results.length === 1) return first;
  if (Array.isArray(first)) return results.flat();
  const all = (arrays) => {
    const found = new arrays[0].constructor(arrays.reduce((sum, each) => sum + each.length, 0));
    arrays.reduce((at, each) => (found.set(each, at), at + each.length), 0);
    return found;
  };
  if (ArrayBuffer.isView(first)) return all(results);
  return Object.fromEntries(Object.keys(first).map((key) => [key, all(results.map((each) => each[key]))]));
}

// A pool of workers, each with an engine of its own. It has the functions of the package that take
// many grids or make many, as asynchronous ones. Results do not depend on the number of workers.
class Pool {
  constructor(size, chunk, module) {
    Object.assign(this, { size, chunk, module, idle: [], waiting: [], all: new Set(), isClosed: false });
  }
  async start() {
    try {
      await Promise.all(Array.from({ length: this.size }, () => this.add()));
    } catch (error) {
      this.close();
      throw error;
    }
    return this;
  }
  // Starts a worker. The promise is fulfilled when its engine is ready.
  async add() {
    const worker = await startWorker(
      ({ id, result, error }) => worker.task?.id === id && this.done(worker, result, error),
      (message) => this.lost(worker, message),
    );
    if (this.isClosed) return worker.end();
    this.all.add(worker);
    return new Promise((succeed, fail) => {
      this.give(worker, { id: 0, name: 'ready', args: [this.module], at: 0, succeed, fail });
    });
  }
  free(worker) {
    worker.task = undefined;
    const next = this.waiting.shift();
    if (next) this.give(worker, next);
    else this.idle.push(worker);
  }
  give(worker, task) {
    worker.task = task;
    worker.post({ id: task.id, name: task.name, args: task.args }, task.transfer);
  }
  done(worker, result, error) {
    const { task } = worker;
    if (error && task.name === 'ready') return this.lost(worker, error.message);
    this.free(worker);
    if (error) {
      const { code, message, option, place, made } = error;
      const inCall = (index) => (index === undefined ? undefined : task.at + index);
      task.fail(new DokumillError(code, message, { option, place: inCall(place), made: inCall(made) }));
    } else {
      task.succeed(result);
    }
  }
  // A worker that has failed, or works for a call that was given up, is replaced. One whose engine
  // does not start is not.
  lost(worker, message) {
    if (!this.all.delete(worker)) return;
    worker.end();
    this.idle = this.idle.filter((each) => each !== worker);
    worker.task?.fail(new DokumillError('INTERNAL', message));
    if (this.isClosed || worker.task?.name === 'ready') return;
    this.add().catch((error) => {
      // Without any worker, no call would end.
      if (this.all.size === 0) this.waiting.splice(0).forEach((task) => task.fail(error));
    });
  }
  async run(name, args, { signal, onProgress } = {}) {
    if (this.isClosed) throw wrong('pool', 'it is closed');
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong('signal', 'expected an AbortSignal');
    if (onProgress !== undefined && typeof onProgress !== 'function') throw wrong('onProgress', 'expected a function');
    signal?.throwIfAborted();
    const parts = partsOf(name, args, this.chunk);
    const total = parts.reduce((sum, part) => sum + part.count, 0);
    let count = 0;
    let isOver = false;
    const tasks = [];
    const giveUp = () => {
      this.waiting = this.waiting.filter((task) => !tasks.includes(task));
      for (const worker of [...this.all]) if (tasks.includes(worker.task)) this.lost(worker, 'given up');
    };
    const results = parts.map(async (part) => {
      const result = await new Promise((succeed, fail) => {
        const task = { id: ++lastId, name, args: part.args, at: part.at, transfer: part.transfer ?? [], succeed, fail };
        tasks.push(task);
        const worker = this.idle.pop();
        if (worker) this.give(worker, task);
        else this.waiting.push(task);
      });
      count += part.count;
      if (!isOver) onProgress?.(count, total);
      return result;
    });
    let onAbort;
    const aborted = new Promise((_, fail) => {
      onAbort = () => fail(signal.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return joined(await Promise.race([Promise.all(results), aborted]));
    } catch (error) {
      results.forEach((each) => each.catch(() => {}));
      giveUp();
      throw error;
    } finally {
      isOver = true;
      signal?.removeEventListener('abort', onAbort);
    }
  }
  // Ends all workers. Calls that are not done fail.
  close() {
    this.isClosed = true;
    this.waiting.splice(0).forEach((task) => task.fail(wrong('pool', 'it was closed')));
    for (const worker of [...this.all]) this.lost(worker, 'the pool was closed');
  }
}
let lastId = 0;

for (const name of WITH_GRIDS) {
  const takesLimit = name === 'count';
  Pool.prototype[name] = function (grids, ...others) {
    const own = takesLimit ? others.slice(0, 1) : others.slice(0, 1).map((options) => withoutHooks(options));
    const hooks = takesLimit ? others[1] : others[0];
    return this.run(name, [grids, ...own], hooks);
  };
}
for (const name of MAKERS) {
  Pool.prototype[name] = function (options = {}) {
    return this.run(name, [withoutHooks(options)], options);
  };
}
function withoutHooks({ signal, onProgress, ...options } = {}) {
  return options;
}

// size: the number of workers (default: one for each processor)
// chunk: how many puzzles a worker gets at a time
export async function createPool(options = {}) {
  known(options, ['size', 'chunk']);
  const processors = globalThis.navigator?.hardwareConcurrency ?? (isNode ? (await nodeModule('os')).availableParallelism?.() : undefined) ?? 2;
  const size = integer(options.size, 'size', 1, 1000, processors);
  const chunk = integer(options.chunk, 'chunk', 1, 1_000_000, 10_000);
  return new Pool(size, chunk, await compiled()).start();
}

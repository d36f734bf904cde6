// One worker of a pool (pool.mjs).
import * as calls from './calls.mjs';
import { isNode, nodeModule } from './library.mjs';

const buffersOf = (result) => (ArrayBuffer.isView(result) ? [result.buffer] : result && !Array.isArray(result) ? Object.values(result).filter(ArrayBuffer.isView).map((each) => each.buffer) : []);

// The first call is `ready`, with the compiled engine.
let port = globalThis;
async function answer({ id, name, args }) {
  try {
    if (name !== 'ready') await calls.ready(); // a new engine, if memory ran out
    const result = await calls[name](...args);
    port.postMessage({ id, result }, buffersOf(result));
  } catch (error) {
    const { code = 'INTERNAL', message, option, place, made } = error;
    port.postMessage({ id, error: { code, message, option, place, made } });
  }
}
if (isNode) {
  void nodeModule('worker_threads').then(({ parentPort }) => {
    port = parentPort;
    port.on('message', answer);
  });
} else {
  port.onmessage = (event) => answer(event.data);
}

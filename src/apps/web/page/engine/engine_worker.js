// @ts-check
// The worker in which the engine runs: the C++ library as WebAssembly (src/apps/web/wasm). The first message
// has the packed bytes of the engine. Each later message is a call: { id, name, body, bytes }. The answer
// is { id, answer, bytes }, or { id, crash } if the engine stopped, for example for lack of memory.
// If the engine could not start, the answer also has `isStart: true`.
// After a crash, the worker is useless. The script of emscripten, which defines createEngine(), comes
// first in the same worker.
/** @type {(settings: { wasmBinary: Uint8Array }) => Promise<any>} */
const startEngine = globalThis['createEngine'];

let engine;

// Unpacks the engine: text in base 85 (bundle.mjs), compressed with gzip.
async function unpacked(text) {
  const bytes = new Uint8Array(((text.length - 1) / 5) * 4);
  const view = new DataView(bytes.buffer);
  for (let at = 0, from = 1; at < bytes.length; at += 4) {
    let value = 0;
    for (let i = 0; i < 5; ++i, ++from) {
      const code = text.charCodeAt(from);
      value = 85 * value + (code === 125 ? 60 : code) - 40;
    }
    view.setUint32(at, value);
  }
  const stream = new Blob([bytes.subarray(0, bytes.length - Number(text[0]))]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Copies bytes into the memory of the engine. The caller frees them.
function put(bytes) {
  const at = engine._malloc(Math.max(1, bytes.length));
  if (at === 0) throw new Error('out of memory');
  engine.HEAPU8.set(bytes, at);
  return at;
}
const putText = (text) => put(new TextEncoder().encode(`${text}\0`));

/** @param {{ name: string, body: object, bytes?: Uint8Array }} call */
function run({ name, body, bytes = new Uint8Array() }) {
  const places = [putText(name), putText(JSON.stringify(body)), put(bytes)];
  const answer = JSON.parse(engine.UTF8ToString(engine._dokumill_call(...places, bytes.length)));
  for (const place of places) engine._free(place);
  const from = engine._dokumill_output();
  // The copy belongs to this worker, so it can be handed over without another copy.
  return { answer, bytes: engine.HEAPU8.slice(from, from + engine._dokumill_output_size()) };
}

self.onmessage = async ({ data }) => {
  let isStart = true;
  try {
    if (data.packed) {
      engine = unpacked(data.packed).then((wasmBinary) => startEngine({ wasmBinary }));
      return;
    }
    engine = await engine;
    isStart = false;
    const { answer, bytes } = run(data);
    self.postMessage({ id: data.id, answer, bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    self.postMessage({ id: data.id, crash: String(error), isStart });
  }
};

// @ts-check
// The calls of the engine for one puzzle (docs/page.md). A call that fails throws an ApiError
// (engine.js).
import { Engine } from './engine.js';

// The key of the default text for an ApiError, for callers that have no text of their own. The
// messages of the engine are English and for programmers, so the page does not show them.
export const failureKey = ({ code }) => ({ memory: 'engine.memory', crash: 'engine.memory', start: 'engine.start' })[code] ?? 'engine.failed';

/** @type {Engine | null} */
let engine = null;

async function call(name, body) {
  if (!engine || engine.isStopped) engine = new Engine();
  return (await engine.call(name, body)).answer;
}

function anySeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low));
}

export async function newPuzzle(level, seed = anySeed()) {
  return { ...(await call('new', { level, seed })), seed };
}
export const check = (puzzle, board) => call('check', { puzzle, board });
export const hint = (puzzle, board, notes) => call('hint', { puzzle, board, notes });
export const solution = (puzzle) => call('solution', { puzzle });
export const importText = (text) => call('import', { text });

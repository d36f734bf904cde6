import { integer, known, wrong } from './arguments.mjs';

// A TransformStream over lines of text: work(lines) gets the next lines, at most `batch`, and returns
// as many texts, or a promise of them. At most `parallel` batches are worked on at the same time; the
// order of the lines is kept. The chunks that are written may be strings or bytes.
export function transformLines(work, options = {}) {
  if (typeof work !== 'function') throw wrong('work', 'expected a function');
  known(options, ['batch', 'parallel']);
  const batch = integer(options.batch, 'batch', 1, 1_000_000, 10_000);
  const parallel = integer(options.parallel, 'parallel', 1, 1000, 4);
  const decoder = new TextDecoder();
  let rest = '';
  let lines = [];
  const running = [];
  const next = async (controller) => {
    const texts = await running.shift();
    if (texts.length) controller.enqueue(texts.join('\n') + '\n');
  };
  const start = async (controller) => {
    if (running.length >= parallel) await next(controller);
    const promise = Promise.resolve(work(lines));
    promise.catch(() => {});
    running.push(promise);
    lines = [];
  };
  const take = async (text, controller) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    for (const part of parts) {
      lines.push(part.endsWith('\r') ? part.slice(0, -1) : part);
      if (lines.length === batch) await start(controller);
    }
  };
  return new TransformStream({
    transform: (chunk, controller) => take(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }), controller),
    async flush(controller) {
      await take(decoder.decode() + (rest ? '\n' : ''), controller);
      if (lines.length) await start(controller);
      while (running.length) await next(controller);
    },
  });
}

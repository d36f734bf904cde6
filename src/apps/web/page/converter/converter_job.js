// @ts-check
// A job of the converter: runs a command over a file, in this browser.
//
//   file --ConverterSource--> text --cut--> parts --an engine each--> results --in order--> ConverterSink
//
// The first engine reads the format and finds where the text can be cut. Every part goes to an
// engine that is free, together with the first bytes of the text, which decide the format. The number
// of parts in flight is bounded, and so is the memory. A text goes through in one part if it is
// short, if the first bytes do not decide its layout, and for dedupe, which compares all puzzles.
// docs/page.md has the calls.
import { ApiError, Engine } from '../engine/engine.js';
import { ConverterSink, ConverterSource, joined } from './converter_streams.js';

const kMiB = 1 << 20;
const kFirst = 1024;         // bytes of the text for the first try to read its format
const kSmallest = 256;       // the size of a part in bytes: chosen so that a part takes ...
const kLargest = 4 * kMiB;
const kShort = 150;          // ... at least this time, in ms,
const kLong = 600;           // ... and at most this time
const kMaxEngines = 16;
const kMaxProblems = 1000;
const kEstimate = 0.5;       // s until the time left is estimated
// The longest text that goes through in one part. For dedupe, the text, its keys and the result are
// in the memory of one engine, which is at most 2 GiB. To find another layout, the engine needs about
// 11 times the text.
const kMaxAtOnce = 256 * kMiB;
const kMaxAnyLayout = 64 * kMiB;
const kMaxResult = 2048 * kMiB;
// For a file of more bytes than this, the player chooses where the result goes, if the browser can
// write to a file. The result needs no memory then.
const kMaxKept = 256 * kMiB;

const kPicker = 'showSaveFilePicker';

function add(sums, more) {
  for (const [name, count] of Object.entries(more ?? {})) sums[name] = (sums[name] ?? 0) + count;
}

// The code of an error that ended a job. These are the names of the errors of the browser for a file
// that was moved or changed, for damaged gzip data, for a lack of memory, and for a file that cannot
// be written.
function codeOf(error) {
  if (error instanceof ApiError) return error.code;
  const codes = {
    NotReadableError: 'unreadable', NotFoundError: 'unreadable', TypeError: 'input', RangeError: 'memory',
    QuotaExceededError: 'disk', NotAllowedError: 'disk', NoModificationAllowedError: 'disk', InvalidStateError: 'disk',
  };
  return codes[error.name] ?? 'internal';
}

/** @typedef {{ file: File, command: string, to: string, compress: string }} Order */
export class ConverterJob {
  #engines = [];
  #idle = [];
  #waiting = [];  // functions that take the next engine that is free
  /** @type {(error: any) => void} */
  #abort = () => {};
  #aborted = new Promise((_, reject) => { this.#abort = reject; });
  #size;          // of the next part
  /** @type {ConverterSink} */
  #sink;
  /** @type {(file: WritableStream) => void} */
  #chosen = () => {};  // takes the file that the player chose
  #isChoosing = false;
  #began = performance.now();
  #ended = 0;
  #done = 0;      // bytes of the file whose results are in the sink, about
  #lines = 0;     // lines of the text whose results are in the sink
  #opened;        // the answer of converter_open or converter_all

  /** @param {Order} order */
  constructor(order) {
    this.order = order;
    this.#size = order.command === 'rate' ? kSmallest : 1 << 18;
    this.#aborted.catch(() => {});
  }
  /** 'running', 'asking', 'done', 'failed' or 'cancelled'. 'asking': see save() */
  state = 'running';
  records = 0;
  /** Sums by name; clues: the puzzles by their number of clues, only for solve; levels: only for rate. */
  sums = { counts: {}, clues: {}, levels: {} };
  problems = [];
  problemsOmitted = 0;
  /** @type {{ code: string, message: string } | null} */
  error = null;
  /** @type {Blob | null} the result, unless it is in a file */
  result = null;
  savedName = '';  // the name of the file that has the result

  get isOver() {
    return !['running', 'asking'].includes(this.state);
  }
  /** The format of the file; undefined if it is not known. */
  get inputFormat() {
    return this.#opened?.format;
  }
  /** What the text was read as, in English, if it has none of the usual formats. */
  get layout() {
    return this.#opened?.layout ?? '';
  }
  /** The name of the result. */
  get outputName() {
    return `${this.#opened?.output_name}${this.order.compress === 'gzip' ? '.gz' : ''}`;
  }
  get seconds() {
    return ((this.#ended || performance.now()) - this.#began) / 1000;
  }
  /** What is done, from 0 to 1. */
  get share() {
    return this.state === 'done' ? 1 : this.#done / Math.max(1, this.order.file.size);
  }
  get secondsLeft() {
    const { seconds, share } = this;
    return share > 0 && seconds > kEstimate ? seconds / share - seconds : null;
  }

  // Runs the job to its end. Then `state` and `error` say how it ended.
  async run() {
    try {
      await Promise.race([this.#run(), this.#aborted]);
      this.state = 'done';
    } catch (error) {
      this.#sink?.drop();
      if (!this.isOver) {
        this.state = 'failed';
        this.error = { code: codeOf(error), message: error.message };
      }
    }
    this.#ended = performance.now();
    for (const engine of this.#engines) engine.stop();
  }
  cancel() {
    if (this.isOver) return;
    this.state = 'cancelled';
    this.#abort(new ApiError('cancelled'));
  }
  // Asks the player for a file for the result. REQUIRES: `state` is 'asking', and the player has just
  // pressed a button. A second press, as of a double click, does nothing.
  async save() {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    try {
      const handle = await window[kPicker]({ suggestedName: this.outputName });
      if (this.isOver) return;
      this.savedName = handle.name;
      this.#chosen(await handle.createWritable());
    } catch (error) {
      if (error.name !== 'AbortError') this.#abort(error);
    }
    this.#isChoosing = false;
  }

  async #run() {
    const { file, command, compress } = this.order;
    const source = new ConverterSource(file);
    await source.open();
    if (source.kind) throw new ApiError(source.kind);
    // check writes a short word for each puzzle.
    const canSave = kPicker in window && command !== 'check';
    const most = { dedupe: kMaxAtOnce, check: Infinity }[command] ?? (canSave ? Infinity : kMaxResult);
    if (!source.isCompressed && file.size > most) throw new ApiError('too_large');
    const engine = this.#newEngine();
    const head = command === 'dedupe' ? null : await this.#open(engine, source);
    const all = this.#opened ? null : await engine.call('converter_all', this.#task, await this.#rest(source, head));
    this.#opened ??= all.answer;
    this.#sink = new ConverterSink(compress, canSave && file.size > kMaxKept ? await this.#ask() : null);
    if (all) await this.#take(all, null, source.done);
    else await this.#runParts(engine, source, head);
    this.result = await this.#sink.finish(compress === 'gzip' ? 'application/gzip' : this.#opened.media_type);
  }

  async #ask() {
    this.state = 'asking';
    const chosen = await new Promise((resolve) => { this.#chosen = resolve; });
    this.state = 'running';
    this.#began = performance.now();
    return chosen;
  }

  get #task() {
    const { file, command, to } = this.order;
    return { name: file.name, command, to };
  }
  // Reads as many bytes as the format needs, and returns them. If they decide nothing, sets nothing.
  async #open(engine, source) {
    let head = await source.read(kFirst);
    while (!source.isEnded) {
      const { answer } = await engine.call('converter_open', this.#task, head.slice());
      if (answer.needs_all) break;
      if (!answer.needs_more) {
        this.#opened = answer;
        this.#lines = answer.lines;
        break;
      }
      head = joined(head, await source.read(3 * head.length));
    }
    return head;
  }
  // Returns the whole text, which begins with `head`. No head: dedupe, which needs all of it.
  async #rest(source, head) {
    const most = head ? kMaxAnyLayout : kMaxAtOnce;
    const parts = [head ?? await source.read(kLargest)];
    for (let bytes = parts[0].length; !source.isEnded;) {
      parts.push(await source.read(kLargest));
      bytes += parts.at(-1).length;
      if (bytes > most) throw new ApiError('too_large');
    }
    return joined(...parts);
  }

  async #runParts(cutter, source, head) {
    const { begin, format, separator } = this.#opened;
    const engines = Math.min(navigator.hardwareConcurrency || 1, kMaxEngines);
    this.#idle = Array.from({ length: engines }, () => this.#newEngine());
    const taken = [];  // the promises of the parts in flight, in order
    let last = Promise.resolve();
    let entry = '000';
    let window = head.subarray(begin);
    let at = begin;    // where the window begins in the text
    for (let size = this.#size, isFirst = true, isLast = false; !isLast;) {
      window = joined(window, await source.read(size - window.length));
      const next = window.subarray(0, size);
      isLast = source.isEnded && next.length === window.length;
      let cut = { bytes: next.length, entry };
      if (!isLast) {
        ({ answer: cut } = await cutter.call('converter_cut', { format, separator, entry }, next.slice()));
        if (cut.bytes === 0) {
          size *= 2;
          continue;
        }
      }
      const engine = await this.#freeEngine();
      const result = this.#part(engine, joined(head, window.subarray(0, cut.bytes)), head.length, isFirst, entry);
      at += cut.bytes;
      last = this.#take(result, last, source.done * (at / source.bytes));
      last.catch(this.#abort);
      taken.push(last);
      if (taken.length > 2 * engines) await taken.shift();
      window = window.subarray(cut.bytes);
      ({ entry } = cut);
      isFirst = false;
      size = this.#size;
    }
    await last;
  }

  #newEngine() {
    const engine = new Engine();
    this.#engines.push(engine);
    return engine;
  }
  async #freeEngine() {
    return this.#idle.pop() ?? new Promise((resolve) => { this.#waiting.push(resolve); });
  }
  #release(engine) {
    const next = this.#waiting.shift();
    if (next) next(engine);
    else this.#idle.push(engine);
  }

  // Runs the command over one part.
  async #part(engine, bytes, begin, isFirst, entry) {
    const size = bytes.length;  // the engine takes the bytes
    const started = performance.now();
    const { format } = this.#opened;
    const result = await engine.call('converter_part', { ...this.#task, format, begin: String(begin), entry, is_first: isFirst }, bytes);
    const time = performance.now() - started;
    if (time < kShort) this.#size = Math.min(Math.max(this.#size, 2 * size), kLargest);
    if (time > kLong) this.#size = Math.max(this.#size >> 1, kSmallest);
    this.#release(engine);
    return result;
  }

  // Takes the result of a part after the results before it.
  async #take(result, before, done) {
    const { answer, bytes } = await result;
    await before;
    for (const problem of answer.problems) {
      if (this.problems.length < kMaxProblems) {
        this.problems.push({ ...problem, record: problem.record + this.records, line: problem.line + this.#lines });
      } else {
        ++this.problemsOmitted;
      }
    }
    this.problemsOmitted += answer.problems_omitted;
    this.records += answer.records;
    this.#lines += answer.lines ?? 0;
    for (const name of ['counts', 'clues', 'levels']) add(this.sums[name], answer[name]);
    // In grid format, a part has a line end before each board, but the first board of the file has
    // none.
    const { output_format: format, begin } = this.#opened;
    const isFirstBoard = format === 'grid' && begin !== undefined && this.#sink.isEmpty;
    await this.#sink.write(isFirstBoard ? bytes.subarray(1) : bytes);
    if (this.#sink.bytes > kMaxResult) throw new ApiError('too_large');
    this.#done = done;
  }
}

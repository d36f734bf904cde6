// @ts-check
// The two ends of a job of the converter: ConverterSource reads a file, decompressed if it is gzip; ConverterSink
// takes the result, compressed if the player chose gzip, into a Blob or into a file.
const kMagic = [0x1f, 0x8b, 0x08];  // how a member of a gzip file begins
const kHead = 10;                   // the size of a member's header in bytes
const kBlob = 1 << 23;              // bytes of the result that are kept before they become a Blob

// How files begin that the converter cannot read, and what they are. UTF-16 is the "Unicode text" of
// spreadsheets.
const kKinds = [
  ['zip', 0x50, 0x4b, 0x03, 0x04], ['sheet', 0xd0, 0xcf, 0x11, 0xe0], ['pdf', 0x25, 0x50, 0x44, 0x46],
  ['image', 0x89, 0x50, 0x4e, 0x47], ['image', 0xff, 0xd8, 0xff], ['image', 0x47, 0x49, 0x46, 0x38],
  ['utf16', 0xff, 0xfe], ['utf16', 0xfe, 0xff],
];
const kKindBytes = 4;
const kSheets = /\.(xls[xmb]|ods|numbers)$/i;  // names of spreadsheets that are zip archives

const none = () => new Uint8Array();
const startsWith = (bytes, start) => start.every((byte, index) => byte === bytes[index]);

// What the file is if the converter cannot read it: 'sheet', 'zip', 'image', 'pdf', 'utf16'. Otherwise
// null.
function kindOf(name, first) {
  const [kind = null] = kKinds.find(([, ...start]) => startsWith(first, start)) ?? [];
  return kind === 'zip' && kSheets.test(name) ? 'sheet' : kind;
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  if (parts.length === 2 && !parts[0].length) return parts[1];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// True if a header of a member seems to begin here. In compressed data, that happens by chance once
// in 100 GB: the flags have three bits that are 0, and the last two bytes have few values.
const isHead = (bytes, at) => kMagic.every((byte, index) => bytes[at + index] === byte)
  && bytes[at + 3] < 32 && [0, 2, 4].includes(bytes[at + 8]) && (bytes[at + 9] < 14 || bytes[at + 9] === 255);

// A gzip file can have several members, one after the other, and DecompressionStream reads only one.
class Members {
  #reader;
  /** @type {Uint8Array} */
  #rest = none();
  #isStart = true;
  #isEnded = false;

  constructor(file) {
    this.#reader = file.stream().getReader();
  }
  read = 0;  // bytes of the file so far

  // True if there is another member.
  async next() {
    this.#isStart = true;
    await this.#fill();
    return this.#rest.length > 0;
  }
  // The next bytes of the member; null at its end.
  async part() {
    await this.#fill();
    const rest = this.#rest;
    let end = this.#isEnded ? rest.length : rest.length - kHead + 1;
    for (let at = rest.indexOf(kMagic[0], this.#isStart ? 1 : 0); at >= 0 && at < end; at = rest.indexOf(kMagic[0], at + 1)) {
      if (isHead(rest, at)) end = at;
    }
    if (end === 0) return null;
    this.#isStart = false;
    this.#rest = rest.subarray(end);
    return rest.subarray(0, end);
  }
  // Reads until a whole header is in #rest.
  async #fill() {
    while (this.#rest.length < kHead && !this.#isEnded) {
      const { done, value } = await this.#reader.read();
      this.#isEnded = done;
      if (done) break;
      this.read += value.length;
      this.#rest = joined(this.#rest, value);
    }
  }
}

async function feed(members, writer) {
  try {
    for (let part; (part = await members.part());) await writer.write(part);
    await writer.close();
  } catch (error) {
    // If the file cannot be read any more, the reader of the stream must not wait for the rest.
    writer.abort(error).catch(() => {});
    throw error;
  }
}

async function* decompressed(members) {
  while (await members.next()) {
    const stream = new DecompressionStream('gzip');
    const feeding = feed(members, stream.writable.getWriter());
    feeding.catch(() => {});  // the reader below fails, too
    const reader = stream.readable.getReader();
    for (let step; !(step = await reader.read()).done;) yield step.value;
    await feeding;
  }
}

// Reads the text of a file from its beginning to its end.
export class ConverterSource {
  #file;
  #at = 0;
  #members = null;  // of a gzip file
  #chunks = null;
  #ready = [];      // decompressed chunks that were not read yet

  constructor(file) {
    this.#file = file;
  }
  kind = null;  // what the file is if it cannot be read: a code of a failed job
  isEnded = false;
  bytes = 0;  // of the text that were read
  /** How many bytes of the file were read. */
  get done() {
    return this.#members?.read ?? this.#at;
  }
  get isCompressed() {
    return this.#members !== null;
  }
  async open() {
    const first = new Uint8Array(await this.#file.slice(0, kKindBytes).arrayBuffer());
    this.isEnded = this.#file.size === 0;
    this.kind = kindOf(this.#file.name, first);
    if (!startsWith(first, kMagic)) return;
    this.#members = new Members(this.#file);
    this.#chunks = decompressed(this.#members);
  }
  // The next bytes, this number of them unless the text ends before. Sets isEnded if no more follow.
  /** @param {number} bytes */
  async read(bytes) {
    if (this.isEnded || bytes <= 0) return none();
    if (!this.#chunks) {
      const slice = this.#file.slice(this.#at, this.#at + bytes);
      this.#at += slice.size;
      this.bytes = this.#at;
      this.isEnded = this.#at >= this.#file.size;
      return new Uint8Array(await slice.arrayBuffer());
    }
    let length = this.#ready.reduce((sum, chunk) => sum + chunk.length, 0);
    // One byte more than wanted, to know whether the text ends here.
    while (length <= bytes) {
      const { done, value } = await this.#chunks.next();
      this.isEnded = done;
      if (done) break;
      this.#ready.push(value);
      length += value.length;
    }
    const all = joined(...this.#ready);
    this.#ready = length > bytes ? [all.subarray(bytes)] : [];
    this.bytes += Math.min(length, bytes);
    return all.subarray(0, bytes);
  }
}

// Takes the bytes of the result in order.
export class ConverterSink {
  #blobs = [];
  #parts = [];
  #held = 0;
  #isFile;
  #writer;
  #ending;

  /**
   * @param {string} compress 'gzip' or 'none'
   * @param {WritableStream | null} file where the result goes; null: to a Blob
   */
  constructor(compress, file = null) {
    const target = file ?? new WritableStream({ write: (bytes) => this.#keep(bytes) });
    this.#isFile = file !== null;
    if (compress !== 'gzip') {
      this.#writer = target.getWriter();
      return;
    }
    const stream = new CompressionStream('gzip');
    this.#ending = stream.readable.pipeTo(target);
    this.#ending.catch(() => {});  // the writer fails, too
    this.#writer = stream.writable.getWriter();
  }
  bytes = 0;       // of the Blob so far
  isEmpty = true;  // no byte was written

  async write(bytes) {
    if (bytes.length === 0) return;
    this.isEmpty = false;
    await this.#writer.write(bytes);
  }
  /** Returns the Blob; null if the result is in a file. */
  async finish(type) {
    await this.#writer.close();
    await this.#ending;
    return this.#isFile ? null : new Blob([...this.#blobs, ...this.#parts], { type });
  }
  // Drops the result. A file stays as it was before.
  drop() {
    this.#writer.abort().catch(() => {});
  }
  #keep(bytes) {
    this.bytes += bytes.length;
    this.#parts.push(bytes);
    this.#held += bytes.length;
    if (this.#held < kBlob) return;
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#held = 0;
  }
}

// The files of the command, through node's module fs. node_files.js calls these functions; an error
// that fs throws becomes an error number there.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import tty from 'node:tty';

const { constants } = fs;
const failed = (code) => Object.assign(new Error(code), { code });
// As OpenMode in platform.hpp. Files that the first opens for the output are remembered until they
// get their name or are removed.
const OPEN_FLAGS = [
  constants.O_RDONLY,
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  constants.O_WRONLY,
  0,
  constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
];
const CREATES = [false, true, false, false, true];

// shared: Int32Array in shared memory: the number of a signal, the state of the input, its size
// input: Uint8Array in shared memory for standard input; undefined if it is a file
// note(event): sends { created } and { gone } paths to the main thread, and asks it for { input }
export class Files {
  constructor({ shared, input, columns, note }) {
    Object.assign(this, { shared, input, columns, note, inputAt: 0, inputEnd: 0 });
  }

  signal() {
    return Atomics.load(this.shared, 0);
  }
  random() {
    return randomBytes(4).readUInt32LE();
  }
  open(path, mode, permissions) {
    const fd = fs.openSync(path, OPEN_FLAGS[mode], permissions);
    if (CREATES[mode]) this.note({ created: path });
    return fd;
  }
  close(fd) {
    fs.closeSync(fd);
    return 0;
  }
  // offset: -1 for the position of the descriptor
  read(fd, buffer, offset) {
    if (fd === 0 && this.input) return this.readInput(buffer);
    for (;;) {
      try {
        return fs.readSync(fd, buffer, 0, buffer.length, offset < 0 ? null : offset);
      } catch (error) {
        if (error.code === 'EOF') return 0; // a closed pipe, on Windows
        if (error.code !== 'EAGAIN') throw error;
        if (this.signal()) throw failed('EINTR');
        this.pause(5);
      }
    }
  }
  // Standard input that is no file comes from the main thread, so that a signal can end the wait.
  readInput(buffer) {
    const [, STATE, SIZE] = [0, 1, 2];
    if (this.inputAt === this.inputEnd) {
      Atomics.store(this.shared, STATE, 0);
      this.note({ input: true });
      while (Atomics.load(this.shared, STATE) === 0) {
        if (this.signal()) throw failed('EINTR');
        Atomics.wait(this.shared, STATE, 0, 50);
      }
      this.inputAt = 0;
      this.inputEnd = Atomics.load(this.shared, SIZE);
    }
    const count = Math.min(buffer.length, this.inputEnd - this.inputAt);
    buffer.set(this.input.subarray(this.inputAt, this.inputAt + count));
    this.inputAt += count;
    return count;
  }
  write(fd, data, offset) {
    for (;;) {
      try {
        return fs.writeSync(fd, data, 0, data.length, offset < 0 ? null : offset);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
        if (this.signal()) throw failed('EINTR');
        this.pause(1);
      }
    }
  }
  pause(milliseconds) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
  // The fields of fill() in node_platform.cpp.
  info(path) {
    const found = typeof path === 'number' ? fs.fstatSync(path, { bigint: true }) : fs.statSync(path, { bigint: true });
    const kind = found.isFile() ? 0 : found.isDirectory() ? 1 : found.isCharacterDevice() || found.isBlockDevice() ? 2 : 3;
    const { size, dev, ino, mode, uid, gid, mtimeMs, ctimeMs } = found;
    return [kind, size, dev, ino >> 32n, ino & 0xffffffffn, mode & 0o7777n, uid, gid, mtimeMs, ctimeMs, 0].map(Number);
  }
  // The actions of PathAction in node_platform.cpp.
  onPath(action, path, other, number) {
    const actions = [
      () => fs.accessSync(path, constants.W_OK),
      () => this.rename(path, other),
      () => this.renameToNew(path, other),
      () => fs.linkSync(path, other),
      () => this.gone(path, () => fs.unlinkSync(path)),
      () => {
        fs.mkdirSync(path, number);
        this.note({ created: path });
      },
      () => this.gone(path, () => fs.rmdirSync(path)),
      () => (fs.readdirSync(path).length === 0 ? 1 : 0),
      () => this.syncFolder(path),
    ];
    return actions[action]() ?? 0;
  }
  gone(path, remove) {
    remove();
    this.note({ gone: path });
  }
  rename(path, other) {
    this.gone(path, () => fs.renameSync(path, other));
  }
  renameToNew(path, other) {
    if (fs.lstatSync(other, { throwIfNoEntry: false })) throw failed('EEXIST');
    if (fs.statSync(path).isDirectory()) return this.rename(path, other);
    fs.linkSync(path, other); // fails if there is such a file now
    this.gone(path, () => fs.unlinkSync(path));
  }
  syncFolder(path) {
    if (process.platform === 'win32') return; // folders cannot be opened there
    const fd = fs.openSync(path, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }
  // The actions of FileAction in node_platform.cpp.
  onFile(action, fd, number) {
    const actions = [
      () => {
        throw failed('ESPIPE'); // node does not know the position of a descriptor
      },
      () => fs.fsyncSync(fd),
      () => fs.ftruncateSync(fd, number),
      () => fs.fchmodSync(fd, number),
      () => (tty.isatty(fd) ? 1 : 0),
      () => this.columns,
      () => (!process.geteuid || process.geteuid() === number || process.geteuid() === 0 ? 1 : 0),
    ];
    return actions[action]() ?? 0;
  }
  // The texts of TextOf in node_platform.cpp.
  text(what, name) {
    if (what === 0) return fs.readlinkSync(name);
    if (what === 1) return fs.realpathSync.native(name);
    if (process.env[name] === undefined) throw failed('ENOENT');
    return process.env[name];
  }
  // 0: readable, 2: woken by a signal, as PollResult in platform.hpp. A read then waits by itself.
  waitReadable(fd, timeout) {
    if (fd < 0) this.pause(timeout);
    return this.signal() ? 2 : 0;
  }
}

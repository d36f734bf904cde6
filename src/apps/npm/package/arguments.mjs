// Checks of arguments, and the error of the package.

// What went wrong with a call.
// code: 'ARGUMENT', 'UNMET' (no puzzle met the constraints within maxTries), 'MEMORY', 'STOPPED' (a
//     signal) or 'INTERNAL'
// option: the option or argument that is wrong, if it is known
// place: the index of the value that is wrong, if it is one of an array
// made: with UNMET, how many puzzles were made before
export class DokumillError extends Error {
  constructor(code, message, { option, place, made } = {}) {
    super(message);
    this.name = 'DokumillError';
    Object.assign(this, { code, option, place, made });
  }
}
export function wrong(option, message, place) {
  return new DokumillError('ARGUMENT', `${option}: ${message}`, { option, place });
}

export function integer(value, option, least, most, otherwise) {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (!Number.isSafeInteger(value) || value < least || value > most) throw wrong(option, `expected an integer from ${least} to ${most}, got ${String(value)}`);
  return value;
}
// A score in tenths.
export function tenths(value, option, least) {
  const found = Math.round(value * 10);
  if (typeof value !== 'number' || !(Math.abs(found - value * 10) < 1e-4) || found < least * 10 || found > 120) throw wrong(option, `expected a score from ${least} to 12 with one decimal, got ${String(value)}`);
  return found;
}
// A number, or the lowest and the highest number of a range, each read by read(number).
export function range(value, option, read) {
  const [least, most] = Array.isArray(value) ? value : [value, value];
  const ends = [read(least), read(most)];
  if (value.length > 2 || ends[0] > ends[1]) throw wrong(option, `expected a number, or the lowest and the highest one, got ${String(value)}`);
  return ends;
}
export function oneOf(value, option, names, otherwise) {
  if (value === undefined) return otherwise;
  const found = names.indexOf(value);
  if (found < 0) throw wrong(option, `expected one of ${names.join(', ')}, got ${String(value)}`);
  return found;
}
export function flag(value, option) {
  if (value !== undefined && typeof value !== 'boolean') throw wrong(option, `expected true or false, got ${String(value)}`);
  return value === true;
}
// Throws if `options` is no object, or has others than those of `names`.
export function known(options, names) {
  if (typeof options !== 'object' || options === null) throw wrong('options', `expected an object, got ${String(options)}`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw wrong(unknown, `unknown option; the options are ${names.join(', ')}`);
}

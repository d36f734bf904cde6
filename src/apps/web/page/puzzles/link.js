// @ts-check
// Links of this page that carry a puzzle: "...#p=" and 81 characters, or 16 or 36 for a small board;
// "...#solve=" and 81 characters; or "...#daily=" and a day.
import { isDay } from '../game/daily.js';
import { geometryOf } from '../game/geometry.js';

const kMark = '#p=';
const kSolve = '#solve=';
const kDay = '#daily=';

// The address where others can open the page: the page's own, unless it is only on this machine, and
// else the public one of this build. Empty if there is none.
function sharedAddress() {
  const { protocol, hostname, origin, pathname } = location;
  const isPublic = protocol.startsWith('http') && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
  return isPublic ? origin + pathname : document.querySelector('meta[name=dokumill-address]').getAttribute('content');
}
// Returns the link to a puzzle, or the puzzle itself if there is no address for a link.
export function linkOf(puzzle) {
  const address = sharedAddress();
  return address ? `${address}${kMark}${puzzle}` : puzzle;
}

// The link to the puzzle of a day ("2026-11-29"), which is the same for all players. Empty if there is no
// address.
export const linkOfDay = (day) => (sharedAddress() ? `${sharedAddress()}${kDay}${day}` : '');
// The day of such a link, or null.
export function dayOfLink(hash) {
  const day = hash.startsWith(kDay) ? hash.slice(kDay.length) : '';
  return isDay(day) ? day : null;
}

// The address of the solver view for a puzzle.
export const solverHash = (puzzle) => `${kSolve}${puzzle}`;
export const isSolverHash = (hash) => hash.startsWith(kSolve);

// `text`: what follows the mark (kMark or kSolve) of a link. Returns the puzzle at the start of
// this text. Leaves out the words after the puzzle, and the line breaks that mail programs put into
// a long address.
function joined(text) {
  const [first = '', ...words] = text.trim().split(/\s+/);
  let puzzle = first;
  while (puzzle.length < 81 && /^[0-9.]+$/.test(puzzle) && /^[0-9.]/.test(words[0] ?? '')) puzzle += words.shift();
  const wholeOf = (word, length) => new RegExp(`^([0-9.]{${length}})(?:\\.?[^0-9.].*|\\.)?$`).exec(word)?.[1];
  return wholeOf(puzzle, 81) ?? wholeOf(first, 36) ?? wholeOf(first, 16) ?? puzzle;
}

// Decodes "%2E" and so on, unless a "%" encodes nothing.
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Reads a link in a text. Returns null if the text has no such link, { puzzle } with a character for each cell,
// or { problem: { key, values } } with the key and the values of the text about the problem.
export function readLink(text) {
  const mark = [kMark, kSolve].find((each) => text.includes(each));
  if (!mark) return null;
  // A "%" that encodes nothing is reported below like any other wrong character.
  const puzzle = decoded(joined(text.slice(text.indexOf(mark) + mark.length)));
  const characters = [...puzzle];
  const wrong = characters.findIndex((character) => !/[0-9.]/.test(character));
  if (wrong >= 0) return { problem: { key: 'link.character', values: { character: characters[wrong], n: wrong + 1 } } };
  const n = characters.length;
  const sizes = mark === kSolve ? '81' : '16 / 36 / 81';
  if (n !== 81 && (mark === kSolve || !geometryOf(characters))) return { problem: { key: 'link.length', values: { n, mark, sizes } } };
  return { puzzle };
}

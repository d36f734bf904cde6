// @ts-check
// Links of this page that carry a puzzle: "...#p=" and 81 characters.
const kMark = '#p=';
const kSolve = '#solve=';

export const linkOf = (puzzle) => `${location.origin}/${kMark}${puzzle}`;

// The address of the solver view for a puzzle, and the puzzle link that such an address stands for, or
// null.
export const solverHash = (puzzle) => `${kSolve}${puzzle}`;
export const linkOfSolver = (hash) => (hash.startsWith(kSolve) ? hash.replace(kSolve, kMark) : null);

// The puzzle of a link in a text: without the words after it, and without the line breaks that a mail puts
// into a long address.
function joined(text) {
  const [first = '', ...words] = text.trim().split(/\s+/);
  let puzzle = first;
  while (puzzle.length < 81 && /^[0-9.]+$/.test(puzzle) && /^[0-9.]/.test(words[0] ?? '')) puzzle += words.shift();
  return /^([0-9.]{81})(?:\.?[^0-9.].*|\.)?$/.exec(puzzle)?.[1] ?? puzzle;
}

// What a text says if it is such a link, or null if it is not: { puzzle } with 81 characters, or
// { problem: { key, values } } with the text that names what is wrong.
export function readLink(text) {
  const mark = [kMark, kSolve].find((each) => text.includes(each));
  if (!mark) return null;
  let puzzle = joined(text.slice(text.indexOf(mark) + mark.length));
  try {
    puzzle = decodeURIComponent(puzzle);
  } catch {
    // A "%" that encodes nothing is reported below like any other character.
  }
  const characters = [...puzzle];
  const wrong = characters.findIndex((character) => !/[0-9.]/.test(character));
  if (wrong >= 0) return { problem: { key: 'link.character', values: { character: characters[wrong], n: wrong + 1 } } };
  if (characters.length !== 81) return { problem: { key: 'link.length', values: { n: characters.length } } };
  return { puzzle };
}

// @ts-check
// Decompresses text that lz-string by Pieroxy (pieroxy.net/blog/pages/lz-string) compressed to
// base64. SudokuPad and f-puzzles put puzzles into links in this way. It is an LZ78 with codes whose
// width grows: 0 and 1 are followed by a new character of 8 or 16 bits, 2 is the end, and other codes
// are entries of the table.
const kAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kMostText = 2000000;  // characters; longer texts are no puzzles

// Returns the text, or null if `packed` is not such a text.
export function decompress(packed) {
  const values = [...packed.replace(/=+$/, '')].map((character) => kAlphabet.indexOf(character));
  if (values.length === 0 || values.includes(-1)) return null;
  let at = 0;
  const bit = () => {
    const value = values[Math.floor(at / 6)] ?? 0;
    return (value >> (5 - (at++ % 6))) & 1;
  };
  const read = (width) => {
    let value = 0;
    for (let i = 0; i < width; ++i) value |= bit() << i;
    return value;
  };
  const table = ['', '', ''];
  let width = 2;
  let before = '';
  let text = '';
  while (at <= values.length * 6 && text.length <= kMostText) {
    const code = read(width);
    if (code === 2) return text;
    let entry = code > 2 ? table[code] : null;
    if (code < 2) {
      entry = String.fromCharCode(read(code === 0 ? 8 : 16));
      table.push(entry);
    } else if (entry === undefined && code === table.length && before) entry = before + before[0];
    if (entry === undefined || entry === null) return null;
    text += entry;
    if (before) table.push(before + entry[0]);
    before = entry;
    // A code can also be the next entry, which the table does not have yet.
    while (table.length + 1 > 2 ** width) ++width;
  }
  return null;
}

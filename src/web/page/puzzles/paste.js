// @ts-check
// Reads a pasted puzzle in forms that the server does not know: cells of a spreadsheet, rows with
// blanks for empty cells, lists with commas or brackets, and digits of Chinese input methods. This
// module uses neither the page nor the server.
const kCell = /^[0-9.*_xX?-]?$/;
const kMostLength = 4000;

const joined = (cells) => cells.map((cell) => (/[1-9]/.test(cell) ? cell : '0')).join('');

// Returns 81 digits, 0 for empty, or null if the text is not such a puzzle.
export function cellsOf(text) {
  if (text.length > kMostLength) return null;
  // Full-width digits and spaces become plain digits and spaces.
  const plain = text.normalize('NFKC').replace(/\r\n?/g, '\n');
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  for (const separator of ['\t', ',', ';', '']) {
    const rows = lines.map((line) => line.split(separator).map((cell) => cell.trim()));
    if (rows.length === 9 && rows.every((row) => row.length === 9 && row.every((cell) => kCell.test(cell)))) return joined(rows.flat());
  }
  const cells = [...plain.replace(/[\s,;|[\](){}"']/g, '')];
  return cells.length === 81 && cells.every((cell) => kCell.test(cell)) ? joined(cells) : null;
}

// Reads a grid of candidates, such as "| 1 25 7 | ...": 81 groups of digits. A group of one digit is
// this digit, and other groups are empty cells. Returns 81 digits, or null if the text is no such
// grid.
export function digitsOfCandidates(text) {
  if (text.length > kMostLength) return null;
  const groups = text.normalize('NFKC').replace(/[|:+*#!'".,;=-]/g, ' ').split(/\s+/).filter(Boolean);
  const isGroup = (group) => /^[1-9]{1,9}$/.test(group) && new Set(group).size === group.length;
  if (groups.length !== 81 || !groups.every(isGroup) || groups.every((group) => group.length === 1)) return null;
  return groups.map((group) => (group.length === 1 ? group : '0')).join('');
}

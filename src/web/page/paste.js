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

// @ts-check
// Cells, houses and peers of the boards: 9x9, and the small ones, 4x4 and 6x6. The numbers are those
// of the engine. A small board lies in the first rows and columns of the 9x9 grid, so cell
// 9 * row + column and house 0..8 (rows), 9..17 (columns), 18..26 (boxes) are the same on every board.
export const kCells = 81;
export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;

const inGrid = [...Array(kCells).keys()];

// Returns { size, boxRows, boxColumns, cells, houses, peers, all }. `houses` has no cells for the
// houses that the board lacks, and `all` is the mask of its digits.
function geometry(boxRows, boxColumns) {
  const size = boxRows * boxColumns;
  const boxOf = (cell) => Math.floor(rowOf(cell) / boxRows) * boxRows + Math.floor(columnOf(cell) / boxColumns);
  const housesOf = (cell) => [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)];
  const cells = inGrid.filter((cell) => rowOf(cell) < size && columnOf(cell) < size);
  const houses = [...Array(27).keys()].map((house) => cells.filter((cell) => housesOf(cell).includes(house)));
  const peers = inGrid.map((cell) => cells.filter((other) => other !== cell && housesOf(other).some((house) => houses[house].includes(cell))));
  return { size, boxRows, boxColumns, cells, houses, peers, all: (1 << size) - 1 };
}

export const kNine = geometry(3, 3);
export const { cells } = kNine;
const kSmall = [geometry(2, 2), geometry(2, 3)];

// The geometry of a puzzle, which is a text with a character for each cell. Undefined if no board has
// this number of cells.
export const geometryOf = ({ length }) => [...kSmall, kNine].find((each) => each.cells.length === length);

// @ts-check
// Cells, houses and peers of the 9x9 grid, numbered as the engine numbers them.
export const kCells = 81;
export const cells = [...Array(kCells).keys()];
export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;
export const boxOf = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);

// houses[0..8] are rows, [9..17] columns, [18..26] boxes.
export const houses = [...Array(27).keys()].map((house) =>
  cells.filter((cell) => [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)].includes(house)));

export const peers = cells.map((cell) =>
  cells.filter((other) => other !== cell &&
    (rowOf(other) === rowOf(cell) || columnOf(other) === columnOf(cell) || boxOf(other) === boxOf(cell))));

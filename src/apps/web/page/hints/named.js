// @ts-check
// Texts about the board. Pointing at the name of a cell or of a house, or giving it the focus, marks
// its cells on the board. A name is no button: it does nothing, a screen reader reads it as a part of
// its sentence, and no line begins with the full stop after it.
import { element } from '../shared/elements.js';
import { kNine } from '../game/geometry.js';

const kNames = /r([1-9])c([1-9])|(?:(row|column|box) |第)([1-9])([行列宫]?)/g;
const kKinds = { row: 0, 行: 0, column: 1, 列: 1, box: 2, 宫: 2 };

function cellsOf([, row, column, kind, n, ending], { houses }) {
  if (row) return [(Number(row) - 1) * 9 + Number(column) - 1];
  return houses[kKinds[kind ?? ending] * 9 + Number(n) - 1] ?? [];
}

// Returns the nodes of the text. The names can have the focus unless `isPast` is true: a card has
// many sentences, and the way through them with Tab would be long.
export function namedNodes(text, isPast = false, geometry = kNine) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(kNames)) {
    const lit = cellsOf(found, geometry);
    if (lit.length === 0) continue;
    nodes.push(text.slice(end, found.index), element('span', { className: 'name', data: { cells: lit.join() }, tabIndex: isPast ? -1 : 0 }, found[0]));
    end = found.index + found[0].length;
  }
  return [...nodes, text.slice(end)];
}

// Calls onLight(cells) when the player points at a name inside of `root`, and onLight([]) after it.
export function followNames(root, onLight) {
  for (const [on, off] of [['pointerover', 'pointerout'], ['focusin', 'focusout']]) {
    root.addEventListener(on, ({ target }) => target.matches('.name') && onLight(target.dataset.cells.split(',').map(Number)));
    root.addEventListener(off, ({ target }) => target.matches('.name') && onLight([]));
  }
}

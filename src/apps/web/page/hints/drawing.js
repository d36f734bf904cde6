// @ts-check
// What a hint draws under the digits of the board: the links of chains, the rays of digits, and
// crosses on excluded cells. The unit is a cell.
import { columnOf, rowOf } from '../game/geometry.js';
import { shape } from '../shared/elements.js';

const kInset = 0.04;     // of the candidates in a cell, as in hints.css
const kRadius = 0.15;    // of a candidate; a link ends there
const kBend = 0.14;      // of a link: the height of the bow by its length
const kHead = 0.13;      // the length of an arrow head
const kMany = 24;        // more links than this are thinner

// The place of a candidate, or of the middle of the cell.
function placeOf({ cell, digit }) {
  const at = digit ? digit - 1 : 4;
  const inCell = (third) => kInset + ((1 - 2 * kInset) * (third + 0.5)) / 3;
  return [columnOf(cell) + inCell(at % 3), rowOf(cell) + inCell(Math.floor(at / 3))];
}
const middleOf = (cell) => [columnOf(cell) + 0.5, rowOf(cell) + 0.5];

const fixed = (point) => point.map((value) => value.toFixed(3)).join(' ');

// A bow from candidate to candidate, with an arrow head. It leaves and arrives in the direction of
// the middle of the bow.
function linkOf({ from, to, isStrong, isNow }) {
  const a = placeOf(from);
  const b = placeOf(to);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = from.cell === to.cell ? 0 : Math.min(kBend * length, 0.5);
  const top = [(a[0] + b[0]) / 2 - (dy / length) * bend * 2, (a[1] + b[1]) / 2 + (dx / length) * bend * 2];
  const towards = (point, by) => {
    const far = Math.hypot(top[0] - point[0], top[1] - point[1]) || 1;
    const cut = Math.min(by, far * 0.6);
    return [point[0] + ((top[0] - point[0]) / far) * cut, point[1] + ((top[1] - point[1]) / far) * cut];
  };
  const end = towards(b, kRadius);
  const neck = towards(b, kRadius + kHead);
  const side = [(end[1] - neck[1]) * 0.45, (neck[0] - end[0]) * 0.45];
  const className = [isStrong ? 'strong' : 'weak', !isNow && 'past'].filter(Boolean).join(' ');
  return [
    shape('path', { class: `link ${className}`, d: `M${fixed(towards(a, kRadius))}Q${fixed(top)} ${fixed(neck)}` }),
    shape('path', { class: `head ${className}`, d: `M${fixed(end)}L${fixed([neck[0] + side[0], neck[1] + side[1]])} ${fixed([neck[0] - side[0], neck[1] - side[1]])}Z` }),
  ];
}

function rayOf({ from, to }) {
  const [x1, y1] = middleOf(from);
  const [x2, y2] = middleOf(to);
  return shape('line', { class: 'ray', x1, y1, x2, y2 });
}

function crossOf(cell) {
  const [x, y] = middleOf(cell);
  const arm = 0.16;
  return shape('path', { class: 'cross', d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}` });
}

// `picture`: see pictureOf() in hint_steps.js, or null for nothing.
// `size`: the number of rows of the board.
export function draw(root, picture, size) {
  root.setAttribute('viewBox', `0 0 ${size} ${size}`);
  root.classList.toggle('many', picture !== null && picture.links.length > kMany);
  root.replaceChildren(...(picture ? [...picture.rays.map(rayOf), ...picture.crossed.map(crossOf), ...picture.links.flatMap(linkOf)] : []));
}

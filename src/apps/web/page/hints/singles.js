// @ts-check
// Why a digit goes into a cell: the digits on the board that exclude the other places of the digit,
// or the other digits of the cell. This module uses neither the page nor the engine.
import { columnOf, kNine, rowOf } from '../game/geometry.js';

const isHiddenSingle = (technique) => technique.startsWith('hidden single');

// The stages in which a hint leads to the digit of a step:
// - 'house': the house to search, and the digit if the step is a hidden single
// - 'where': the cell to think about
// - 'block': the digits on the board that exclude others
// - 'cell': the cell and its digit
export function stagesOfSingle({ technique, houses: of }) {
  if (isHiddenSingle(technique)) return ['house', 'block', 'cell'];
  if (technique === 'naked single') return ['where', 'block', 'cell'];
  return [of.length ? 'house' : 'where', 'cell'];
}

// A ray leads along a row or a column as far as it can, or from a cell to another one of its box.
function raysOf(from, covered) {
  const rays = new Map();
  for (const to of covered) {
    const line = rowOf(to) === rowOf(from) ? 'row' : columnOf(to) === columnOf(from) ? 'column' : to;
    const side = `${line}${Math.sign(to - from)}`;
    const before = rays.get(side);
    if (!before || Math.abs(to - from) > Math.abs(before.to - from)) rays.set(side, { from, to });
  }
  return [...rays.values()];
}

// For a hidden single. Returns:
// - blockers: the cells that hold the digit and exclude places, as few as possible
// - rays: { from, to }: from the blockers to the places
// - crossed: the places that they exclude
// - others: the empty cells of the house that an earlier step excludes
function whyHidden({ houses: [house], placement: { cell, digit } }, digits, { cells, houses, peers }) {
  const open = houses[house].filter((each) => each !== cell && digits[each] === 0);
  const holders = cells.filter((each) => digits[each] === digit);
  const reach = (holder, places) => places.filter((place) => peers[holder].includes(place));
  let left = open;
  const found = { blockers: [], rays: [], crossed: [], others: [] };
  for (;;) {
    const best = holders.reduce((a, b) => (reach(b, left).length > reach(a, left).length ? b : a), holders[0]);
    const covered = best === undefined ? [] : reach(best, left);
    if (covered.length === 0) break;
    found.blockers.push(best);
    found.rays.push(...raysOf(best, reach(best, open)));
    found.crossed.push(...covered);
    left = left.filter((place) => !covered.includes(place));
  }
  return { ...found, others: left };
}

// For a naked single: one blocker for each digit that the cell sees, and the digits that an earlier
// step excludes as `others`.
function whyNaked({ placement: { cell, digit } }, digits, { peers, size }) {
  const found = { blockers: [], rays: [], crossed: [], others: [] };
  for (let other = 1; other <= size; ++other) {
    if (other === digit) continue;
    const blocker = peers[cell].find((peer) => digits[peer] === other);
    if (blocker === undefined) found.others.push(other);
    else found.blockers.push(blocker);
  }
  found.rays = raysOf(cell, found.blockers).map(({ to }) => ({ from: to, to: cell }));
  return found;
}

export const whyOf = (step, digits, geometry = kNine) => (isHiddenSingle(step.technique) ? whyHidden : whyNaked)(step, digits, geometry);

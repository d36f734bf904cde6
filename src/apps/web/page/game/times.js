// @ts-check
// The best times of each level. Only generated puzzles that are solved for the first time count.
// Each entry includes the number of hints.
import { kLevels } from './game.js';

const kKey = 'dokumill.times';
const kKept = 5;

const isTime = (entry) => Number.isFinite(entry?.elapsed) && Number.isSafeInteger(entry?.hints) && Number.isFinite(entry?.when);

const best = (list) => list.sort((a, b) => a.elapsed - b.elapsed).slice(0, kKept);

// level -> entries { elapsed (ms, with penalties), hints, when (ms since 1970) }, best first.
export function bestTimes(store) {
  const saved = store.read(kKey);
  return Object.fromEntries(kLevels.map((level) => [level, [saved?.[level]].flat().filter(isTime).slice(0, kKept)]));
}

// Adds the times of another store. An entry that is in both stays once.
export function addTimes(store, other) {
  const times = bestTimes(store);
  const others = bestTimes(other);
  const isIn = (list, entry) => list.some(({ elapsed, when }) => elapsed === entry.elapsed && when === entry.when);
  store.write(kKey, Object.fromEntries(kLevels.map((level) =>
    [level, best([...times[level], ...others[level].filter((entry) => !isIn(times[level], entry))])])));
}

// Adds the game to the list of its level. Returns its place in the list, from 1, or 0 if the game
// is not in the list.
export function recordTime(store, game, when) {
  if (game.source !== 'made' || game.isReplay || !kLevels.includes(game.level)) return 0;
  const times = bestTimes(store);
  const entry = { elapsed: game.elapsed, hints: game.hints, when };
  const list = best([...times[game.level], entry]);
  store.write(kKey, { ...times, [game.level]: list });
  return list.indexOf(entry) + 1;
}

export const forgetTimes = (store) => store.remove(kKey);

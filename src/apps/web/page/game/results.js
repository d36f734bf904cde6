// @ts-check
// Stores the result of each generated puzzle that was solved for the first time. The results are
// used for comparisons and for the streak of days.
import { kLevels } from './game.js';

const kKey = 'dokumill.results';
const kOld = 'dokumill.results.old';
const kKept = 1000;  // the newest results are objects; the older ones, without a limit, are rows
const kDay = 86400000;  // ms
const kWeek = 7;        // days

const isResult = (entry) => kLevels.includes(entry?.level) && Number.isFinite(entry.elapsed) && Number.isFinite(entry.when);

const rowOf = ({ level, elapsed, hints, when, daily = '' }) => [kLevels.indexOf(level), elapsed, hints, when, daily];
function entryOf(row) {
  if (!Array.isArray(row)) return null;
  const [level, elapsed, hints, when, daily] = row;
  return { level: kLevels[level], elapsed, hints, when, ...(daily && { daily }) };
}

// The results by time. Of two results of one game or of one day, the earlier one stays.
function united(entries) {
  const ofGame = new Map();
  for (const entry of entries.filter(isResult).sort((a, b) => a.when - b.when)) {
    const game = entry.daily ?? `${entry.level} ${entry.elapsed} ${entry.when}`;
    if (!ofGame.has(game)) ofGame.set(game, entry);
  }
  return [...ofGame.values()];
}

export const resultsIn = (store) => united([...[store.read(kOld)].flat().map(entryOf), ...[store.read(kKey)].flat()]);

function keep(store, results) {
  const old = results.slice(0, -kKept);
  if (old.length) store.write(kOld, old.map(rowOf));
  store.write(kKey, results.slice(-kKept));
}

export const isSolvedDaily = (store, day) => resultsIn(store).some(({ daily }) => daily === day);

// The number of the local day. Consecutive days have consecutive numbers, also when daylight saving
// time begins or ends.
function dayOf(when) {
  const date = new Date(when);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / kDay);
}

// The number of days in a row with a solved puzzle, up to the day of `now`. The row of yesterday
// counts until the end of today. One day of seven may be left out.
export function streakOf(results, now) {
  const days = new Set(results.map(({ when }) => dayOf(when)));
  let streak = 0;
  let left = Infinity;  // the day that was left out
  for (let day = dayOf(now) - (days.has(dayOf(now)) ? 0 : 1); ; --day) {
    if (days.has(day)) ++streak;
    else if (streak && days.has(day - 1) && left - day >= kWeek) left = day;
    else return streak;
  }
}

// Adds the game, and returns { games, average, place, streak }: the number of earlier games of its
// level, their average time (ms; null without an earlier game), the place of the game among all of
// them by time, from 1, and the streak of days. Returns null if
// the game does not count.
export function recordResult(store, { source, isReplay, level, elapsed, hints, daily }, when) {
  if (source !== 'made' || isReplay || !kLevels.includes(level)) return null;
  const results = resultsIn(store);
  const earlier = results.filter((entry) => entry.level === level);
  const average = earlier.length ? earlier.reduce((sum, entry) => sum + entry.elapsed, 0) / earlier.length : null;
  const all = [...results, { level, elapsed, hints, when, ...(daily && { daily }) }];
  keep(store, all);
  const place = 1 + earlier.filter((entry) => entry.elapsed <= elapsed).length;
  return { games: earlier.length, average, place, streak: streakOf(all, when) };
}

// Adds the results of another store. Returns the number of new results.
export function addResults(store, other) {
  const before = resultsIn(store);
  const all = united([...before, ...resultsIn(other)]);
  keep(store, all);
  return all.length - before.length;
}

export function forgetResults(store) {
  store.remove(kKey);
  store.remove(kOld);
}

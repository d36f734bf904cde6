// @ts-check
// Statistics of the solved puzzles (results.js). This module uses neither the page nor the engine.
const kRecent = 10;
const kWeeks = 12;
const kWeek = 7 * 86400000;  // ms

const average = (times) => (times.length ? times.reduce((sum, time) => sum + time, 0) / times.length : null);

// Summarizes results: the number of games, and the best time, the average time and the average time
// of the last kRecent games, in ms. Without games, the times are null.
export function summaryOfTimes(results) {
  const times = results.map(({ elapsed }) => elapsed);
  return {
    games: times.length,
    best: times.length ? Math.min(...times) : null,
    average: average(times),
    recent: average(times.slice(-kRecent)),
  };
}

// The last twelve weeks, oldest first: { start (ms since 1970), games, average (ms or null) }. The
// last week ends at the end of the local day of `now`.
export function weeksOf(results, now) {
  const end = new Date(now).setHours(24, 0, 0, 0);
  return [...Array(kWeeks).keys()].map((week) => {
    const start = end - (kWeeks - week) * kWeek;
    const here = results.filter(({ when }) => when >= start && when < start + kWeek);
    return { start, games: here.length, average: average(here.map(({ elapsed }) => elapsed)) };
  });
}

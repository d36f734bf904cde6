// @ts-check
// The puzzle of the day. Its level and seed come from the date, so all players with the same
// version of dokumill get the same puzzle, without a network.
const kLevelOfDay = ['expert', 'easy', 'easy', 'medium', 'medium', 'hard', 'hard'];  // from Sunday on

// The daily puzzle of a local date: { day: "2026-11-23", level, seed: "20261123" }.
export function dailyOf(date) {
  const two = (number) => String(number).padStart(2, '0');
  const parts = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())];
  return { day: parts.join('-'), level: kLevelOfDay[date.getDay()], seed: parts.join('') };
}

export const isDay = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

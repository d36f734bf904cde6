// @ts-check
// Measures play time in ms, as a sum of differences of a monotonic clock. The caller passes the
// current time, so tests can choose it.
export const kPenalty = 5000;  // ms that each hint adds to the time

// A gap between two calls of advance() that is longer than this (ms) means that the machine was
// asleep. Such a gap does not count as play time.
const kLongestGap = 20000;

export class Clock {
  #seen = null;

  constructor(played = 0) {
    this.played = played;
  }
  get isRunning() {
    return this.#seen !== null;
  }
  start(now) {
    this.#seen ??= now;
  }
  // Call advance() about once a second while the clock runs, and before reading `played`.
  advance(now) {
    if (!this.isRunning) return;
    const gap = now - this.#seen;
    if (gap > 0 && gap <= kLongestGap) this.played += gap;
    this.#seen = now;
  }
  stop(now) {
    this.advance(now);
    this.#seen = null;
  }
}

// Formats a time as "7:05", and a time of an hour or more as "1:02:03".
export function formatTime(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

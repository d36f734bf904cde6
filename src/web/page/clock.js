// Play time as a sum of differences of a monotonic clock. The caller says what time it is, so that tests can.
export const kPenalty = 5000;  // ms a hint costs

// No advance() for so long means that the machine slept: that time was not played.
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
  // Call it about once a second while the clock runs, and before reading `played`.
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

// "7:05", from an hour on "1:02:03".
export function formatTime(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

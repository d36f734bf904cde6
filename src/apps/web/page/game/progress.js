// @ts-check
// The player's progress as one file: the games, results, best times and settings of a browser. A file
// that is added to another browser takes nothing away there.
import { Game } from './game.js';
import { addLearned } from './learned.js';
import { addResults } from './results.js';
import { addTimes } from './times.js';

const kPrefix = 'dokumill.';
const kGame = 'dokumill.game.';
const kSettings = 'dokumill.settings';

/** @returns {string} JSON */
export function progressFile(store) {
  const entries = store.keys().filter((key) => key.startsWith(kPrefix)).map((key) => [key, store.read(key)]);
  return JSON.stringify({ dokumill: 'progress', version: 1, entries: Object.fromEntries(entries) });
}

function isGame(id, value) {
  try {
    return Game.restore({ ...value, id }) !== null;
  } catch {
    return false;
  }
}

// Adds the games and results of a file. A game that is in both stays as it was changed last. Returns
// the number of games and results that were added, or null if the text is not such a file.
export function addProgress(store, text) {
  let entries = null;
  try {
    const file = JSON.parse(text);
    if (file.dokumill === 'progress') ({ entries } = file);
  } catch {
    // another file
  }
  if (entries === null || typeof entries !== 'object') return null;
  let games = 0;
  for (const [key, game] of Object.entries(entries)) {
    if (!key.startsWith(kGame) || !isGame(key.slice(kGame.length), game) || (store.read(key)?.saved ?? -1) >= (game.saved ?? 0)) continue;
    store.write(key, game);
    ++games;
  }
  const other = { read: (key) => entries[key] ?? null };
  addTimes(store, other);
  addLearned(store, other);
  if (store.read(kSettings) === null && entries[kSettings]) store.write(kSettings, entries[kSettings]);
  return { games, results: addResults(store, other) };
}

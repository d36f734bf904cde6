// @ts-check
// The player's progress in the lessons: the name of a technique -> a mask of the positions in which
// the player has found it.
const kKey = 'dokumill.learned';
const kMost = 255;

const progressIn = (store) => Object.fromEntries(Object.entries(Object(store.read(kKey))).filter(([, mask]) => Number.isInteger(mask) && mask >= 0 && mask <= kMost));

export const foundIn = (store, name) => progressIn(store)[name] ?? 0;

function add(store, more) {
  const all = progressIn(store);
  for (const [name, mask] of Object.entries(more)) all[name] = (all[name] ?? 0) | mask;
  store.write(kKey, all);
}
export const recordFound = (store, name, position) => add(store, { [name]: 1 << position });
// Adds the progress of another store.
export const addLearned = (store, other) => add(store, progressIn(other));

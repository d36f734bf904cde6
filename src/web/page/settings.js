// The player's settings, kept in the store. The first choice of each setting is its default. The
// default also replaces a stored value that is not one of the choices.
import { kLevels } from './game.js';

const kKey = 'dokumill.settings';
export const kSettings = {
  language: ['auto', 'en', 'zh'],
  theme: ['system', 'light', 'dark'],
  highContrast: [false, true],
  level: kLevels,
  mistakes: ['rules', 'off', 'solution'],
  hints: ['explained', 'at-once'],
  entry: ['cell', 'digit'],
  removesNotes: [true, false],
  showsHouses: [true, false],
  showsSame: [true, false],
  showsTimer: [true, false],
};

export class Settings {
  #store;

  constructor(store) {
    this.#store = store;
    const saved = store.read(kKey);
    for (const [name, choices] of Object.entries(kSettings)) {
      this[name] = choices.includes(saved?.[name]) ? saved[name] : choices[0];
    }
  }
  set(name, value) {
    this[name] = value;
    this.#store.write(kKey, this);
  }
}

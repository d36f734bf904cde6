// @ts-check
// The player's settings, kept in the store. The first choice of each setting is its default. The
// default also replaces a stored value that is not one of the choices.
import { kChoices } from '../game/game.js';

const kKey = 'dokumill.settings';
/** @type {Record<string, any[]>} */
export const kSettings = {
  language: ['auto', 'en', 'zh'],
  theme: ['system', 'light', 'dark'],
  highContrast: [false, true],
  level: kChoices,
  mistakes: ['rules', 'off', 'solution'],
  mistakeLimit: ['off', '1', '3', '5'],
  hints: ['explained', 'at-once'],
  entry: ['cell', 'digit'],
  autoNotes: [false, true],
  moreMarks: [false, true],
  sound: [false, true],
  vibration: [false, true],
  removesNotes: [true, false],
  showsHouses: [true, false],
  showsSame: [true, false],
  showsTimer: [true, false],
};

export class Settings {
  // One field for each setting in kSettings.
  language; theme; highContrast; level; mistakes; mistakeLimit; hints; entry; autoNotes; moreMarks; sound; vibration; removesNotes; showsHouses;
  showsSame; showsTimer;
  #store;
  #unsaved = {};  // name -> value that could not be stored

  constructor(store) {
    this.#store = store;
    for (const [name, [first]] of Object.entries(kSettings)) this[name] = first;
    this.reload();
  }
  // Reads what another tab may have stored. A setting that could not be stored keeps its value.
  reload() {
    const saved = this.#store.read(kKey);
    for (const [name, choices] of Object.entries(kSettings)) {
      if (!(name in this.#unsaved) && choices.includes(saved?.[name])) this[name] = saved[name];
    }
  }
  set(name, value) {
    this.reload();
    this[name] = value;
    this.#unsaved[name] = value;
    if (this.#store.write(kKey, this)) this.#unsaved = {};
  }
  // Calls onChange(isOtherLanguage) when another tab has changed the settings.
  follow(onChange) {
    window.addEventListener('storage', ({ key }) => {
      if (key !== kKey) return;
      const { language } = this;
      this.reload();
      onChange(this.language !== language);
    });
  }
}

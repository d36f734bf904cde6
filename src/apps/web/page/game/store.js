// @ts-check
// Stores games, settings and best times in localStorage, and the id of this tab's game in
// sessionStorage.
//
// The storage can be off, full or hold invalid data. Then read() returns null and write() returns
// false. A value that could not be written stays in the memory of this tab, and read() returns it.
//
// A game belongs to one tab at a time. The tab holds a lock with the name of the game, so two tabs
// never write the same game. A browser without navigator.locks has no such protection.
import { Game, newId } from './game.js';

const kGame = 'dokumill.game.';
const kTab = 'dokumill.tab';
const kGamesKept = 12;  // limit for games that are finished or not begun; other games are kept
const kReloadPatience = 300;  // ms to wait after a reload until the previous page releases its game

// What `action` returns, or `otherwise` if the storage refuses it or its data are invalid.
/** @type {(action: () => any, otherwise?: any) => any} */
function attempt(action, otherwise = null) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export class Store {
  #local = attempt(() => window.localStorage);
  #session = attempt(() => window.sessionStorage);
  #held = null;  // id of the game whose lock this tab holds, or null
  /** @type {(value?: any) => void} */
  #release = () => {};
  /** @type {Map<string, string>} key -> text that could not be written */
  #unsaved = new Map();
  #known = new Map();  // key -> the entry of games() and the text from which it was made

  /** @type {(isLosing: boolean) => void} called when a value could not be written, and when none is left */
  onUnsaved = () => {};

  read(key) {
    return attempt(() => JSON.parse(this.#textOf(key)));
  }
  #textOf(key) {
    return this.#unsaved.get(key) ?? attempt(() => this.#local.getItem(key));
  }
  write(key, value) {
    const text = JSON.stringify(value);
    const isSaved = attempt(() => {
      this.#local.setItem(key, text);
      return true;
    }, false);
    this.#setUnsaved(key, isSaved ? null : text);
    return isSaved;
  }
  remove(key) {
    attempt(() => this.#local.removeItem(key));
    this.#setUnsaved(key, null);
  }
  keys() {
    return [...new Set([...attempt(() => Object.keys(this.#local), []), ...this.#unsaved.keys()])];
  }
  #setUnsaved(key, text) {
    if (text !== null) this.#unsaved.set(key, text);
    else if (!this.#unsaved.delete(key)) return;
    this.onUnsaved(this.#unsaved.size > 0);
  }

  // `when`: the time of the last change; a game that was removed gets its former time again.
  saveGame(game, when = Date.now()) {
    return this.write(kGame + game.id, { ...game.toJSON(), saved: when });
  }
  removeGame({ id }) {
    this.remove(kGame + id);
  }
  // The stored game, or null if it cannot be read.
  load(id) {
    return attempt(() => Game.restore({ ...this.read(kGame + id), id }));
  }
  // The stored games, newest first: { id, game, when }, to be read only. `game` is null if the stored value cannot
  // be read, and `when` (ms since 1970) is the time of the last change.
  games() {
    return this.keys().filter((key) => key.startsWith(kGame)).map((key) => this.#entryOf(key)).sort((a, b) => b.when - a.when);
  }
  // Restores a game only if its text has changed, because hundreds of games can be saved.
  #entryOf(key) {
    const text = this.#textOf(key);
    if (this.#known.get(key)?.text !== text) {
      const id = key.slice(kGame.length);
      this.#known.set(key, { text, id, when: Number(this.read(key)?.saved) || 0, game: this.load(id) });
    }
    return this.#known.get(key);
  }
  // The ids of the games that other tabs have open.
  async openElsewhere() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const ids = held.filter(({ name }) => name.startsWith(kGame)).map(({ name }) => name.slice(kGame.length));
    return new Set(ids.filter((id) => id !== this.#held));
  }
  // Claims the game for this tab and releases the previous game. If another tab holds the game,
  // gives the game a new id.
  async adopt(game) {
    if (this.#held !== game.id) {
      this.#release();
      while (!(await this.#claim(game.id))) game.id = newId();
    }
    // Without sessionStorage, a reload is treated as a new tab.
    attempt(() => this.#session.setItem(kTab, game.id));
  }
  // Returns the saved game to continue as { game, isReload, isBroken }. `game` is null if no game
  // can be continued. `isBroken` is true if a game that would have been chosen before `game` cannot
  // be read.
  async findGame() {
    const own = attempt(() => this.#session.getItem(kTab));
    let isBroken = false;
    if (own && attempt(() => this.#local.getItem(kGame + own)) !== null) {
      // A duplicated tab has the same game id as the original tab, so it continues with a copy.
      const game = this.load(own);
      if (game && !(await this.#claim(own, kReloadPatience))) game.id = newId();
      if (game) return { game, isReload: true, isBroken };
      isBroken = true;
    }
    for (const { id, game } of this.games()) {
      if (!game) isBroken = true;
      else if (!game.isDone && (await this.#claim(id))) return { game: this.load(id), isReload: false, isBroken };
    }
    return { game: null, isReload: false, isBroken };
  }
  // Removes games that cannot be read. Of the games that are finished or not begun, only the newest
  // kGamesKept stay.
  prune() {
    let others = 0;
    for (const { id, game } of this.games()) {
      if (!game || (!game.isBegun && ++others > kGamesKept)) this.remove(kGame + id);
    }
  }

  #claim(id, patience = 0) {
    if (!navigator.locks) return Promise.resolve(true);
    const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    return new Promise((resolve) => {
      navigator.locks.request(kGame + id, options, (lock) => {
        resolve(lock !== null);
        if (lock === null) return null;
        this.#held = id;
        return new Promise((release) => {
          this.#release = release;
        });
      }).catch((error) => resolve(error.name !== 'TimeoutError'));
    });
  }
}

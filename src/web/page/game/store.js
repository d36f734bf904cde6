// @ts-check
// Stores games, settings and best times in localStorage, and the id of this tab's game in
// sessionStorage.
//
// The storage can be off, full or hold invalid data. Then read() returns null and write() returns
// false.
//
// A game belongs to one tab at a time. The tab holds a lock with the name of the game, so two tabs
// never write the same game. A browser without navigator.locks has no such protection.
import { Game, newId } from './game.js';

const kGame = 'dokumill.game.';
const kTab = 'dokumill.tab';
const kGamesKept = 12;  // limit for games that are finished or not begun; other games are kept
const kReloadPatience = 300;  // ms to wait after a reload until the previous page releases its game

/** @type {(name: string) => any} */
function storageNamed(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}

export class Store {
  #local = storageNamed('localStorage');
  #session = storageNamed('sessionStorage');
  #held = null;  // id of the game whose lock this tab holds, or null
  /** @type {(value?: any) => void} */
  #release = () => {};

  read(key) {
    try {
      return JSON.parse(this.#local.getItem(key));
    } catch {
      return null;
    }
  }
  write(key, value) {
    try {
      this.#local.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
  remove(key) {
    try {
      this.#local.removeItem(key);
    } catch {
      // Without storage there is nothing to remove.
    }
  }

  saveGame(game) {
    return this.write(kGame + game.id, { ...game.toJSON(), saved: Date.now() });
  }
  removeGame({ id }) {
    this.remove(kGame + id);
  }
  // Stores a game that was removed, with its former time `when`.
  putBack(game, when) {
    return this.write(kGame + game.id, { ...game.toJSON(), saved: when });
  }
  // The stored game, or null if it cannot be read.
  load(id) {
    try {
      return Game.restore({ ...this.read(kGame + id), id });
    } catch {
      return null;
    }
  }
  // The stored games, newest first: { id, game, when }. `game` is null if the stored value cannot
  // be read, and `when` (ms since 1970) is the time of the last change.
  games() {
    let keys = [];
    try {
      keys = Object.keys(this.#local).filter((key) => key.startsWith(kGame));
    } catch {
      // Without storage there are no games.
    }
    return keys.map((key) => ({ id: key.slice(kGame.length), when: Number(this.read(key)?.saved) || 0 }))
      .map(({ id, when }) => ({ id, when, game: this.load(id) }))
      .sort((a, b) => b.when - a.when);
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
    try {
      this.#session.setItem(kTab, game.id);
    } catch {
      // Without sessionStorage, a reload is treated as a new tab.
    }
  }
  // Returns the saved game to continue as { game, isReload, isBroken }. `game` is null if no game
  // can be continued. `isBroken` is true if a game that would have been chosen before `game` cannot
  // be read.
  async findGame() {
    let own = null;
    try {
      own = this.#session.getItem(kTab);
    } catch {
      // Without sessionStorage, a reload is treated as a new tab.
    }
    let isBroken = false;
    if (own && this.#has(own)) {
      // A duplicated tab has the same game id as the original tab, so it continues with a copy.
      const game = this.load(own);
      if (game && !(await this.#claim(own, kReloadPatience))) game.id = newId();
      if (game) return { game, isReload: true, isBroken };
      isBroken = true;
    }
    for (const { id, game } of this.games()) {
      if (!game) isBroken = true;
      else if (!game.isDone && (await this.#claim(id))) return { game, isReload: false, isBroken };
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

  #has(id) {
    try {
      return this.#local.getItem(kGame + id) !== null;
    } catch {
      return false;
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

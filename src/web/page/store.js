// Stores games, settings and best times in localStorage, and the id of this tab's game in
// sessionStorage.
//
// The storage can be off, full or hold invalid data. Then read() returns null and write() returns
// false.
//
// A game belongs to one tab at a time. The tab holds a lock that is named after the game, so two
// tabs never write the same game. A browser without navigator.locks has no such
// protection.
import { newId } from './game.js';

const kGame = 'dokumill.game.';
const kTab = 'dokumill.tab';
const kGamesKept = 12;
const kReloadPatience = 300;  // ms to wait after a reload until the previous page releases its game

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
  removeGame(game) {
    this.remove(kGame + game.id);
  }
  // Claims the game for this tab and releases the previous game. If another tab holds the game,
  // gives it a new id.
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
  // Returns the saved game to continue as { saved, isReload }, or null. `saved` is undefined if
  // this tab's own game cannot be read. `saved` is also undefined if no stored game can be
  // continued and at least one of them cannot be read.
  async findGame() {
    let own = null;
    try {
      own = this.#session.getItem(kTab);
    } catch {
      // Without sessionStorage, a reload is treated as a new tab.
    }
    if (own && this.#has(own)) {
      // A duplicated tab has the same id as the original tab, so it continues with a copy.
      const saved = this.read(kGame + own) ?? undefined;
      if (saved && !(await this.#claim(own, kReloadPatience))) saved.id = newId();
      return { saved, isReload: true };
    }
    const stored = this.#storedGames();
    for (const { id, saved } of stored) {
      if (!saved || saved.isDone === true) continue;
      if (await this.#claim(id)) return { saved, isReload: false };
    }
    return stored.some(({ saved }) => !saved) ? { saved: undefined, isReload: false } : null;
  }
  // Removes games that cannot be read, and all except the newest kGamesKept.
  prune() {
    this.#storedGames().forEach(({ id, saved }, index) => {
      if (!saved || index >= kGamesKept) this.remove(kGame + id);
    });
  }

  #has(id) {
    try {
      return this.#local.getItem(kGame + id) !== null;
    } catch {
      return false;
    }
  }
  // The stored games, newest first. `saved` is null if the stored value is not an object.
  #storedGames() {
    let keys = [];
    try {
      keys = Object.keys(this.#local).filter((key) => key.startsWith(kGame));
    } catch {
      // Without storage there are no games.
    }
    return keys.map((key) => ({ id: key.slice(kGame.length), saved: this.read(key) }))
      .map(({ id, saved }) => ({ id, saved: saved !== null && typeof saved === 'object' ? saved : null }))
      .sort((a, b) => (Number(b.saved?.saved) || 0) - (Number(a.saved?.saved) || 0));
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

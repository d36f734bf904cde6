// What outlives the page: games, settings and best times in localStorage, and which game this tab plays in sessionStorage.
// Every call may meet a storage that is off, full or holds rubbish: reading then gives null, writing false.
// A game belongs to one tab at a time, by a lock of its name, so that two tabs never write one game.
import { newId } from './game.js';

const kGame = 'dokumill.game.';
const kTab = 'dokumill.tab';
const kGamesKept = 12;
const kReloadPatience = 300;  // ms that the page before a reload may take to let go of its game

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
  #held = null;  // id of the game whose lock we have
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
      // There is nothing to remove where there is no storage.
    }
  }

  saveGame(game) {
    return this.write(kGame + game.id, { ...game.toJSON(), saved: Date.now() });
  }
  removeGame(game) {
    this.remove(kGame + game.id);
  }
  // Makes the game this tab's, instead of the one before.
  async adopt(game) {
    if (this.#held !== game.id) {
      this.#release();
      while (!(await this.#claim(game.id))) game.id = newId();
    }
    try {
      this.#session.setItem(kTab, game.id);
    } catch {
      // Without it a reload is taken for a new tab.
    }
  }
  // The saved game to go on with: { saved, isReload }, or null. Stored games that cannot be read come as saved: undefined.
  async findGame() {
    let own = null;
    try {
      own = this.#session.getItem(kTab);
    } catch {
      // No reload can be told from a new tab.
    }
    if (own && this.#has(own)) {
      // A duplicated tab has the id of the other one, too: it goes on with a copy.
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
  // Drops games that cannot be read, and all but the newest.
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
  // Newest first; `saved` is null where it is not even an object.
  #storedGames() {
    let keys = [];
    try {
      keys = Object.keys(this.#local).filter((key) => key.startsWith(kGame));
    } catch {
      // No storage holds no games.
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

// @ts-check
// Keeps what the mill needs across a reload: the id of the job, and the file until its job is over.
//
// The id is in sessionStorage (the job of this tab) and in localStorage (the last job of this
// browser). The file is in IndexedDB, because a page that is reloaded loses the files that the
// player chose. A browser stores a copy of the file, so files above kMostBytes are not kept. If the
// storage is off or full, the id or the file may not be kept.
const kStored = 'dokumill.mill';
const kCommands = ['solve', 'check', 'rate', 'canon', 'dedupe'];
const kStages = ['upload', 'work', 'done'];
const kMostBytes = 64 * 2 ** 20;
const kDay = 86400000;  // ms; keepFile() removes older files

// ---- the id
function storages() {
  return ['sessionStorage', 'localStorage'].map((name) => {
    try {
      return /** @type {Storage} */ (window[name]);
    } catch {
      return null;
    }
  }).filter(Boolean);
}

function read(storage) {
  try {
    const { id, command, name, stage } = JSON.parse(storage.getItem(kStored));
    const isOurs = /^[0-9a-f]{32}$/.test(id) && kCommands.includes(command) && kStages.includes(stage);
    return isOurs ? { id, command, name: String(name), stage } : null;
  } catch {
    return null;  // nothing is stored, or something that is not a job
  }
}

// `stage`: one of kStages.
export function remember({ id, command, name, stage }) {
  for (const storage of storages()) {
    try {
      storage.setItem(kStored, JSON.stringify({ id, command, name, stage }));
    } catch {
      // If the storage is full, a reload loses the job.
    }
  }
}

// Returns the stored job, or null. `isOurs`: it is the job of this tab.
export function remembered() {
  for (const [index, storage] of storages().entries()) {
    const job = read(storage);
    if (job) return { ...job, isOurs: index === 0 };
  }
  return null;
}

// Removes the job with this id. Another tab may have stored its own job meanwhile; that job stays.
export function forget(id) {
  for (const storage of storages()) if (read(storage)?.id === id) storage.removeItem(kStored);
}

// ---- the file
function openBase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('dokumill', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Calls use(store) in a transaction. Returns the result of the request that use() returns, or null
// if the transaction fails.
async function inBase(mode, use) {
  try {
    const base = await openBase();
    const change = base.transaction('files', mode);
    const request = use(change.objectStore('files'));
    return await new Promise((resolve, reject) => {
      change.oncomplete = () => resolve(request.result ?? null);
      change.onabort = () => reject(change.error);
    }).finally(() => base.close());
  } catch {
    return null;
  }
}

// `order`: { file, command, to, compress }
export async function keepFile(id, order) {
  if (order.file.size > kMostBytes) return;
  await inBase('readwrite', (store) => {
    // Remove old files: their tabs were closed before the job ended.
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (!(cursor.value.time > Date.now() - kDay)) cursor.delete();
      cursor.continue();
    };
    return store.put({ ...order, time: Date.now() }, id);
  });
}

export const keptFile = (id) => inBase('readonly', (store) => store.get(id));
export const dropFile = (id) => inBase('readwrite', (store) => store.delete(id));

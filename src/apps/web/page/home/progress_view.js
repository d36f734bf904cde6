// @ts-check
// Saves the player's progress as a file, and adds such a file. A banner stays while the browser does
// not keep what the player does. After some games, the home screen asks once to save the file, if the
// browser may remove what it keeps.
import { addProgress, progressFile } from '../game/progress.js';
import { byId, element } from '../shared/elements.js';
import { t } from '../shared/strings.js';

const kReminded = 'dokumill.reminded';
const kRemindAfter = 10;  // results

// Shows the reminder, if it is time.
export async function remind(store, results) {
  if (results < kRemindAfter || store.read(kReminded) || (await navigator.storage?.persisted?.().catch(() => false))) return;
  byId('remind').hidden = false;
}

function save(store) {
  const href = URL.createObjectURL(new Blob([progressFile(store)], { type: 'application/json' }));
  element('a', { href, download: `dokumill-${new Date().toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

// Calls onAdded() after a file was added.
export function setUpProgress(store, play, onAdded) {
  store.onUnsaved = (isLosing) => { byId('unsaved').hidden = !isLosing; };
  for (const id of ['unsaved-save', 'progress-save', 'remind-save']) {
    byId(id).addEventListener('click', () => {
      play.save();
      save(store);
    });
  }
  for (const id of ['progress-save', 'remind-save', 'remind-close']) {
    byId(id).addEventListener('click', () => {
      store.write(kReminded, true);
      byId('remind').hidden = true;
    });
  }
  byId('progress-file').addEventListener('change', async ({ target }) => {
    const added = addProgress(store, await target.files[0].text());
    target.value = '';
    byId('progress-message').textContent = t(added ? 'progress.added' : 'progress.wrong', added ?? {});
    byId('progress-message').className = added ? 'quiet' : 'bad';
    if (added) onAdded();
  });
}

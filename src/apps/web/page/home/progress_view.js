// @ts-check
// Saves the player's progress as a file, and adds such a file. A banner stays while the browser does
// not keep what the player does.
import { addProgress, progressFile } from '../game/progress.js';
import { byId, element } from '../shared/elements.js';
import { t } from '../shared/strings.js';

function save(store) {
  const href = URL.createObjectURL(new Blob([progressFile(store)], { type: 'application/json' }));
  element('a', { href, download: `dokumill-${new Date().toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

// Calls onAdded() after a file was added.
export function setUpProgress(store, play, onAdded) {
  store.onUnsaved = (isLosing) => { byId('unsaved').hidden = !isLosing; };
  for (const id of ['unsaved-save', 'progress-save']) {
    byId(id).addEventListener('click', () => {
      play.save();
      save(store);
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

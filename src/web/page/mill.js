// The mill: sends a file of puzzles to the server, which runs a command over it, and watches the
// job. mill_card.js shows the job.
//
// A job outlives the page: its id is stored, and a page that was reloaded shows the job again. Only
// the upload needs the page, so the browser asks before it leaves the page meanwhile.
import * as api from './api.js';
import { byId } from './elements.js';
import { MillCard } from './mill_card.js';
import { t } from './strings.js';

const kPoll = 250;          // ms between two requests for the state of a running job
const kKeepAlive = 120000;  // ms between two requests that make the server keep a finished job
const kStored = 'dokumill.mill';

const kOver = ['done', 'failed', 'cancelled'];
// The formats that a command cannot write.
const kUnfit = { check: ['line', 'grid', 'csv', 'jsonl', 'parquet'], rate: ['line', 'grid'] };

let job = null;  // { id, upload (AbortController, or null), state, isCancelled }, or null
let card = null;

const isOver = (mine) => mine.isCancelled || kOver.includes(mine.state?.state);

function say(key, values = {}, tone = 'bad') {
  byId('mill-message').className = tone;
  byId('mill-message').textContent = key ? t(key, values) : '';
}

function sayFailure(error) {
  say(error.code === 'busy' ? 'mill.busy' : api.failureKey(error), error);
}

// ---- the stored job: that of this tab, or the last one of this browser
const storages = () => ['sessionStorage', 'localStorage'].map((name) => {
  try {
    return window[name];
  } catch {
    return null;
  }
}).filter(Boolean);

function remember(mine, isUploaded) {
  for (const storage of storages()) {
    try {
      storage.setItem(kStored, JSON.stringify({ id: mine.id, isUploaded }));
    } catch {
      // Without room, a reload loses the job.
    }
  }
}

function forget() {
  for (const storage of storages()) storage.removeItem(kStored);
}

function stored() {
  for (const storage of storages()) {
    try {
      const { id, isUploaded } = JSON.parse(storage.getItem(kStored));
      if (/^[0-9a-f]{32}$/.test(id)) return { id, isUploaded: isUploaded === true };
    } catch {
      // Nothing, or nothing of ours, is stored here.
    }
  }
  return null;
}

// ---- a job
async function start(file) {
  if (job && !isOver(job)) {
    say('mill.running');
    return;
  }
  if (job && !job.isCancelled) api.cancelMill(job.id).catch(() => {});
  say(null);
  const mine = { id: null, upload: new AbortController(), state: null, isCancelled: false };
  job = mine;
  try {
    ({ job: mine.id } = await api.startMill({
      name: file.name,
      command: byId('mill-command').value,
      to: byId('mill-to').value,
      compress: byId('mill-compress').value,
    }));
  } catch (error) {
    job = null;
    sayFailure(error);
    return;
  }
  remember(mine, false);
  const watching = watch(mine);
  try {
    show(mine, await api.feedMill(mine.id, file, mine.upload.signal));
  } catch (error) {
    // If the server still responds, watch() shows the state of the job, which includes the reason
    // for its end. Only otherwise is this error shown.
    mine.upload = null;
    await watching;
    if (!isOver(mine)) {
      mine.isCancelled = true;
      sayFailure(error);
    }
  }
  mine.upload = null;
}

async function watch(mine) {
  while (job === mine && !mine.isCancelled) {
    try {
      show(mine, await api.millState(mine.id));
    } catch (error) {
      if (!isOver(mine)) sayFailure(error);
      mine.isCancelled = true;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, isOver(mine) ? kKeepAlive : kPoll));
  }
}

function show(mine, state) {
  if (job !== mine || isOver(mine)) return;
  if (mine.state?.state !== 'running' && state.state === 'running') remember(mine, true);
  mine.state = state;
  card.update(state, api.millOutput(mine.id));
  if (state.state === 'done') remember(mine, true);
  else if (isOver(mine)) forget();
}

async function cancel() {
  const mine = job;
  if (!mine?.state || isOver(mine)) return;
  card.update({ ...mine.state, state: 'cancelled' });
  mine.isCancelled = true;
  mine.upload?.abort();
  forget();
  await api.cancelMill(mine.id).catch(() => {});
}

// Shows the job that the page had before it was reloaded.
async function resume() {
  const before = stored();
  if (!before) return;
  const mine = { id: before.id, upload: null, state: null, isCancelled: false };
  job = mine;
  try {
    const state = await api.millState(mine.id);
    if (job !== mine) return;
    show(mine, state);
  } catch (error) {
    if (job !== mine) return;
    job = null;
    if (error.code !== 'no_job') return;
    forget();
    if (!before.isUploaded) say('mill.lost');
    return;
  }
  watch(mine);
}

// ---- the form
function fitOptions() {
  const unfit = kUnfit[byId('mill-command').value] ?? [];
  const to = byId('mill-to');
  for (const option of to.options) option.disabled = unfit.includes(option.value);
  // What a command writes if no format is chosen.
  const usual = to.options[0];
  usual.dataset.t = { check: 'mill.to.words', rate: 'mill.to.rated' }[byId('mill-command').value] ?? 'mill.to.same';
  usual.textContent = t(usual.dataset.t);
  if (to.selectedOptions[0].disabled) to.value = 'same';
  const compress = byId('mill-compress');
  compress.disabled = to.value === 'parquet';
  if (compress.disabled) compress.value = 'none';
}

export function setUpMill() {
  card = new MillCard(byId('mill-job'), cancel);
  const drop = byId('mill-drop');
  byId('mill-file').addEventListener('change', ({ target }) => {
    if (target.files[0]) start(target.files[0]);
    target.value = '';
  });
  // A file that is dropped outside the drop zone must not replace the page.
  for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    if (event.dataTransfer.files[0]) start(event.dataTransfer.files[0]);
  });
  byId('mill-form').addEventListener('submit', (event) => event.preventDefault());
  byId('mill-form').addEventListener('change', fitOptions);
  window.addEventListener('beforeunload', (event) => {
    const isUploading = job?.upload && !isOver(job) && job.state?.state !== 'running';
    if (isUploading) event.preventDefault();
  });
}

// Call it when the texts are loaded, and again when their language changes.
let isResumed = false;
export function showMill() {
  fitOptions();
  if (isResumed) {
    card.translate();
    return;
  }
  isResumed = true;
  resume();
}

// @ts-check
// The mill: sends a file of puzzles to the server, which runs a command over it, and watches the
// job. mill_card.js shows the job.
//
// A job outlives the page: its id is stored, and a page that was reloaded shows the job again. Only
// the upload needs the page, so the browser asks before it leaves the page during an upload. If the
// player reloads nevertheless, the upload begins again with the stored file (mill_keep.js). If the
// server lost the job because the server was restarted, a button starts the job again.
import * as api from './api.js';
import { byId } from './elements.js';
import { MillCard } from './mill_card.js';
import { dropFile, forget, keepFile, keptFile, remember, remembered } from './mill_keep.js';
import { t } from './strings.js';

const kPoll = 250;          // ms between two requests for the state of a running job
const kKeepAlive = 120000;  // ms between two requests that make the server keep a finished job
const kRetry = 2000;        // ms until the next request after a failed request

const kOver = ['done', 'failed', 'cancelled'];
// The formats that a command cannot write.
const kUnfit = { check: ['line', 'grid', 'csv', 'jsonl', 'parquet'], rate: ['line', 'grid'] };

/**
 * @typedef {{ file: File, command: string, to: string, compress: string }} Order
 * @typedef {{
 *   id: string | null, order: Order | null, upload: AbortController | null, state: any,
 *   isOver: boolean, command: string, name: string, stage: string, isOurs: boolean,
 *   isDown: boolean, wasDown: boolean
 * }} Job
 * order: null if the page was loaded after the start of the job. stage: 'upload', 'work' or 'done'.
 * isOurs: this tab started the job. isDown: the last request for the state failed. wasDown:
 * the last or an earlier request failed.
 */
/** @type {Job | null} */
let job = null;
/** @type {MillCard} */
let card;

const isOver = (mine) => mine.isOver || kOver.includes(mine.state?.state);

let said = null;  // the message, as [key, values, tone], or null
function say(key, values = {}, tone = 'bad') {
  said = key ? [key, values, tone] : null;
  byId('mill-message').className = tone;
  byId('mill-message').textContent = key ? t(key, values) : '';
}

// `keys`: error code -> key of the message, for codes whose default message does not fit.
function sayFailure(error, keys = {}) {
  const key = { unreachable: 'mill.unreachable', ...keys }[error.code] ?? api.failureKey(error);
  // Screen readers would read the same message aloud again.
  if (said?.[0] !== key) say(key, error);
}

// ---- a job
/** @param {Order} order */
async function start(order) {
  if (job?.state && !isOver(job)) {
    say('mill.running');
    return;
  }
  const before = job;
  // Drops the previous result of this tab, so that the server has room for the new job. A result of
  // another tab stays.
  if (before?.state && before.isOurs && !before.isOver) api.cancelMill(before.id).catch(() => {});
  say(null);
  const { file, command } = order;
  /** @type {Job} */
  const mine = {
    id: null, order, upload: new AbortController(), state: null, isOver: false,
    command, name: file.name, stage: 'upload', isOurs: true, isDown: false, wasDown: false,
  };
  job = mine;
  try {
    ({ job: mine.id } = await api.startMill({ name: file.name, command, to: order.to, compress: order.compress }));
  } catch (error) {
    job = null;
    sayFailure(error, { busy: 'mill.busy' });
    return;
  }
  remember(mine);
  keepFile(mine.id, order);
  if (before?.isOurs) dropFile(before.id);
  watch(mine);
  try {
    show(mine, await api.feedMill(mine.id, file, mine.upload.signal));
  } catch {
    // watch() shows the state of the job, which includes the reason for its end.
  }
  mine.upload = null;
}

async function watch(mine) {
  while (job === mine && !mine.isOver) {
    let pause = kPoll;
    try {
      const state = await api.millState(mine.id);
      // True if the server waits for a file that this tab does not send: the page was reloaded
      // before it sent the first byte, or the file cannot be read. Also true if `state` is out of
      // date: the server sent it before its answer to the upload, but it arrived after this answer.
      // In that case, isOver() is true, and the job is not lost.
      const isUnsent = state.state === 'waiting' && mine.isOurs && mine.stage === 'upload' && !mine.upload;
      if (isUnsent && !isOver(mine)) {
        api.cancelMill(mine.id).catch(() => {});
        await lose(mine);
        return;
      }
      show(mine, state);
      if (mine.isDown) say(null);
      mine.isDown = false;
      if (isOver(mine)) pause = kKeepAlive;
    } catch (error) {
      if (job !== mine || mine.isOver) return;
      if (error.code === 'no_job') {
        await lose(mine);
        return;
      }
      // All other errors may be temporary: the server restarts or is busy, or the player is leaving
      // the page.
      sayFailure(error);
      mine.isDown = true;
      mine.wasDown = true;
      pause = kRetry;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function show(mine, state) {
  if (job !== mine || isOver(mine)) return;
  // The server drops a job whose upload ends too early, and a job that another page cancels. The
  // next request for such a job gets the error no_job, and lose() handles this error.
  if (state.state === 'cancelled') return;
  mine.state = state;
  const stage = { running: 'work', done: 'done' }[state.state] ?? mine.stage;
  if (stage !== mine.stage) {
    mine.stage = stage;
    remember(mine);
  }
  card.update(state, api.millOutput(mine.id));
  if (!isOver(mine)) return;
  if (state.state !== 'done') forget(mine.id);
  dropFile(mine.id);
}

// The server does not have the job any more: the server was restarted, the page was reloaded before
// the file had arrived, or the result was not fetched in time.
async function lose(mine) {
  mine.isOver = true;
  mine.upload?.abort();
  forget(mine.id);
  const order = mine.order ?? await keptFile(mine.id);
  if (job !== mine) return;
  if (mine.isOurs && mine.order === null && mine.stage === 'upload' && order) {
    await start(order);
    return;
  }
  const isUnread = mine.order && mine.stage === 'upload' && !mine.wasDown;
  say(isUnread ? 'mill.unreadable' : null);
  // Nothing is shown for a lost result of an earlier visit, because the player does not miss it.
  if (mine.stage === 'done' && !mine.state) return;
  card.lose(mine, order && (() => start(order)));
}

async function cancel() {
  const mine = job;
  if (!mine?.state || isOver(mine)) return;
  mine.isOver = true;
  card.update({ ...mine.state, state: 'cancelled' });
  say(null);
  forget(mine.id);
  // Drops the file first, so that no other tab starts the job again.
  await dropFile(mine.id);
  mine.upload?.abort();
  await api.cancelMill(mine.id).catch(() => {});
}

// Shows the job that the page had before it was reloaded.
function resume() {
  const before = remembered();
  if (!before) return;
  job = { ...before, order: null, upload: null, state: null, isOver: false, isDown: false, wasDown: false };
  watch(job);
}

// ---- the form
function fitOptions() {
  const unfit = kUnfit[byId('mill-command').value] ?? [];
  const to = byId('mill-to');
  for (const option of to.options) option.disabled = unfit.includes(option.value);
  // The first option stands for the format that the command writes if no format is chosen.
  const usual = to.options[0];
  usual.dataset.t = { check: 'mill.to.words', rate: 'mill.to.rated' }[byId('mill-command').value] ?? 'mill.to.same';
  usual.textContent = t(usual.dataset.t);
  if (to.selectedOptions[0].disabled) to.value = 'same';
  const compress = byId('mill-compress');
  compress.disabled = to.value === 'parquet';
  if (compress.disabled) compress.value = 'none';
}

function startWith(file) {
  if (!file) return;
  start({ file, command: byId('mill-command').value, to: byId('mill-to').value, compress: byId('mill-compress').value });
}

export function setUpMill() {
  card = new MillCard(byId('mill-job'), cancel);
  const drop = byId('mill-drop');
  byId('mill-file').addEventListener('change', ({ target }) => {
    startWith(target.files[0]);
    target.value = '';
  });
  // A file that is dropped outside the drop zone must not replace the page.
  for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    startWith(event.dataTransfer.files[0]);
  });
  byId('mill-form').addEventListener('submit', (event) => event.preventDefault());
  byId('mill-form').addEventListener('change', fitOptions);
  window.addEventListener('beforeunload', (event) => {
    if (job?.upload && !isOver(job) && job.stage === 'upload') event.preventDefault();
  });
}

// Call showMill() when the texts are loaded, and again when their language changes.
let isResumed = false;
export function showMill() {
  fitOptions();
  if (isResumed) {
    card.translate();
    if (said) say(...said);
    return;
  }
  isResumed = true;
  resume();
}

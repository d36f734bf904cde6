// The mill: sends a file of puzzles through the server's pipeline. Shows progress, charts and the
// bad records, and offers the solved file for download.
import * as api from './api.js';
import { barChart } from './charts.js';
import { button, byId, element, facts } from './elements.js';
import { kLevels } from './game.js';
import { t } from './strings.js';

const kPoll = 250;          // ms between two requests for the state of a running job
const kKeepAlive = 120000;  // ms between two requests that make the server keep a finished job
const kProblems = 200;      // maximum number of bad records in the table

let job = null;  // { id, file, upload (AbortController), state, isCancelled }

const isOver = (state) => ['done', 'failed', 'cancelled'].includes(state.state);

function say(key, values = {}, tone = 'bad') {
  byId('mill-message').className = tone;
  byId('mill-message').textContent = key ? t(key, values) : '';
}

function sayFailure(error) {
  say(error.code === 'busy' ? 'mill.busy' : api.failureKey(error), error);
}

async function mill(file) {
  if (job && job.state && !isOver(job.state)) {
    say('mill.running');
    return;
  }
  if (job && !job.isCancelled) api.cancelMill(job.id).catch(() => {});
  say(null);
  try {
    const { job: id } = await api.startMill(file.name, byId('mill-to').value, byId('mill-rate').checked);
    job = { id, file, upload: new AbortController(), state: null, isCancelled: false };
  } catch (error) {
    sayFailure(error);
    return;
  }
  const mine = job;
  const watching = watch(mine);
  try {
    show(mine, await api.feedMill(mine.id, file, mine.upload.signal));
  } catch (error) {
    // If the server still responds, watch() shows the state of the job, which includes the reason
    // for its end. Only otherwise is this error shown.
    await watching;
    if (!mine.isCancelled && !isOver(mine.state ?? {})) sayFailure(error);
  }
}

async function watch(mine) {
  while (job === mine && !mine.isCancelled) {
    try {
      const state = await api.millState(mine.id);
      if (mine.state && isOver(mine.state) && !isOver(state)) return;
      show(mine, state);
    } catch (error) {
      if (!mine.state || !isOver(mine.state)) sayFailure(error);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, isOver(mine.state) ? kKeepAlive : kPoll));
  }
}

async function cancel() {
  job.isCancelled = true;
  job.upload.abort();
  await api.cancelMill(job.id).catch(() => {});
  show(job, { ...job.state, state: 'cancelled' });
}

const megabytes = (bytes) => (bytes / 1e6).toLocaleString(undefined, { maximumFractionDigits: 1 });

function show(mine, state) {
  if (job !== mine || (mine.state && isOver(mine.state))) return;
  mine.state = state;
  const card = byId('mill-job');
  card.hidden = false;
  const rows = ['records', 'records_per_second', 'unique', 'multiple', 'unsolvable', 'malformed']
    .map((name) => [t(`mill.${name}`), Math.round(state[name] ?? 0).toLocaleString()]);
  const list = element('dl', 'tiles');
  list.append(...facts(rows));
  const progress = element('progress');
  progress.max = Math.max(1, mine.file.size);
  progress.value = isOver(state) ? progress.max : state.bytes ?? 0;
  progress.setAttribute('aria-label', t('mill.progress'));
  const heading = element('h3', '', mine.file.name);
  const what = element('p', 'quiet', t(`mill.state.${state.state}`, {
    done: megabytes(state.bytes ?? 0), all: megabytes(mine.file.size), seconds: (state.seconds ?? 0).toFixed(2), message: state.error ?? '',
  }));
  const actions = element('div', 'row');
  if (!isOver(state)) actions.append(button(t('dialog.cancel'), cancel));
  if (state.state === 'done') actions.append(downloadLink(mine, state));
  const hadFocus = card.contains(document.activeElement);
  card.replaceChildren(heading, what, progress, actions, list, ...charts(state), ...problems(state));
  if (hadFocus) card.querySelector('button, a')?.focus();
}

function downloadLink(mine, state) {
  const link = element('a', 'button primary', t('mill.download', { size: megabytes(state.output_bytes) }));
  link.href = api.millOutput(mine.id);
  link.download = '';
  return link;
}

function charts({ clues, levels, guesses }) {
  const made = [];
  const used = (clues ?? []).map((count, index) => [index, count]).filter(([, count]) => count);
  if (used.length) {
    const bars = clues.map((count, index) => [index, count]).slice(used[0][0], used.at(-1)[0] + 1);
    made.push(barChart(t('mill.clues'), bars));
  }
  if (levels) made.push(barChart(t('mill.levels'), kLevels.map((level) => [t(`level.${level}`), levels[level] ?? 0])));
  if (guesses?.some((count) => count)) {
    const bars = guesses.map((count, index) => [index < 2 ? index : `${2 ** (index - 1)}–${2 ** index - 1}`, count]);
    while (bars.at(-1)[1] === 0) bars.pop();
    made.push(barChart(t('mill.guesses'), bars));
  }
  if (made.length === 0) return [];
  const row = element('div', 'charts');
  row.append(...made);
  return [row];
}

function problems({ problems: list = [], problems_omitted: omitted = 0 }) {
  if (list.length === 0) return [];
  const table = element('table');
  const head = element('tr');
  head.append(...['mill.line', 'mill.record', 'mill.problem'].map((key) => {
    const cell = element('th', '', t(key));
    cell.scope = 'col';
    return cell;
  }));
  table.append(head);
  for (const { record, line, column, message } of list.slice(0, kProblems)) {
    const row = element('tr');
    row.append(element('td', '', column ? `${line}:${column}` : line), element('td', '', record), element('td', '', message));
    table.append(row);
  }
  const left = omitted + Math.max(0, list.length - kProblems);
  const made = [element('h4', '', t('mill.problems')), table];
  if (left) made.push(element('p', 'quiet', t('mill.more', { n: left.toLocaleString() })));
  return made;
}

export function setUpMill() {
  const drop = byId('mill-drop');
  byId('mill-file').addEventListener('change', ({ target }) => {
    if (target.files[0]) mill(target.files[0]);
    target.value = '';
  });
  // A file that is dropped outside the drop zone must not replace the page.
  for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    if (event.dataTransfer.files[0]) mill(event.dataTransfer.files[0]);
  });
  byId('mill-form').addEventListener('submit', (event) => event.preventDefault());
}

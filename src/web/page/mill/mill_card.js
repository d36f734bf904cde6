// @ts-check
// The card of a mill job: progress, counts, charts, bad records, and the result. index.html has its
// elements. They stay the same while the job runs, so that a press or the focus is never lost.
import { barChart } from '../shared/charts.js';
import { byId, element, elements, facts } from '../shared/elements.js';
import { kLevels } from '../game/game.js';
import { reasonText } from '../puzzles/reason.js';
import { currentLanguage, hasText, t } from '../shared/strings.js';

const kProblems = 200;  // maximum number of bad records in the table
const kNews = 0.25;     // share of the work between two messages for screen readers
// Codes of failures after which the command can do what the page cannot.
const kNeedsCommand = ['elsewhere', 'too_large', 'memory', 'crash'];

function sizeOf(bytes) {
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(bytes / unit).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${name}`;
}

function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('mill.seconds', { n: whole });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// "34 %, about 12 s left"
function progressText({ share, secondsLeft: left }) {
  const percent = t('mill.percent', { n: Math.floor(share * 100) });
  return left === null ? percent : t('mill.left', { percent, time: duration(left) });
}

// The command that does the same as the job, for a shell.
function commandLine({ order: { file: { name }, command, to, compress }, inputFormat }) {
  const quoted = /^[\w.][\w.-]*$/.test(name) ? name : `'./${name.replaceAll("'", "'\\''")}'`;
  const rated = inputFormat === 'jsonl' ? 'jsonl' : 'csv';
  const format = command === 'rate' && to === 'same' ? rated : to;
  const words = ['dokumill', command, quoted];
  if (command === 'check') words.push('--each');
  if (command === 'rate' && inputFormat === 'csv' && format === 'csv') words.push('--keep-columns');
  if (format !== 'same') words.push('--to', format);
  return [...words, '-o', compress === 'gzip' ? 'OUT.gz' : 'OUT'].join(' ');
}

// What the card says about a job.
function stateText(job) {
  const { file } = job.order;
  if (job.state === 'failed') {
    const key = `failure.${job.error.code}`;
    return t('mill.state.failed', { message: t(hasText(key) ? key : 'failure.internal') });
  }
  if (job.state === 'done' && job.records === 0) return t(file.size === 0 ? 'mill.empty' : 'mill.no-puzzles');
  return t(job.state === 'done' && job.savedName ? 'mill.saved' : `mill.state.${job.state}`, {
    name: job.savedName, all: sizeOf(file.size), progress: progressText(job), seconds: job.seconds.toFixed(2),
  });
}

function charts({ clues, levels }) {
  const made = [];
  const used = Object.keys(clues).filter((n) => clues[n]).map(Number);
  const range = Array.from({ length: used.length && used.at(-1) - used[0] + 1 }, (_, i) => used[0] + i);
  if (used.length) made.push(barChart(t('mill.clues'), range.map((n) => [n, clues[n]])));
  if (Object.values(levels).some(Boolean)) made.push(barChart(t('mill.levels'), kLevels.map((level) => [t(`level.${level}`), levels[level] ?? 0])));
  return made;
}

// The reason of a problem in the language of the page.
function problemText({ kind, reason, message }) {
  if (!hasText(`problem.${reason.code}`)) return message;
  const why = reasonText(reason);
  const whole = { contradiction: 'problem.contradiction', 'wrong solution': 'problem.wrong' }[kind];
  return whole ? t(whole, { why }) : why;
}

const problemRows = (list) => list.slice(0, kProblems).map((problem) => {
  const { record, line, column } = problem;
  return element('tr', '', ...elements('td', [column ? `${line}:${column}` : line, record, problemText(problem)]));
});

let said = '';
let rows = '';  // what the table shows
/** @type {Blob | null} */
let shown = null;  // the result for which the link is

/** @param {import('./mill_job.js').MillJob} job */
export function showCard(job) {
  const { state, error, order, records, seconds, isOver } = job;
  const focused = [byId('mill-save'), byId('mill-cancel')].find((each) => each === document.activeElement);
  byId('mill-job').hidden = false;
  byId('mill-heading').textContent = t('mill.heading', { command: t(`mill.command.${order.command}`), name: order.file.name });
  byId('mill-state').textContent = stateText(job);
  byId('mill-state').className = state === 'failed' ? 'bad' : 'quiet';
  byId('mill-instead').hidden = !kNeedsCommand.includes(error?.code);
  byId('mill-line').textContent = commandLine(job);
  byId('mill-read').hidden = !job.layout;
  byId('mill-layout').textContent = job.layout;
  byId('mill-details').hidden = !error?.message;
  byId('mill-reason').textContent = error?.message ?? '';
  byId('mill-progress').hidden = state !== 'running';
  byId('mill-progress').value = job.share;
  byId('mill-save').hidden = state !== 'asking';
  byId('mill-cancel').hidden = isOver;
  showResult(job);
  // A button that becomes hidden loses the focus, so another element gets the focus.
  if (focused?.hidden) ['mill-cancel', 'mill-result', 'mill-file'].map(byId).find((each) => !each.hidden).focus();
  tell(job);
  const speed = seconds > 0 ? records / seconds : 0;
  const counts = Object.entries(job.sums.counts).map(([name, count]) => [t(`mill.${name}`), count.toLocaleString()]);
  byId('mill-tiles').hidden = state === 'asking' || (isOver && records === 0);
  byId('mill-tiles').replaceChildren(...facts([
    [t('mill.records'), records.toLocaleString()],
    [t('mill.records_per_second'), speed.toLocaleString(undefined, { maximumFractionDigits: speed < 10 ? 1 : 0 })],
    ...counts]));
  byId('mill-charts').replaceChildren(...charts(job.sums));
  showProblems(job);
}

// The result belongs to the browser as long as its address is not revoked.
function showResult({ state, result: made, outputName, records }) {
  const link = byId('mill-result');
  const result = state === 'done' ? made : null;
  if (result !== shown) {
    if (shown) URL.revokeObjectURL(link.href);
    if (result) link.href = URL.createObjectURL(result);
    shown = result;
  }
  link.hidden = !result || records === 0;
  if (!result) return;
  link.download = outputName;
  link.textContent = t('mill.download', { name: outputName, size: sizeOf(result.size) });
}

// Makes screen readers report each new state, and the progress after each kNews of the work.
function tell({ state, share, order }) {
  const stage = `${currentLanguage()} ${order.file.name} ${state} ${Math.floor(share / kNews)}`;
  if (stage !== said) byId('mill-news').textContent = byId('mill-state').textContent;
  said = stage;
}

function showProblems({ problems: list, problemsOmitted: omitted }) {
  byId('mill-problems').hidden = list.length === 0;
  // The rows stay the same elements while nothing changes.
  const wanted = JSON.stringify([currentLanguage(), list.slice(0, kProblems)]);
  if (wanted !== rows) byId('mill-rows').replaceChildren(...problemRows(list));
  rows = wanted;
  const left = omitted + Math.max(0, list.length - kProblems);
  byId('mill-more').hidden = left === 0;
  byId('mill-more').textContent = t('mill.more', { n: left.toLocaleString() });
}

// @ts-check
// The card of a converter job: progress, counts, charts, bad records, and the result. index.html has its
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
  if (whole < 60) return t('converter.seconds', { n: whole });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// "34 %, about 12 s left"
function progressText({ share, secondsLeft: left }) {
  const percent = t('converter.percent', { n: Math.floor(share * 100) });
  return left === null ? percent : t('converter.left', { percent, time: duration(left) });
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
    return t('converter.state.failed', { message: t(hasText(key) ? key : 'failure.internal') });
  }
  if (job.state === 'done' && job.records === 0) return t(file.size === 0 ? 'converter.empty' : 'converter.no-puzzles');
  return t(job.state === 'done' && job.savedName ? 'converter.saved' : `converter.state.${job.state}`, {
    name: job.savedName, all: sizeOf(file.size), progress: progressText(job), seconds: job.seconds.toFixed(2),
  });
}

function charts({ clues, levels }) {
  const made = [];
  const used = Object.keys(clues).filter((n) => clues[n]).map(Number);
  const range = Array.from({ length: used.length && used.at(-1) - used[0] + 1 }, (_, i) => used[0] + i);
  if (used.length) made.push(barChart(t('converter.clues'), range.map((n) => [n, clues[n]])));
  if (Object.values(levels).some(Boolean)) made.push(barChart(t('converter.levels'), kLevels.map((level) => [t(`level.${level}`), levels[level] ?? 0])));
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

/** @param {import('./converter_job.js').ConverterJob} job */
export function showCard(job) {
  const { state, error, order, records, seconds, isOver } = job;
  const focused = [byId('converter-save'), byId('converter-cancel')].find((each) => each === document.activeElement);
  byId('converter-job').hidden = false;
  byId('converter-heading').textContent = t('converter.heading', { command: t(`converter.command.${order.command}`), name: order.file.name });
  byId('converter-state').textContent = stateText(job);
  byId('converter-state').className = state === 'failed' ? 'bad' : 'quiet';
  byId('converter-instead').hidden = !kNeedsCommand.includes(error?.code);
  byId('converter-line').textContent = commandLine(job);
  byId('converter-read').hidden = !job.layout;
  byId('converter-layout').textContent = job.layout;
  byId('converter-details').hidden = !error?.message;
  byId('converter-reason').textContent = error?.message ?? '';
  byId('converter-progress').hidden = state !== 'running';
  byId('converter-progress').value = job.share;
  byId('converter-save').hidden = state !== 'asking';
  byId('converter-cancel').hidden = isOver;
  showResult(job);
  // A button that becomes hidden loses the focus, so another element gets the focus.
  if (focused?.hidden) ['converter-cancel', 'converter-result', 'converter-file'].map(byId).find((each) => !each.hidden).focus();
  tell(job);
  const speed = seconds > 0 ? records / seconds : 0;
  const counts = Object.entries(job.sums.counts).map(([name, count]) => [t(`converter.${name}`), count.toLocaleString()]);
  byId('converter-tiles').hidden = state === 'asking' || (isOver && records === 0);
  byId('converter-tiles').replaceChildren(...facts([
    [t('converter.records'), records.toLocaleString()],
    [t('converter.records_per_second'), speed.toLocaleString(undefined, { maximumFractionDigits: speed < 10 ? 1 : 0 })],
    ...counts]));
  byId('converter-charts').replaceChildren(...charts(job.sums));
  showProblems(job);
}

// The result belongs to the browser as long as its address is not revoked.
function showResult({ state, result: made, outputName, records }) {
  const link = byId('converter-result');
  const result = state === 'done' ? made : null;
  if (result !== shown) {
    if (shown) URL.revokeObjectURL(link.href);
    if (result) link.href = URL.createObjectURL(result);
    shown = result;
  }
  link.hidden = !result || records === 0;
  if (!result) return;
  link.download = outputName;
  link.textContent = t('converter.download', { name: outputName, size: sizeOf(result.size) });
}

// Makes screen readers report each new state, and the progress after each kNews of the work.
function tell({ state, share, order }) {
  const stage = `${currentLanguage()} ${order.file.name} ${state} ${Math.floor(share / kNews)}`;
  if (stage !== said) byId('converter-news').textContent = byId('converter-state').textContent;
  said = stage;
}

function showProblems({ problems: list, problemsOmitted: omitted }) {
  byId('converter-problems').hidden = list.length === 0;
  // The rows stay the same elements while nothing changes.
  const wanted = JSON.stringify([currentLanguage(), list.slice(0, kProblems)]);
  if (wanted !== rows) byId('converter-rows').replaceChildren(...problemRows(list));
  rows = wanted;
  const left = omitted + Math.max(0, list.length - kProblems);
  byId('converter-more').hidden = left === 0;
  byId('converter-more').textContent = t('converter.more', { n: left.toLocaleString() });
}

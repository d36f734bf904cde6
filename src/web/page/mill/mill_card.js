// @ts-check
// The card of a mill job: progress, counts, charts, bad records, and the result. Its buttons stay
// the same elements while the job runs, so that a press or the focus is never lost.
import { nameOf } from '../play/board.js';
import { barChart } from '../shared/charts.js';
import { button, byId, element, facts } from '../shared/elements.js';
import { kLevels } from '../game/game.js';
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
  const used = (clues ?? []).map((count, index) => [index, count]).filter(([, count]) => count);
  if (used.length) {
    const bars = clues.map((count, index) => [index, count]).slice(used[0][0], used.at(-1)[0] + 1);
    made.push(barChart(t('mill.clues'), bars));
  }
  if (Object.values(levels ?? {}).some(Boolean)) made.push(barChart(t('mill.levels'), kLevels.map((level) => [t(`level.${level}`), levels[level] ?? 0])));
  return made;
}

// The reason of a problem in the language of the page. docs/page.md lists the codes.
function problemText({ kind, reason: { code, ...values }, message }) {
  if (!hasText(`problem.${code}`)) return message;
  for (const name of ['cell', 'first', 'second']) if (name in values) values[name] = nameOf(Number(values[name]));
  const why = t(`problem.${code}`, values);
  const whole = { contradiction: 'problem.contradiction', 'wrong solution': 'problem.wrong' }[kind];
  return whole ? t(whole, { why }) : why;
}

function problemRows(list) {
  return list.slice(0, kProblems).map((problem) => {
    const { record, line, column } = problem;
    const row = element('tr');
    row.append(element('td', '', column ? `${line}:${column}` : line), element('td', '', record), element('td', '', problemText(problem)));
    return row;
  });
}

export class MillCard {
  #card;
  #news = element('p', 'unseen');
  #heading = element('h3');
  #what = element('p', 'quiet');
  #instead = element('p');
  #command = element('code');
  #details = element('p', 'quiet');
  #detailsText = element('span');
  #progress = element('progress');
  #save;
  #cancel;
  #download = element('a', 'button primary');
  #tiles = element('dl', 'tiles');
  #charts = element('div', 'charts');
  #problems = element('section');
  #problemsTitle = element('h4');
  #scroll = element('div', 'scroll');
  #head = element('tr');
  #body = element('tbody');
  #more = element('p', 'quiet');
  #said = '';
  #rows = '';  // what the table shows

  constructor(card, onSave, onCancel) {
    this.#card = card;
    this.#news.setAttribute('role', 'status');
    this.#save = button('', onSave, 'primary');
    this.#cancel = button('', onCancel);
    // The details are the message of the engine, for programmers.
    this.#detailsText.lang = 'en';
    // The table has its own scroll bar, so that many bad records do not make the page long.
    this.#scroll.tabIndex = 0;
    this.#scroll.setAttribute('role', 'region');
    const table = element('table');
    const head = element('thead');
    head.append(this.#head);
    table.append(head, this.#body);
    this.#scroll.append(table);
    this.#problems.append(this.#problemsTitle, this.#scroll, this.#more);
    const actions = element('div', 'row');
    actions.append(this.#save, this.#cancel, this.#download);
    card.append(this.#heading, this.#what, this.#instead, this.#details, this.#progress, actions, this.#news, this.#tiles, this.#charts, this.#problems);
  }

  /** @param {import('./mill_job.js').MillJob} job */
  show(job) {
    const { state, error, order, records, seconds, isOver } = job;
    const focused = [this.#save, this.#cancel].find((each) => each === document.activeElement);
    this.#card.hidden = false;
    this.#heading.textContent = t('mill.heading', { command: t(`mill.command.${order.command}`), name: order.file.name });
    this.#what.textContent = stateText(job);
    this.#what.className = state === 'failed' ? 'bad' : 'quiet';
    this.#instead.hidden = !kNeedsCommand.includes(error?.code);
    this.#command.textContent = commandLine(job);
    this.#instead.replaceChildren(t('mill.instead'), this.#command);
    this.#details.hidden = !error?.message;
    this.#detailsText.textContent = error?.message ?? '';
    this.#details.replaceChildren(t('failure.details'), this.#detailsText);
    this.#progress.setAttribute('aria-label', t('mill.progress'));
    this.#progress.hidden = state !== 'running';
    this.#progress.value = job.share;
    this.#save.textContent = t('mill.save');
    this.#save.hidden = state !== 'asking';
    this.#cancel.textContent = t('dialog.cancel');
    this.#cancel.hidden = isOver;
    this.#showResult(job);
    // A button that becomes hidden loses the focus, so another element gets the focus.
    if (focused?.hidden) [this.#cancel, this.#download, byId('mill-file')].find((each) => !each.hidden).focus();
    this.#tell(job);
    const speed = seconds > 0 ? records / seconds : 0;
    const counts = Object.entries(job.counts).map(([name, count]) => [t(`mill.${name}`), count.toLocaleString()]);
    this.#tiles.hidden = state === 'asking' || (isOver && records === 0);
    this.#tiles.replaceChildren(...facts([
      [t('mill.records'), records.toLocaleString()],
      [t('mill.records_per_second'), speed.toLocaleString(undefined, { maximumFractionDigits: speed < 10 ? 1 : 0 })],
      ...counts]));
    this.#charts.replaceChildren(...charts(job));
    this.#showProblems(job);
  }

  // The result belongs to the browser as long as its address is not revoked.
  #showResult({ state, result: made, outputName, records }) {
    const result = state === 'done' ? made : null;
    if (result !== this.#result) {
      if (this.#result) URL.revokeObjectURL(this.#download.href);
      if (result) this.#download.href = URL.createObjectURL(result);
      this.#result = result;
    }
    this.#download.hidden = !result || records === 0;
    if (!result) return;
    this.#download.download = outputName;
    this.#download.textContent = t('mill.download', { name: outputName, size: sizeOf(result.size) });
  }
  /** @type {Blob | null} */
  #result = null;

  // Makes screen readers report each new state, and the progress after each kNews of the work.
  #tell({ state, share, order }) {
    const stage = `${currentLanguage()} ${order.file.name} ${state} ${Math.floor(share / kNews)}`;
    if (stage !== this.#said) this.#news.textContent = this.#what.textContent;
    this.#said = stage;
  }

  #showProblems({ problems: list, problemsOmitted: omitted }) {
    this.#problems.hidden = list.length === 0;
    this.#problemsTitle.textContent = t('mill.problems');
    this.#scroll.setAttribute('aria-label', t('mill.problems'));
    this.#head.replaceChildren(...['mill.line', 'mill.record', 'mill.problem'].map((key) => {
      const cell = element('th', '', t(key));
      cell.scope = 'col';
      return cell;
    }));
    // The rows stay the same elements while nothing changes.
    const rows = JSON.stringify([currentLanguage(), list.slice(0, kProblems)]);
    if (rows !== this.#rows) this.#body.replaceChildren(...problemRows(list));
    this.#rows = rows;
    const left = omitted + Math.max(0, list.length - kProblems);
    this.#more.hidden = left === 0;
    this.#more.textContent = t('mill.more', { n: left.toLocaleString() });
  }
}

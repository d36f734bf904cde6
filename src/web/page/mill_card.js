// @ts-check
// The card of a mill job: progress, counts, charts, bad records, and the result. Its buttons stay
// the same elements while the job runs, so that a press or the focus is never lost.
import { nameOf } from './board.js';
import { barChart } from './charts.js';
import { button, byId, element, facts } from './elements.js';
import { kLevels } from './game.js';
import { currentLanguage, hasText, t } from './strings.js';

const kProblems = 200;  // maximum number of bad records in the table
const kNews = 0.25;     // share of the work between two messages for screen readers

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
function progressText({ share, seconds_left: left }) {
  if (share === null) return '…';
  const percent = t('mill.percent', { n: Math.floor(share * 100) });
  return left === null ? percent : t('mill.left', { percent, time: duration(left) });
}

function charts({ clues, levels }) {
  const made = [];
  const used = (clues ?? []).map((count, index) => [index, count]).filter(([, count]) => count);
  if (used.length) {
    const bars = clues.map((count, index) => [index, count]).slice(used[0][0], used.at(-1)[0] + 1);
    made.push(barChart(t('mill.clues'), bars));
  }
  if (levels) made.push(barChart(t('mill.levels'), kLevels.map((level) => [t(`level.${level}`), levels[level] ?? 0])));
  return made;
}

// The reason of a problem in the language of the page. docs/api.md lists the codes.
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

// What the card shows for a lost job if the page never received the state of this job.
const kUnknown = {
  share: null, seconds_left: null, records: 0, seconds: 0, records_per_second: 0, counts: {}, clues: null, levels: null,
  problems: [], problems_omitted: 0, input_bytes: 0,
};

export class MillCard {
  #card;
  #news = element('p', 'unseen');
  #heading = element('h3');
  #what = element('p', 'quiet');
  #details = element('p', 'quiet');
  #detailsText = element('span');
  #progress = element('progress');
  #cancel;
  #again;
  /** @type {(() => void) | null} */
  #onAgain = null;
  #download = element('a', 'button primary');
  #tiles = element('dl', 'tiles');
  #charts = element('div', 'charts');
  #problems = element('section');
  #problemsTitle = element('h4');
  #scroll = element('div', 'scroll');
  #head = element('tr');
  #body = element('tbody');
  #more = element('p', 'quiet');
  #shown = null;        // { state, output }: the last state, and the address of the output
  #said = '';
  #rows = '';           // what the table shows

  constructor(card, onCancel) {
    this.#card = card;
    this.#news.setAttribute('role', 'status');
    this.#cancel = button('', onCancel);
    this.#again = button('', () => this.#onAgain?.());
    // The details are the message of the server, for programmers.
    this.#detailsText.lang = 'en';
    this.#download.download = '';
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
    actions.append(this.#cancel, this.#again, this.#download);
    card.append(this.#heading, this.#what, this.#details, this.#progress, actions, this.#news, this.#tiles, this.#charts, this.#problems);
  }

  // `state`: as the server sends it (docs/api.md). `output`: the address of the result.
  update(state, output = '') {
    this.#onAgain = null;
    this.#show(state, output);
  }

  // Shows that the server does not have the job any more. `onAgain` starts the job again. It is
  // null if this is not possible.
  lose({ state, command, name, stage }, onAgain) {
    this.#onAgain = onAgain;
    this.#show({ ...kUnknown, ...state, command, name, state: stage === 'upload' ? 'lost' : 'gone' });
  }

  #show(state, output = '') {
    this.#shown = { state, output };
    const isOver = !['waiting', 'receiving', 'running'].includes(state.state);
    const hadFocus = document.activeElement === this.#cancel;
    this.#card.hidden = false;
    this.#heading.textContent = `${t(`mill.command.${state.command}`)}: ${state.name}`;
    const progress = progressText(state);
    this.#what.textContent = t(`mill.state.${state.state}`, {
      all: sizeOf(state.input_bytes), progress, seconds: state.seconds.toFixed(2),
      message: state.state === 'failed' ? t(`failure.${state.error_code}`) : '',
    });
    this.#what.className = ['failed', 'lost', 'gone'].includes(state.state) ? 'bad' : 'quiet';
    this.#details.hidden = !state.error;
    this.#detailsText.textContent = state.error ?? '';
    this.#details.replaceChildren(t('failure.details'), this.#detailsText);
    this.#progress.setAttribute('aria-label', t('mill.progress'));
    this.#progress.hidden = isOver;
    if (state.share === null) this.#progress.removeAttribute('value');
    else this.#progress.value = state.share;
    this.#cancel.textContent = t('dialog.cancel');
    this.#cancel.hidden = isOver;
    this.#again.textContent = t('mill.again');
    this.#again.hidden = this.#onAgain === null;
    this.#download.hidden = state.state !== 'done';
    if (state.state === 'done') {
      this.#download.href = output;
      this.#download.textContent = t('mill.download', { name: state.output_name, size: sizeOf(state.output_bytes) });
    }
    // A button that becomes hidden loses the focus, so another element gets the focus.
    if (hadFocus && isOver) (state.state === 'done' ? this.#download : this.#onAgain ? this.#again : byId('mill-file')).focus();
    this.#tell(state);
    const counts = Object.entries(state.counts).map(([name, count]) => [t(`mill.${name}`), count.toLocaleString()]);
    this.#tiles.replaceChildren(...facts([
      [t('mill.records'), state.records.toLocaleString()],
      [t('mill.records_per_second'), Math.round(state.records_per_second).toLocaleString()],
      ...counts]));
    this.#charts.replaceChildren(...charts(state));
    this.#showProblems(state);
  }

  // Shows the same state in the current language.
  translate() {
    if (this.#shown) this.#show(this.#shown.state, this.#shown.output);
  }

  // Makes screen readers report each new state, and the progress after each kNews of the work.
  #tell({ state, share }) {
    const stage = `${currentLanguage()} ${state} ${Math.floor((share ?? 0) / kNews)}`;
    if (stage !== this.#said) this.#news.textContent = this.#what.textContent;
    this.#said = stage;
  }

  #showProblems({ problems: list, problems_omitted: omitted }) {
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

// @ts-check
// The mill: runs commands of dokumill over a file of puzzles, in this browser. mill_job.js does the
// work, mill_card.js shows it.
import { byId } from '../shared/elements.js';
import { showCard } from './mill_card.js';
import { MillJob } from './mill_job.js';
import { t } from '../shared/strings.js';

const kShowEvery = 200;  // ms between two views of a running job
// The formats that a command cannot write.
const kUnfit = { check: ['line', 'grid', 'csv', 'jsonl'], rate: ['line', 'grid'] };

/** @type {MillJob | null} */
let job = null;
let said = '';  // the key of the message

function say(key = '') {
  said = key;
  byId('mill-message').className = 'bad';
  byId('mill-message').textContent = key ? t(key) : '';
}

/** @param {import('./mill_job.js').Order} order */
async function start(order) {
  if (job && !job.isOver) {
    say('mill.running');
    return;
  }
  say();
  job = new MillJob(order);
  showCard(job);
  const timer = setInterval(() => showCard(job), kShowEvery);
  await job.run();
  clearInterval(timer);
  say();
  showCard(job);
}

function fitOptions() {
  const command = byId('mill-command').value;
  const to = byId('mill-to');
  for (const option of to.options) option.disabled = (kUnfit[command] ?? []).includes(option.value);
  // The first option stands for the format that the command writes if no format is chosen.
  const usual = to.options[0];
  usual.dataset.t = { check: 'mill.to.words', rate: 'mill.to.rated' }[command] ?? 'mill.to.same';
  usual.textContent = t(usual.dataset.t);
  if (to.selectedOptions[0].disabled) to.value = 'same';
}

function startWith(file) {
  if (!file) return;
  start({ file, command: byId('mill-command').value, to: byId('mill-to').value, compress: byId('mill-compress').value });
}

export function setUpMill() {
  byId('mill-save').addEventListener('click', () => job?.save());
  byId('mill-cancel').addEventListener('click', () => job?.cancel());
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
    const { files, items } = event.dataTransfer;
    if (files.length !== 1 || items[0].webkitGetAsEntry()?.isDirectory) say('mill.one');
    else startWith(files[0]);
  });
  byId('mill-form').addEventListener('submit', (event) => event.preventDefault());
  byId('mill-form').addEventListener('change', fitOptions);
  // A job ends with its page.
  window.addEventListener('beforeunload', (event) => {
    if (job && !job.isOver) event.preventDefault();
  });
}

// Call showMill() when the texts are loaded, and again when their language changes.
export function showMill() {
  fitOptions();
  if (job) showCard(job);
  if (said) say(said);
}

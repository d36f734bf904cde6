// @ts-check
// The converter: runs commands of dokumill over a file of puzzles, in this browser. converter_job.js does the
// work, converter_card.js shows it.
import { byId } from '../shared/elements.js';
import { showCard } from './converter_card.js';
import { ConverterJob } from './converter_job.js';
import { t } from '../shared/strings.js';

const kShowEvery = 200;  // ms between two views of a running job
// The formats that a command cannot write.
const kUnfit = { check: ['line', 'grid', 'csv', 'jsonl'], rate: ['line', 'grid'] };

/** @type {ConverterJob | null} */
let job = null;
let said = '';  // the key of the message

function say(key = '') {
  said = key;
  byId('converter-message').className = 'bad';
  byId('converter-message').textContent = key ? t(key) : '';
}

/** @param {import('./converter_job.js').Order} order */
async function start(order) {
  if (job && !job.isOver) {
    say('converter.running');
    return;
  }
  say();
  job = new ConverterJob(order);
  showCard(job);
  const timer = setInterval(() => showCard(job), kShowEvery);
  await job.run();
  clearInterval(timer);
  say();
  showCard(job);
}

function fitOptions() {
  const command = byId('converter-command').value;
  const to = byId('converter-to');
  for (const option of to.options) option.disabled = (kUnfit[command] ?? []).includes(option.value);
  // The first option stands for the format that the command writes if no format is chosen.
  const usual = to.options[0];
  usual.dataset.t = { check: 'converter.to.words', rate: 'converter.to.rated' }[command] ?? 'converter.to.same';
  usual.textContent = t(usual.dataset.t);
  if (to.selectedOptions[0].disabled) to.value = 'same';
}

function startWith(file) {
  if (!file) return;
  start({ file, command: byId('converter-command').value, to: byId('converter-to').value, compress: byId('converter-compress').value });
}

export function setUpConverter() {
  byId('converter-save').addEventListener('click', () => job?.save());
  byId('converter-cancel').addEventListener('click', () => job?.cancel());
  const drop = byId('converter-drop');
  byId('converter-file').addEventListener('change', ({ target }) => {
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
    if (files.length !== 1 || items[0].webkitGetAsEntry()?.isDirectory) say('converter.one');
    else startWith(files[0]);
  });
  byId('converter-form').addEventListener('submit', (event) => event.preventDefault());
  byId('converter-form').addEventListener('change', fitOptions);
  // A job ends with its page.
  window.addEventListener('beforeunload', (event) => {
    if (job && !job.isOver) event.preventDefault();
  });
}

// Call showConverter() when the texts are loaded, and again when their language changes.
export function showConverter() {
  fitOptions();
  if (job) showCard(job);
  if (said) say(said);
}

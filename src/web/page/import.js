// Puzzles of the player: pasted, typed on the board, or opened from a link. The server parses each
// puzzle and reports how many solutions it has.
import * as api from './api.js';
import { nameOf, stillBoard } from './board.js';
import { byId, confirmed, openDialog } from './elements.js';
import { t } from './strings.js';

const kNamed = 6;       // maximum number of conflicting cells in a message
const kPause = 250;     // ms without typing before the page sends the text

let read = null;        // the response to the text in the dialog, or null

function textOf(answer) {
  if (answer.verdict === 'unique' && answer.level) {
    return t('import.unique', { clues: answer.clues, level: t(`level.${answer.level}`), score: Number(answer.score).toFixed(1) });
  }
  const named = answer.conflicts.slice(0, kNamed).map(nameOf).join('; ') + (answer.conflicts.length > kNamed ? ' …' : '');
  return t(`import.${answer.verdict}`, { clues: answer.clues, cells: named });
}

const textOfFailure = (error) => t(error.code === 'malformed' ? 'import.malformed' : api.failureKey(error), error);

const isPlayable = (answer) => answer.verdict === 'unique' || answer.verdict === 'several';

function begin(play, { puzzle, level = null, score = null }) {
  play.start({ puzzle, level, score, source: 'own' });
}

async function mayLeave(play) {
  return !play.wouldLose || confirmed(t('new.ask'), t('import.play'));
}

// Starts the puzzle of a link. If the puzzle cannot be played, opens the import dialog instead.
export async function startPuzzle(play, text) {
  let answer;
  try {
    answer = await api.importText(text);
  } catch (error) {
    play.say('link.failed', { text: textOfFailure(error) }, 'bad');
    return;
  }
  if (!isPlayable(answer)) {
    openImport(play, text);
  } else if (await mayLeave(play)) {
    begin(play, answer);
    if (answer.verdict === 'several') play.say('import.several', {}, 'quiet');
  }
}

async function readText() {
  const text = byId('import-text').value;
  let verdict = '';
  let isBad = false;
  read = null;
  if (text.trim()) {
    try {
      const answer = await api.importText(text);
      if (byId('import-text').value !== text) return;
      read = answer;
      verdict = textOf(answer);
      isBad = !isPlayable(answer);
    } catch (error) {
      if (byId('import-text').value !== text) return;
      verdict = textOfFailure(error);
      isBad = true;
    }
  }
  byId('import-verdict').textContent = verdict;
  byId('import-verdict').className = isBad ? 'bad' : '';
  byId('import-play').disabled = !read || !isPlayable(read);
  byId('import-board').replaceChildren(...(read ? [stillBoard(read.puzzle, read.puzzle, read.conflicts)] : []));
}

export function openImport(play, text = '') {
  byId('import-text').value = text;
  readText();
  openDialog('import-dialog');
  byId('import-text').focus();
}

export function setUpImport(play) {
  let timer = 0;
  byId('import-text').addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(readText, kPause);
  });
  byId('import-play').addEventListener('click', async () => {
    const answer = read;
    if (!(await mayLeave(play))) return;
    byId('import-dialog').close();
    begin(play, answer);
  });
  byId('import-edit').addEventListener('click', () => {
    byId('import-dialog').close();
    play.edit(read?.puzzle);
    play.say('editor.lead');
    byId('board').querySelector('[tabindex="0"]').focus();
  });
  byId('editor-play').addEventListener('click', async () => {
    try {
      const answer = await api.importText(play.game.board);
      if (isPlayable(answer)) begin(play, answer);
      if (answer.verdict !== 'unique') play.say(`import.${answer.verdict}`, { cells: answer.conflicts.slice(0, kNamed).map(nameOf).join('; ') }, isPlayable(answer) ? 'quiet' : 'bad');
    } catch (error) {
      play.say(api.failureKey(error), error, 'bad');
    }
  });
  byId('editor-leave').addEventListener('click', () => play.leaveEditor());
}

// @ts-check
// Puzzles of the player: pasted, typed on the board, or opened from a link. The engine parses each
// puzzle and reports how many solutions it has.
import * as api from '../engine/api.js';
import { kNamed, namesOf, stillBoard } from '../play/board.js';
import { byId, confirmed, onClick, openDialog } from '../shared/elements.js';
import { readLink, solverHash } from './link.js';
import { reasonText } from './reason.js';
import { hasText, t } from '../shared/strings.js';

const kPause = 250;     // ms without typing before the page reads the text

let read = null;        // the answer for the text in the dialog, or null

// A full board has nothing to play.
const isFull = (answer) => answer.clues === answer.puzzle.length;

const keyOf = (answer) => (isFull(answer) && answer.verdict === 'unique' ? 'import.full' : `import.${answer.verdict}`);

function textOf(answer) {
  if (answer.verdict === 'unique' && !isFull(answer) && answer.level) {
    return t(answer.score ? 'import.unique' : 'import.small', { clues: answer.clues, level: t(`level.${answer.level}`), score: Number(answer.score).toFixed(1) });
  }
  return t(keyOf(answer), { clues: answer.clues, cells: namesOf(answer.conflicts) });
}

// The engine names one byte of a character that is not ASCII ('\\xEF'). The player gets the character,
// together with the marks that belong to it.
function withCharacter(reason, text) {
  const byte = /^'\\x(..)'$/.exec(reason.byte ?? '')?.[1];
  if (!byte) return reason;
  const characters = text.split('\n')[reason.line - 1]?.match(/.\p{M}*/gsu) ?? [];
  const whole = characters.find((each) => new TextEncoder().encode(each).includes(parseInt(byte, 16)));
  return whole ? { ...reason, byte: `“${whole}”` } : reason;
}

function textOfFailure({ code, reason: given }, text = '') {
  if (code !== 'malformed') return t(api.failureKey({ code }));
  const reason = withCharacter(given, text);
  const key = reason.code === 'cells' && reason.n === '81' ? 'import.rows' : `import.${reason.code}`;
  return hasText(key) ? t(key, reason) : t('import.malformed', { why: reasonText(reason), line: reason.line });
}

const isPlayable = (answer) => (answer.verdict === 'unique' && !isFull(answer)) || answer.verdict === 'several';

const ownPuzzle = ({ puzzle, level = null, score = null }) => ({ puzzle, level, score, source: 'own' });

// Starts the puzzle that was typed. If the puzzle has several solutions, the player may have typed
// only a part of it. So the player can also continue typing.
async function playTyped(play) {
  const { board } = play.game;
  const answer = await api.importText(board);
  if (!play.isEditing || play.game.board !== board) return;
  if (!isPlayable(answer)) {
    play.say(keyOf(answer), { cells: namesOf(answer.conflicts.slice(0, kNamed)) }, 'bad');
  } else if (answer.verdict === 'unique' || (await confirmed(t('editor.several'), t('import.play')))) {
    play.startTyped(ownPuzzle(answer));
  }
}

// Starts the puzzle of a link. If the puzzle cannot be played, opens the import dialog, which shows
// the reason.
export async function startPuzzle(play, link) {
  const { puzzle: text, problem } = readLink(link);
  if (problem) {
    openImport(play, link);
    return;
  }
  let answer;
  try {
    answer = await api.importText(text);
  } catch (error) {
    play.say('link.failed', { text: textOfFailure(error) }, 'bad');
    return;
  }
  if (!isPlayable(answer)) {
    openImport(play, text);
  } else {
    play.start(ownPuzzle(answer));
    if (answer.verdict === 'several') play.say('import.several', {}, 'quiet');
  }
}

// What the dialog says about a text, and the engine's answer if it could read the text.
async function judged(text) {
  const link = readLink(text);
  if (link?.problem) return { verdict: t(link.problem.key, link.problem.values) };
  if (!text.trim()) return { verdict: '' };
  try {
    const answer = await api.importText(link?.puzzle ?? text);
    return { verdict: answer.has_more ? t('import.first', { text: textOf(answer) }) : textOf(answer), answer };
  } catch (error) {
    return { verdict: textOfFailure(error, text) };
  }
}

async function readText() {
  const text = byId('import-text').value;
  read = null;
  // Until the text is read, there is nothing to play.
  for (const id of ['import-play', 'import-walk']) byId(id).disabled = true;
  const { verdict, answer = null } = await judged(text);
  if (byId('import-text').value !== text) return;
  read = answer;
  const canPlay = read !== null && isPlayable(read);
  byId('import-verdict').textContent = verdict;
  byId('import-verdict').className = verdict && !canPlay ? 'bad' : '';
  byId('import-play').disabled = !canPlay;
  byId('import-walk').disabled = read?.puzzle.length !== 81;
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
  const leaving = (act) => () => {
    byId('import-dialog').close();
    act();
  };
  onClick({
    'import-play': leaving(() => play.start(ownPuzzle(read))),
    'import-walk': leaving(() => { location.hash = solverHash(read.puzzle); }),
    'import-edit': leaving(() => {
      play.edit(read?.puzzle);
      play.say('editor.lead');
      byId('board').querySelector('[tabindex="0"]').focus();
    }),
    'editor-play': () => playTyped(play).catch((error) => play.sayFailure(error)),
    'editor-leave': () => play.leaveEditor(),
  });
}

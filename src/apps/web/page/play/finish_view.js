// @ts-check
// The card at the end of a game, beside or below the board: time, hints, comparison with earlier
// games, the techniques that the puzzle needed, and the result as text.
import * as api from '../engine/api.js';
import { formatTime } from '../game/clock.js';
import { kNine } from '../game/geometry.js';
import { button, byId, facts } from '../shared/elements.js';
import { nameOfStep } from '../hints/hint_card.js';
import { linkOf, linkOfDay } from '../puzzles/link.js';
import { copied } from '../puzzles/share.js';
import { offerLesson } from '../learn/learn_view.js';
import { t } from '../shared/strings.js';
import { titleOf } from '../shared/summary.js';
import { Walk } from '../hints/walk.js';

let met = null;  // the solution of the puzzle (walk.js), or null
let wanted = '';

const hintsOf = ({ hints }) => (hints ? t('finish.penalty', { n: hints, seconds: 5 * hints }) : t('finish.no-hints'));

function rowsOf({ game, comparison }) {
  const rows = [[t('finish.level'), titleOf(game)], [t('finish.hints'), hintsOf(game)]];
  if (game.hints) rows.push([t('finish.played'), formatTime(game.clock.played)]);
  if (game.errors.length) rows.push([t('finish.mistakes'), game.errors.length]);
  if (comparison?.games) {
    const difference = game.elapsed - comparison.average;
    rows.push([t('finish.place'), t('finish.place.of', { place: comparison.place, n: comparison.games + 1 })]);
    rows.push([t('finish.average', { n: comparison.games }), formatTime(comparison.average),
      t(difference < 0 ? 'finish.faster' : 'finish.slower', { time: formatTime(Math.abs(difference)) })]);
  }
  if (comparison) rows.push([t('finish.streak'), t('finish.days', { n: comparison.streak })]);
  return rows;
}

// The techniques of the solution, hardest first. The button of a technique deals a puzzle for it.
function showTechniques(onPractise) {
  const names = [...met?.answer.techniques ?? []].reverse();
  byId('finish-met').hidden = names.length === 0;
  byId('finish-techniques').replaceChildren(...names.map(({ names: { en }, steps }) => {
    const step = met.steps.find((each) => each.names.en === en);
    return button(t('finish.technique', { name: nameOfStep(step), n: steps }), () => onPractise(step), { title: t('hint.practise') });
  }));
  const offer = offerLesson(names.map(({ names: { en } }) => met.steps.find((each) => each.names.en === en).technique));
  byId('finish-learn').replaceChildren(...(offer ? [offer] : []));
}

// Calls onPractise(step) when the player chooses a technique.
export async function showFinish(play, onPractise) {
  const { game } = play;
  byId('finish-time').textContent = formatTime(game.elapsed);
  byId('finish-message').textContent = '';
  byId('finish-list').replaceChildren(...facts(rowsOf(play)));
  byId('finish-dialog').show();
  document.body.classList.add('finished');
  byId('finish-dialog').scrollTop = 0;
  if (wanted !== game.puzzle) met = null;
  wanted = game.puzzle;
  showTechniques(onPractise);
  if (met || game.geometry !== kNine) return;
  try {
    const walk = new Walk(game.puzzle, await api.solution(game.puzzle));
    if (wanted !== game.puzzle) return;
    met = walk;
    showTechniques(onPractise);
  } catch {
    // The card is complete without the techniques.
  }
}

export const isFinishOpen = () => byId('finish-dialog').open;
export function closeFinish() {
  document.body.classList.remove('finished');
  byId('finish-dialog').close();
}

// Closes the card when its game leaves the board. While the card of a finished game is closed, a
// button opens it again.
export function updateFinish({ game, cover }) {
  document.body.classList.toggle('done', game?.isDone === true);
  if (isFinishOpen() && (byId('play').hidden || !game?.isDone || cover !== null)) closeFinish();
}

// Copies the result as text, with the link to the puzzle or to its day, and without the solution.
export async function shareResult({ game, comparison }) {
  const { daily, puzzle, elapsed } = game;
  const result = t('finish.result', { level: titleOf(game), time: formatTime(elapsed), hints: hintsOf(game) });
  const streak = daily && comparison?.streak > 1 && t('home.streak', { n: comparison.streak });
  const text = [result, streak, daily ? linkOfDay(daily) : linkOf(puzzle)].filter(Boolean).join('\n');
  byId('finish-message').textContent = t(await copied(text) ? 'share.copied' : 'finish.copy', { text });
}

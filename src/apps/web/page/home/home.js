// @ts-check
// The home screen: the game to continue with its picture, the puzzles of the days, new games, and
// the ways to the other parts of the page. index.html has what is always the same.
import { pictureWith } from '../play/board.js';
import { Calendar } from './calendar.js';
import { formatTime } from '../game/clock.js';
import { dailyOf } from '../game/daily.js';
import { byId, element, namedButton } from '../shared/elements.js';
import { remind } from './progress_view.js';
import { resultsIn, streakOf } from '../game/results.js';
import { currentLanguage, t } from '../shared/strings.js';
import { summaryOfLearn } from '../learn/learn_view.js';
import { progressOf, titleOf } from '../shared/summary.js';

let shown = '';
/** @type {any} */
let calendar = null;
/** @type {any} */
let days = null;  // what the calendar shows

export function showHome() {
  location.hash = 'home';
}
export const isHome = () => !byId('home').hidden;

const gameCard = (game, onContinue) => pictureWith(game.puzzle, game.board, element('b', '', titleOf(game)), element('span', 'quiet', progressOf(game)),
  namedButton(t('games.continue'), titleOf(game), onContinue, 'primary'));

// The calendar is folded on a phone, and is drawn when it opens: its dates take long there.
function drawDays() {
  if (byId('days').open && days) calendar.update(days);
}
export function setUpHome() {
  byId('days').open = matchMedia('(min-width: 48rem)').matches;
  byId('days').addEventListener('toggle', drawDays);
}

// Draws the home screen if it is visible and something has changed. Calls onContinue(id) and
// onDay(date).
export async function updateHome(play, store, { onContinue, onDay }) {
  if (!isHome()) {
    shown = '';
    return;
  }
  const games = await play.savedGames();
  const results = resultsIn(store);
  const now = new Date();
  const today = dailyOf(now);
  const learn = summaryOfLearn();
  const state = JSON.stringify([currentLanguage(), learn, today.day, results.length, games.map(({ game, isElsewhere }) => [game.id, game.at, isElsewhere])]);
  if (state === shown || !isHome()) return;
  shown = state;

  byId('learn-summary').textContent = learn;
  remind(store, results.length);
  const first = games.find(({ isElsewhere }) => !isElsewhere);
  const others = games.length - (first ? 1 : 0);
  byId('going').hidden = games.length === 0;
  byId('going-game').replaceChildren(...(first ? gameCard(first.game, () => onContinue(first.game.id)) : []));
  byId('open-games').textContent = t(first && others ? 'home.games' : 'games.do', { n: others });

  const solved = new Map(results.filter(({ daily }) => daily).map(({ daily, elapsed }) => [daily, elapsed]));
  const begun = new Set(games.map(({ game }) => game.daily).filter(Boolean));
  const streak = streakOf(results, now.getTime());
  byId('daily-streak').textContent = streak ? t('home.streak', { n: streak }) : '';
  const isSolved = solved.has(today.day);
  byId('daily-done').textContent = isSolved ? t('daily.solved', { time: formatTime(solved.get(today.day)) }) : '';
  byId('daily-play').hidden = isSolved;
  byId('daily-play').textContent = t(begun.has(today.day) ? 'daily.continue' : 'daily.do', { level: t(`level.${today.level}`) });
  byId('daily-play').onclick = () => onDay(new Date());
  calendar ??= new Calendar(byId('calendar'));
  days = { today: now, solved, begun, onDay };
  drawDays();
}

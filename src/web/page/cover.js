// @ts-check
// The card over the board: the choice of a level before a game, the button that resumes a game that
// was paused, left or restored from storage, or the choices after too many mistakes.
import { dailyOf } from './daily.js';
import { button, byId, element } from './elements.js';
import { kLevels } from './game.js';
import { currentLanguage, t } from './strings.js';
import { summaryOf } from './summary.js';

const kTitles = { paused: 'pause.title', resume: 'resume.title', left: 'quit.title' };
let shown = '';

// The buttons of the card call onLevel(level), onResume(), onImport(), onGames(), onDaily(),
// onAgain(), onFree() and onSolve().
export function updateCover(play, { onLevel, onResume, onImport, onGames, onDaily, onAgain, onFree, onSolve }) {
  const card = byId('cover');
  const isShown = play.cover !== null && !['replay', 'walk'].includes(play.cover);
  byId('board').inert = isShown;
  byId('board').classList.toggle('covered', isShown && play.cover !== 'start');
  const state = [play.cover, play.game?.id, play.game?.at, currentLanguage(), dailyOf(new Date()).day].join();
  if (state === shown) return;
  shown = state;
  card.hidden = !isShown;
  card.replaceChildren();
  if (!isShown) return;
  const content = element('div', 'card');
  if (play.cover === 'start') content.append(...startCard(onLevel, onImport, onDaily));
  else if (play.cover === 'lost') content.append(...lostCard(onAgain, onFree, onSolve));
  else content.append(...gameCard(play, onResume));
  if (!['paused', 'lost'].includes(play.cover) && play.hasOtherGames) content.append(button(t('games.do'), onGames, 'plain'));
  card.append(content);
  if (['paused', 'left', 'lost'].includes(play.cover)) card.querySelector('button').focus();
}

function startCard(onLevel, onImport, onDaily) {
  const levels = element('div', 'levels');
  for (const level of kLevels) {
    const choice = button('', () => onLevel(level), 'level');
    choice.append(element('b', '', t(`level.${level}`)), element('span', '', t(`level.${level}.what`)));
    levels.append(choice);
  }
  const { level } = dailyOf(new Date());
  const others = element('div', 'row');
  others.append(button(t('daily.do', { level: t(`level.${level}`) }), onDaily, 'plain'), button(t('import.do'), onImport, 'plain'));
  return [element('h2', '', t('start.title')), levels, others];
}

function lostCard(onAgain, onFree, onSolve) {
  const buttons = element('div', 'row');
  buttons.append(button(t('limit.again'), onAgain, 'primary'), button(t('limit.free'), onFree), button(t('walk.short'), onSolve));
  return [element('h2', '', t('limit.lost')), element('p', '', t('limit.why')), buttons];
}

function gameCard({ cover, game }, onResume) {
  return [
    element('h2', '', t(kTitles[cover])),
    element('p', '', summaryOf(game)),
    button(t('resume.do'), onResume, 'primary'),
  ];
}

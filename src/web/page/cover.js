// The card over the board: the choice of a level before a game, or the button that resumes a game
// that was paused, left or restored from storage.
import { button, byId, element } from './elements.js';
import { kLevels } from './game.js';
import { currentLanguage, t } from './strings.js';
import { summaryOf } from './summary.js';

const kTitles = { paused: 'pause.title', resume: 'resume.title', left: 'quit.title' };
let shown = '';

// The buttons of the card call onLevel(level), onResume(), onImport() and onGames().
export function updateCover(play, { onLevel, onResume, onImport, onGames }) {
  const card = byId('cover');
  const isShown = play.cover !== null && !['replay', 'walk'].includes(play.cover);
  byId('board').inert = isShown;
  byId('board').classList.toggle('covered', isShown && play.cover !== 'start');
  const state = [play.cover, play.game?.id, play.game?.at, currentLanguage()].join();
  if (state === shown) return;
  shown = state;
  card.hidden = !isShown;
  card.replaceChildren();
  if (!isShown) return;
  const content = element('div', 'card');
  content.append(...(play.cover === 'start' ? startCard(onLevel, onImport) : gameCard(play, onResume)));
  if (play.cover !== 'paused' && play.hasOtherGames) content.append(button(t('games.do'), onGames, 'plain'));
  card.append(content);
  if (play.cover === 'paused' || play.cover === 'left') card.querySelector('button').focus();
}

function startCard(onLevel, onImport) {
  const levels = element('div', 'levels');
  for (const level of kLevels) {
    const choice = button('', () => onLevel(level), 'level');
    choice.append(element('b', '', t(`level.${level}`)), element('span', '', t(`level.${level}.what`)));
    levels.append(choice);
  }
  return [element('h2', '', t('start.title')), levels, button(t('import.do'), onImport, 'plain')];
}

function gameCard({ cover, game }, onResume) {
  return [
    element('h2', '', t(kTitles[cover])),
    element('p', '', summaryOf(game)),
    button(t('resume.do'), onResume, 'primary'),
  ];
}

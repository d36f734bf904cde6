// @ts-check
// The card over the board: the button that resumes a paused game, or the choices after too many
// mistakes.
import { kNine } from '../game/geometry.js';
import { button, byId, element } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';
import { summaryOf } from '../shared/summary.js';

let shown = '';

// The buttons of the card call onResume(), onHome(), onAgain(), onFree() and onSolve().
export function updateCover(play, actions) {
  const card = byId('cover');
  const isShown = ['paused', 'lost'].includes(play.cover);
  byId('board').inert = isShown;
  byId('board').classList.toggle('covered', isShown);
  const state = [play.cover, play.game?.id, play.game?.at, currentLanguage()].join();
  if (state === shown) return;
  shown = state;
  card.hidden = !isShown;
  card.replaceChildren();
  if (!isShown) return;
  card.append(element('div', 'card', ...(play.cover === 'lost' ? lostCard(play.game, actions) : pauseCard(play.game, actions))));
  card.querySelector('button').focus();
}

const lostCard = ({ geometry }, { onAgain, onFree, onSolve }) => [
  element('h2', '', t('limit.lost')), element('p', '', t('limit.why')),
  element('div', 'row', button(t('limit.again'), onAgain, 'primary'), button(t('limit.free'), onFree), geometry === kNine && button(t('walk.short'), onSolve)),
];

const pauseCard = (game, { onResume, onHome }) => [
  element('h2', '', t('pause.title')), element('p', '', summaryOf(game)),
  element('div', 'row', button(t('resume.do'), onResume, 'primary'), button(t('app.home'), onHome)),
];

// @ts-check
// The card over the board: the button that resumes a paused game, or the choices after too many
// mistakes.
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
  const content = element('div', 'card');
  content.append(...(play.cover === 'lost' ? lostCard(actions) : pauseCard(play.game, actions)));
  card.append(content);
  card.querySelector('button').focus();
}

function lostCard({ onAgain, onFree, onSolve }) {
  const buttons = element('div', 'row');
  buttons.append(button(t('limit.again'), onAgain, 'primary'), button(t('limit.free'), onFree), button(t('walk.short'), onSolve));
  return [element('h2', '', t('limit.lost')), element('p', '', t('limit.why')), buttons];
}

function pauseCard(game, { onResume, onHome }) {
  const buttons = element('div', 'row');
  buttons.append(button(t('resume.do'), onResume, 'primary'), button(t('app.home'), onHome));
  return [element('h2', '', t('pause.title')), element('p', '', summaryOf(game)), buttons];
}

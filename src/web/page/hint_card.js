// @ts-check
// Shows a hint: a card with one step at a time, the numbers of rows and columns around the board,
// and the lines of chains.
import { nameOf } from './board.js';
import { button, byId, element, focusedAct } from './elements.js';
import { columnOf, rowOf } from './geometry.js';
import { isKnown, isLast, isSecret, pictureOf, stepOf } from './hint_steps.js';
import { currentLanguage, t } from './strings.js';

let shown = '';

function houseName(house) {
  return t(house < 9 ? 'house.row' : house < 18 ? 'house.column' : 'house.box', { n: (house % 9) + 1 });
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
// The first sentence of a step, and all its sentences, one on each line.
export const headOf = (step) => step.text[currentLanguage()][0];
export const textOf = (step) => step.text[currentLanguage()].join('\n');
export const nameOfStep = (step) => (step ? capital(step.names[currentLanguage()]) : t('hint.search'));

// The text of the shown step. If the step is secret, the text has only the step's name and the house
// or cell to search, so that it does not reveal the digit.
export function textOfHint(hint) {
  const step = stepOf(hint);
  if (step && !isSecret(hint)) return textOf(step);
  const place = step?.houses.length ? houseName(step.houses[0]) : nameOf(hint.placement.cell);
  return t('hint.look', { name: nameOfStep(step), place });
}

const countOf = ({ at, steps }) => t('hint.step', { at: at + 1, all: Math.max(1, steps.length) });

// The buttons of the card call onTurn(1 or -1), onApply(), onShow() and onClose(). If `walk` is not
// null, it is the open solution (walk.js), and the board shows its current step.
export function updateHintCard({ explained: hint, game }, walk, { onTurn, onApply, onShow, onClose }) {
  draw(walk?.explained ?? hint, walk?.position ?? game);
  const key = hint ? [game.id, hint.board, hint.at, currentLanguage(), game.notesText].join() : '';
  if (key === shown) return;
  const isOther = hint === null || !shown.startsWith([game.id, hint.board, hint.at].join());
  shown = key;
  const card = byId('hint-card');
  card.hidden = hint === null;
  document.body.classList.toggle('hinted', hint !== null);
  if (!hint) {
    card.replaceChildren();
    return;
  }
  const focused = focusedAct(card);
  const step = stepOf(hint);
  const act = (name, onClick, className = '') => {
    const made = button(t(`hint.${name}`), onClick, className);
    made.dataset.act = name;
    return made;
  };
  const close = act('close', onClose, 'plain');
  const head = element('div', 'head');
  head.append(element('h2', '', nameOfStep(step)), element('span', 'quiet', countOf(hint)), close);
  const row = element('div', 'row');
  const back = act('back', () => onTurn(-1));
  back.disabled = hint.at === 0;
  if (hint.steps.length > 1) row.append(back);
  if (isLast(hint)) row.append(act('show', onShow, 'primary'));
  else {
    const apply = act(isKnown(step, game) ? 'applied' : 'apply', onApply);
    apply.disabled = isKnown(step, game);
    row.append(act('next', () => onTurn(1), 'primary'), apply);
  }
  card.replaceChildren(head, element('p', '', textOfHint(hint)), row);
  if (focused) (card.querySelector(`[data-act="${focused}"]:enabled`) ?? card.querySelector('.primary')).focus({ preventScroll: true });
  if (isOther) card.scrollTop = 0;
}

// The place of a candidate, or of the middle of the cell, in units of a cell.
function placeOf({ cell, digit }) {
  const at = digit ? digit - 1 : 4;
  return [columnOf(cell) + ((at % 3) + 0.5) / 3, rowOf(cell) + (Math.floor(at / 3) + 0.5) / 3];
}

function draw(hint, game) {
  byId('labels').hidden = hint === null;
  const lines = hint ? pictureOf(hint, game).lines : [];
  byId('lines').replaceChildren(...lines.map(({ from, to, isStrong }) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'line');
    const [x1, y1] = placeOf(from);
    const [x2, y2] = placeOf(to);
    for (const [name, value] of Object.entries({ x1, y1, x2, y2, class: isStrong ? 'strong' : 'weak' })) made.setAttribute(name, String(value));
    return made;
  }));
}

export function setUpHint() {
  for (const side of ['row', 'column']) {
    const made = element('div', `${side}-labels`);
    for (let n = 1; n <= 9; ++n) made.append(element('span', '', n));
    byId('labels').append(made);
  }
}

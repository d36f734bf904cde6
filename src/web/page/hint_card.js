// The card for the first half of a hint: where to search and why, and a button for the digit.
import { nameOf } from './board.js';
import { button, byId, element } from './elements.js';
import { currentLanguage, t } from './strings.js';

let shown = null;

function houseName(house) {
  return t(house < 9 ? 'house.row' : house < 18 ? 'house.column' : 'house.box', { n: (house % 9) + 1 });
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const sentenceOf = (step) => step.sentence[currentLanguage()];

export function updateHintCard({ explained, cover }, { onShow, onClose }) {
  const card = byId('hint-card');
  const state = explained && cover === null ? explained : null;
  const key = state && [state.placement.cell, currentLanguage()].join();
  if (key === shown) return;
  shown = key;
  card.hidden = state === null;
  if (state === null) {
    card.replaceChildren();
    return;
  }
  const row = element('div', 'row');
  row.append(button(t('hint.show'), onShow, 'primary'), button(t('dialog.close'), onClose));
  card.replaceChildren(row, ...linesOf(state).map((line) => element('p', '', line)));
}

// The lines of the card. Each step that only eliminates candidates gets its full sentence. The last
// line, for the step that places the digit, has only the step's name and the place to search, so
// the card does not reveal the digit.
export function linesOf({ steps, placement }) {
  const last = steps.at(-1);
  const name = last ? capital(last.name[currentLanguage()]) : t('hint.search');
  const place = last?.houses.length ? houseName(last.houses[0]) : nameOf(placement.cell);
  return [...steps.slice(0, -1).map(sentenceOf), t('hint.look', { name, place })];
}

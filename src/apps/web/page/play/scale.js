// @ts-check
// Explains the difficulty of the puzzle on the board: its hardest step, and the scores of the levels.
import { byId, element, elements } from '../shared/elements.js';
import { kHighest, kLevels } from '../game/game.js';
import { t } from '../shared/strings.js';

// The scores of single techniques, and then the lowest scores of groups of techniques.
const kScores = [1, 1.2, 1.5, 1.7, 1.9, 2, 2.3, 2.5, 2.6, 2.8, 3, 3.2, 3.4, 3.6, 3.8, 4, 4.2, 4.4, 4.5, 5, 5.6, 6.5, 7.5, 8.5];

// The name of the hardest step of a puzzle with this score.
export const hardestOf = (score) => t(`hardest.${(kScores.findLast((lowest) => lowest <= score) ?? 1).toFixed(1)}`);

function rangeOf(index) {
  const lowest = (kHighest[index - 1] ?? 0.9) + 0.1;
  return index === kHighest.length - 1 ? t('scale.from', { lowest: lowest.toFixed(1) }) : `${lowest.toFixed(1)} – ${kHighest[index].toFixed(1)}`;
}

function show({ level, score }) {
  byId('scale-title').textContent = t('scale.title', { score: Number(score).toFixed(1) });
  byId('scale-why').textContent = t('scale.why', { name: hardestOf(score) });
  byId('scale-levels').replaceChildren(...kLevels.map((each, index) => {
    const current = each === level ? { className: 'current', aria: { current: true } } : '';
    return element('tr', current, element('th', '', t(`level.${each}`)), ...elements('td', [rangeOf(index), t(`level.${each}.what`)]));
  }));
}

// Fills the card when it opens, and puts it below its button.
export function setUpScale(play) {
  const card = byId('scale');
  card.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return;
    show(play.game);
    const { left, bottom } = byId('why').getBoundingClientRect();
    card.style.left = `${Math.max(8, Math.min(left - 96, window.innerWidth - 440))}px`;
    card.style.top = `${bottom + 4}px`;
    card.style.maxHeight = `${window.innerHeight - bottom - 12}px`;
  });
}

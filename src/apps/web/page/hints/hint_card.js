// @ts-check
// Shows a hint: a card with one stage at a time, and the numbers of rows and columns around the
// board.
import { button, byId, element, elements, focusedAct } from '../shared/elements.js';
import { columnOf, kNine, rowOf } from '../game/geometry.js';
import { kDigits } from '../game/rules.js';
import { isEnd, isKnown, isLast, pictureOf, stageOf, stagesOf, stepOf } from './hint_steps.js';
import { draw } from './drawing.js';
import { followNames, namedNodes } from './named.js';
import { bringIntoSight } from './sight.js';
import { whyOf } from './singles.js';
import { currentLanguage, t } from '../shared/strings.js';

let shown = '';

const cellName = (cell) => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;
const houseName = (house) => t(house < 9 ? 'house.row' : house < 18 ? 'house.column' : 'house.box', { n: (house % 9) + 1 });
const listOf = (names) => names.join(t('list.mark'));

// Names of cells, such as r1c1, stay as they are.
const capital = (text) => (/^r\dc/.test(text) ? text : text[0].toUpperCase() + text.slice(1));
// The first sentence of a step begins with the name of the step, and the card has it as its title.
const kName = /^[^:：]*[:：]\s*/;
const sentencesOf = (step) => step.text[currentLanguage()];
export const headOf = (step) => sentencesOf(step)[0];
export const nameOfStep = (step) => (step ? capital(step.names[currentLanguage()]) : t('hint.search'));
const titleOfStep = (step) => (step ? (kName.exec(headOf(step))?.[0] ?? nameOfStep(step)).replace(/[:：]\s*$/, '') : t('hint.search'));

// The sentences of a step without the title.
export function bodyOf(step) {
  const [head, ...others] = sentencesOf(step);
  return [capital(head.replace(kName, '')), ...others];
}

// The sentences of the shown stage, the current one last.
function linesOf(hint, game) {
  const step = stepOf(hint);
  const stage = stageOf(hint);
  if (!step) return [t('hint.look', { place: cellName(hint.placement.cell) })];
  if (step.links.length) return bodyOf(step).slice(0, stage + 1);
  if (stage === 'all' || stage === 'cell') return bodyOf(step);
  const { technique, placement: { cell, digit } } = step;
  const place = stage === 'where' || !step.houses.length ? cellName(cell) : houseName(step.houses[0]);
  const isHidden = technique.startsWith('hidden single');
  if (stage === 'block') {
    const { blockers, others } = whyOf(step, game.digits, game.geometry);
    const lines = [];
    if (isHidden && blockers.length) lines.push(t('hint.block.places', { digit, cells: listOf(blockers.map(cellName)) }));
    if (isHidden && others.length) lines.push(t('hint.block.steps', { digit, cells: listOf(others.map(cellName)) }));
    if (!isHidden && blockers.length) lines.push(t('hint.block.digits', { cell: place, digits: listOf(blockers.map((each) => game.digits[each]).sort()) }));
    if (!isHidden && others.length) lines.push(t('hint.block.removed', { cell: place, digits: listOf(others) }));
    return [lines.join(' ')];
  }
  const key = isHidden ? 'hint.house.digit' : technique === 'full house' ? 'hint.house.full' : technique === 'naked single' ? 'hint.where.naked' : 'hint.look';
  return [t(key, { place, digit })];
}

// What a screen reader says: the sentence of the shown stage, after the title of a new step.
export function textOfHint(hint, game) {
  const line = linesOf(hint, game).at(-1);
  return hint.stage === 0 ? t('hint.titled', { title: titleOfStep(stepOf(hint)), text: line }) : line;
}

const countOf = ({ at, steps }) => t('hint.step', { at: at + 1, all: Math.max(1, steps.length) });

// The buttons of the card call the functions of hintCommands() (hint_commands.js), and
// practise(step). If `walk` is not null, it is the open solution (walk.js) or the position of a lesson,
// and the board shows its step.
export function updateHintCard({ explained: hint, game }, walk, { turn, showWhole, apply, showDigit, practise, close }) {
  const drawn = walk?.explained ?? hint;
  byId('labels').hidden = drawn === null;
  draw(byId('lines'), drawn && pictureOf(drawn, walk?.position ?? game), (walk ? kNine : game?.geometry ?? kNine).size);
  const place = hint ? [game.id, hint.board, hint.at, hint.stage].join() : '';
  const key = hint ? [place, currentLanguage(), game.notesText].join() : '';
  if (key === shown) return;
  const isOther = !shown.startsWith(place);
  shown = key;
  const card = byId('hint-card');
  card.hidden = hint === null;
  if (!hint) {
    card.replaceChildren();
    return;
  }
  const focused = focusedAct(card);
  const step = stepOf(hint);
  const act = (name, onClick, className = '', disabled = false) => button(t(`hint.${name}`), onClick, { className, disabled, data: { act: name } });
  const head = element('div', 'head', element('h2', '', titleOfStep(step)), element('span', 'quiet', countOf(hint)), act('close', close, 'plain'));
  const isWhole = hint.stage === stagesOf(hint, hint.at).length - 1;
  const row = element('div', 'row',
    act('back', () => turn(-1), '', hint.at === 0 && hint.stage === 0),
    !isEnd(hint) && act('next', () => turn(1), 'primary'),
    !isWhole && step.links.length > 0 && act('whole', showWhole),
    isLast(hint) && act('show', showDigit, isEnd(hint) ? 'primary' : ''),
    !isLast(hint) && (isKnown(step, game) ? act('applied', apply, '', true) : act('apply', apply)),
    isWhole && Boolean(step) && game.geometry === kNine && act('practise', () => practise(step), 'plain'));
  const lines = linesOf(hint, game);
  const paragraphs = lines.map((line, at) => {
    const isPast = at < lines.length - 1;
    return element('p', isPast ? 'past' : '', ...namedNodes(line, isPast, game.geometry));
  });
  card.replaceChildren(head, element('div', 'told', ...paragraphs), row);
  if (focused) (card.querySelector(`[data-act="${focused}"]:enabled`) ?? card.querySelector('.primary')).focus({ preventScroll: true });
  if (!isOther) return;
  // The last sentence is in sight, below the head if that stays in its place.
  const covered = window.getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0;
  card.scrollTop = card.querySelector('p:last-child').offsetTop - covered;
  bringIntoSight(byId('board'), card);
}

export function setUpHint({ onLight }) {
  followNames(byId('hint-card'), onLight);
  for (const side of ['row', 'column']) byId('labels').append(element('div', `${side}-labels`, ...elements('span', kDigits)));
}

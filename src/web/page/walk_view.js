// @ts-check
// The solver view: the panel beside the board that leads through the solution of a puzzle.
import * as api from './api.js';
import { nameOf } from './board.js';
import { button, byId, element, focusedAct } from './elements.js';
import { nameOfStep, textOf } from './hint_card.js';
import { currentLanguage, t } from './strings.js';
import { titleOf } from './summary.js';
import { Walk } from './walk.js';

const kNamed = 6;    // maximum number of conflicting cells in the text
let walk = null;     // the open solution, or null
let wanted = '';     // the puzzle of the last request; empty if the view is closed
let failure = null;  // the error of the last call, or null
let shown = '';
let redraw = () => {};

export const openWalk = () => walk;
export const isWalking = () => wanted !== '';

// Opens the view for a puzzle of 81 digits. The view shows the solution after the server has
// answered.
export async function startWalk(puzzle) {
  walk = null;
  failure = null;
  wanted = puzzle;
  redraw();
  try {
    const answer = await api.solution(puzzle);
    if (wanted !== puzzle) return;
    walk = new Walk(puzzle, answer);
  } catch (error) {
    if (wanted !== puzzle) return;
    failure = error;
  }
  redraw();
  (byId('walk').querySelector('.primary:enabled') ?? byId('walk-close')).focus({ preventScroll: true });
}

export function endWalk() {
  walk = null;
  wanted = '';
  redraw();
}

export function turnWalk(by) {
  if (!walk) return;
  walk.go(walk.at + by);
  redraw();
}

function goTo(at) {
  walk.go(at);
  redraw();
}

function textOfKind() {
  if (failure) return t(api.failureKey(failure), failure);
  if (!walk) return t('walk.wait');
  const { kind, conflicts, solutions, more } = walk.answer;
  if (kind === 'contradiction') {
    const named = conflicts.slice(0, kNamed).map(nameOf).join('; ') + (conflicts.length > kNamed ? ' …' : '');
    return t('import.contradiction', { cells: named });
  }
  if (kind === 'none') return t('import.none');
  if (kind === 'several') return t(more ? 'walk.many' : 'walk.several', { n: solutions, cells: walk.differing.length });
  return walk.step ? textOf(walk.step) : t('walk.solved');
}

function controls() {
  return [['back', walk.at - 1], ['next', walk.at + 1, 'primary'], ['digit', walk.nextDigit(1)]].map(([name, at, className]) => {
    const made = button(t(`walk.${name}`), () => goTo(at), className);
    made.dataset.act = name;
    made.disabled = at < 0 || at > walk.steps.length || at === walk.at;
    return made;
  });
}

function slider(text) {
  const made = element('input');
  Object.assign(made, { type: 'range', min: 0, max: walk.steps.length, value: walk.at });
  made.dataset.act = 'slider';
  made.setAttribute('aria-label', t('walk.position'));
  made.setAttribute('aria-valuetext', text);
  made.addEventListener('input', () => goTo(made.valueAsNumber));
  return made;
}

// The techniques of the solution, hardest first. The button of a technique goes to the next step
// that uses this technique.
function techniques() {
  const made = element('table');
  const head = element('tr');
  for (const key of ['walk.technique', 'walk.score', 'walk.uses']) head.append(element('th', '', t(key)));
  made.append(head);
  for (const { names, score, steps } of [...walk.answer.techniques].reverse()) {
    const row = element('tr', walk.step?.names.en === names.en ? 'current' : '');
    const link = button(names[currentLanguage()], () => goTo(walk.nextUse(names.en)), 'plain');
    link.dataset.act = names.en;
    const cell = element('td');
    cell.append(link);
    row.append(cell, element('td', '', score.toFixed(1)), element('td', '', steps));
    made.append(row);
  }
  return made;
}

export function updateWalk() {
  const panel = byId('walk');
  const state = [wanted, walk?.at, walk?.answer.kind, failure?.code, currentLanguage()].join();
  if (state === shown) return;
  shown = state;
  panel.hidden = !isWalking();
  document.body.classList.toggle('walking', isWalking());
  const focused = focusedAct(panel);
  const hasSteps = walk?.answer.kind === 'steps';
  const text = !hasSteps ? '' : walk.step ? t('walk.step', { at: walk.at + 1, all: walk.steps.length, name: nameOfStep(walk.step) }) : t('walk.end', { all: walk.steps.length });
  byId('walk-step').textContent = text || t('walk.title');
  byId('walk-text').textContent = isWalking() ? textOfKind() : '';
  byId('walk-text').className = failure ? 'bad' : '';
  byId('walk-controls').replaceChildren(...(hasSteps ? controls() : []));
  byId('walk-slider').replaceChildren(...(hasSteps ? [slider(text)] : []));
  byId('walk-parts').replaceChildren(...(hasSteps ? [techniques()] : []));
  const acts = [...panel.querySelectorAll('[data-act]:enabled')];
  if (focused) (acts.find((each) => each.dataset.act === focused) ?? acts[0])?.focus({ preventScroll: true });
}

// The title above the board.
export const titleOfWalk = () => (walk?.answer.kind === 'steps' ? titleOf({ source: 'own', ...walk.answer }) : t('walk.title'));

// Calls onClose() when the player closes the view, and onChange() when the board must be drawn
// again.
export function setUpWalk({ onClose, onChange }) {
  redraw = onChange;
  byId('walk-close').addEventListener('click', onClose);
}

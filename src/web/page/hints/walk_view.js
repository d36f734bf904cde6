// @ts-check
// The solver view: the panel beside the board that leads through the solution of a puzzle.
import * as api from '../engine/api.js';
import { nameOf } from '../play/board.js';
import { button, byId, element, focusedAct } from '../shared/elements.js';
import { bodyOf, nameOfStep } from './hint_card.js';
import { followNames, namedNodes } from './named.js';
import { currentLanguage, t } from '../shared/strings.js';
import { titleOf } from '../shared/summary.js';
import { Walk } from './walk.js';

const kNamed = 6;    // maximum number of conflicting cells in the text
let walk = null;     // the open solution, or null
let wanted = '';     // the puzzle of the last request; empty if the view is closed
let failure = null;  // the error of the last call, or null
let shown = '';
/** @type {Record<string, Function>} */
let calls = {};  // setUpWalk()
const redraw = () => calls.onChange();

export const openWalk = () => walk;
export const isWalking = () => wanted !== '';

// Opens the view for a puzzle of 81 digits. The view shows the solution after the answer
// has come.
export async function startWalk(puzzle) {
  walk = null;
  failure = null;
  wanted = puzzle;
  redraw();
  try {
    const answer = await api.solution(puzzle);
    if (wanted !== puzzle) return;
    walk = new Walk(puzzle, answer);
    calls.onSeen(puzzle);
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

function follow(by) {
  walk.follow(by);
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

function linesOfKind() {
  if (failure) return [t(api.failureKey(failure), failure)];
  if (!walk) return [t('walk.wait')];
  const { kind, conflicts, solutions, more } = walk.answer;
  if (kind === 'contradiction') {
    const named = conflicts.slice(0, kNamed).map(nameOf).join('; ') + (conflicts.length > kNamed ? ' …' : '');
    return [t('import.contradiction', { cells: named })];
  }
  if (kind === 'none') return [t('import.none')];
  if (kind === 'several') return [t(more ? 'walk.many' : 'walk.several', { n: solutions.toLocaleString(), cells: walk.differing.length })];
  return walk.step ? bodyOf(walk.step) : [t('walk.solved')];
}

function told() {
  const isFollowed = walk !== null && walk.line !== null;
  return linesOfKind().map((line, at) => {
    const made = element('p', !isFollowed ? '' : at === walk.line ? 'now' : 'past');
    made.append(...namedNodes(line, at > 0));
    return made;
  });
}

// The buttons that follow a chain sentence by sentence.
function chainControls() {
  const made = Object.entries({ 'line-back': -1, 'line-next': 1 }).map(([name, by]) => {
    const control = button(t(walk.line === null && by > 0 ? 'walk.line-start' : `walk.${name}`), () => follow(by));
    control.dataset.act = name;
    control.disabled = walk.line === null && by < 0;
    return control;
  });
  return [...made, element('span', 'quiet', walk.line === null ? t('walk.lines', { n: walk.lines - 1 }) : t('walk.line', { at: walk.line, n: walk.lines - 1 }))];
}

function controls() {
  const made = { back: walk.at - 1, next: walk.at + 1, digit: walk.nextDigit(1) };
  return Object.entries(made).map(([name, at]) => {
    const control = button(t(`walk.${name}`), () => goTo(at), name === 'next' ? 'primary' : '');
    control.dataset.act = name;
    control.disabled = at < 0 || at > walk.steps.length || at === walk.at;
    return control;
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
  head.append(element('td'));
  made.append(head);
  for (const { names, score, steps } of [...walk.answer.techniques].reverse()) {
    const row = element('tr', walk.step?.names.en === names.en ? 'current' : '');
    const link = button(names[currentLanguage()], () => goTo(walk.nextUse(names.en)), 'plain');
    link.dataset.act = names.en;
    const cell = element('td');
    cell.append(link);
    const practise = button(t('hint.practise'), () => calls.onPractise(walk.steps.find((step) => step.names.en === names.en)), 'plain');
    practise.dataset.act = `practise ${names.en}`;
    practise.setAttribute('aria-label', `${t('hint.practise')}: ${names[currentLanguage()]}`);
    const last = element('td');
    last.append(practise);
    row.append(cell, element('td', '', score.toFixed(1)), element('td', '', steps), last);
    made.append(row);
  }
  return made;
}

export function updateWalk() {
  const panel = byId('walk');
  const state = [wanted, walk?.at, walk?.line, walk?.answer.kind, failure?.code, currentLanguage()].join();
  if (state === shown) return;
  shown = state;
  panel.hidden = !isWalking();
  document.body.classList.toggle('walking', isWalking());
  const focused = focusedAct(panel);
  const hasSteps = walk?.answer.kind === 'steps';
  const text = !hasSteps ? '' : walk.step ? t('walk.step', { at: walk.at + 1, all: walk.steps.length, name: nameOfStep(walk.step) }) : t('walk.end', { all: walk.steps.length });
  byId('walk-step').textContent = text || t('walk.title');
  byId('walk-text').replaceChildren(...(isWalking() ? told() : []));
  byId('walk-text').className = failure ? 'told bad' : 'told';
  byId('walk-chain').replaceChildren(...(walk?.lines ? chainControls() : []));
  byId('walk-text').querySelector('.now')?.scrollIntoView({ block: 'nearest' });
  byId('walk-controls').replaceChildren(...(hasSteps ? controls() : []));
  byId('walk-slider').replaceChildren(...(hasSteps ? [slider(text)] : []));
  byId('walk-parts').replaceChildren(...(hasSteps ? [techniques()] : []));
  const acts = [...panel.querySelectorAll('[data-act]:enabled')];
  if (focused) (acts.find((each) => each.dataset.act === focused) ?? acts[0])?.focus({ preventScroll: true });
}

// The title above the board.
export const titleOfWalk = () => (walk?.answer.kind === 'steps' ? titleOf({ source: 'own', ...walk.answer }) : t('walk.title'));

// Calls onClose() when the player closes the view, onChange() when the board must be drawn again,
// onLight(cells) when the player points at names, onSeen(puzzle) when the answer about a puzzle is
// shown, and onPractise(step) when the player wants to practise a technique.
export function setUpWalk(all) {
  calls = all;
  followNames(byId('walk-text'), calls.onLight);
  byId('walk-close').addEventListener('click', calls.onClose);
}

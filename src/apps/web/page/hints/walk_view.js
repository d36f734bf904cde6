// @ts-check
// The solver view: the panel beside the board that leads through the solution of a puzzle. index.html
// has its controls.
import * as api from '../engine/api.js';
import { namesOf } from '../play/board.js';
import { button, byId, element, elements, focusedAct, namedButton } from '../shared/elements.js';
import { bodyOf, nameOfStep } from './hint_card.js';
import { followNames, namedNodes } from './named.js';
import { currentLanguage, t } from '../shared/strings.js';
import { titleOf } from '../shared/summary.js';
import { Walk } from './walk.js';

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
  (byId('walk').querySelector('.primary:enabled:not([hidden])') ?? byId('walk-close')).focus({ preventScroll: true });
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
  if (kind === 'contradiction') return [t('import.contradiction', { cells: namesOf(conflicts) })];
  if (kind === 'none') return [t('import.none')];
  if (kind === 'several') return [t(more ? 'walk.many' : 'walk.several', { n: solutions.toLocaleString(), cells: walk.differing.length })];
  return walk.step ? bodyOf(walk.step) : [t('walk.solved')];
}

function told() {
  const isFollowed = walk !== null && walk.line !== null;
  return linesOfKind().map((line, at) => element('p', !isFollowed ? '' : at === walk.line ? 'now' : 'past', ...namedNodes(line, at > 0)));
}

// The techniques of the solution, hardest first. The button of a technique goes to the next step
// that uses this technique.
function techniques() {
  const rows = [...walk.answer.techniques].reverse().map(({ names, score, steps }) => {
    const name = names[currentLanguage()];
    const uses = button(name, () => goTo(walk.nextUse(names.en)), { className: 'plain', data: { act: names.en } });
    const practise = namedButton(t('hint.practise'), name, () => calls.onPractise(walk.steps.find((step) => step.names.en === names.en)), 'plain');
    practise.dataset.act = `practise ${names.en}`;
    return element('tr', walk.step?.names.en === names.en ? 'current' : '', ...elements('td', [uses, score.toFixed(1), steps, practise]));
  });
  const head = elements('th', [t('walk.technique'), t('walk.score'), t('walk.uses')]);
  return element('table', '', element('tr', '', ...head, element('td')), ...rows);
}

// The controls, and the numbers of the steps to which they lead.
const control = (act) => byId('walk').querySelector(`[data-act=${act}]`);
const kTurns = { back: () => walk.at - 1, next: () => walk.at + 1, digit: () => walk.nextDigit(1) };

// Without steps, `text` is empty, and the controls are hidden.
function updateControls(text) {
  for (const each of [...byId('walk-controls').children, control('slider')]) each.hidden = !text;
  for (const each of byId('walk-chain').children) each.hidden = !walk?.lines;
  if (!text) return;
  for (const [act, turn] of Object.entries(kTurns)) {
    const at = turn();
    control(act).disabled = at < 0 || at > walk.steps.length || at === walk.at;
  }
  Object.assign(control('slider'), { max: walk.steps.length, value: walk.at });
  control('slider').setAttribute('aria-valuetext', text);
  const isFollowed = walk.line !== null;
  control('line-back').disabled = !isFollowed;
  control('line-next').textContent = t(isFollowed ? 'walk.line-next' : 'walk.line-start');
  byId('walk-line').textContent = t(isFollowed ? 'walk.line' : 'walk.lines', { at: walk.line, n: walk.lines - 1 });
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
  updateControls(text);
  byId('walk-text').querySelector('.now')?.scrollIntoView({ block: 'nearest' });
  byId('walk-parts').replaceChildren(...(hasSteps ? [techniques()] : []));
  const acts = [...panel.querySelectorAll('[data-act]:enabled:not([hidden])')];
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
  for (const [act, turn] of Object.entries(kTurns)) control(act).addEventListener('click', () => goTo(turn()));
  for (const [act, by] of Object.entries({ 'line-back': -1, 'line-next': 1 })) control(act).addEventListener('click', () => follow(by));
  control('slider').addEventListener('input', ({ target }) => goTo(target.valueAsNumber));
}

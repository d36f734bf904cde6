// @ts-check
// The panel beside the board that plays the moves of a finished game again: stop and go, one move at
// a time, the speed, and the way back to the result.
import { button, byId, element, focusedAct } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';

const kPace = 250;  // ms per move at speed 1
const kSpeeds = [0.5, 1, 2, 5];

let timer = 0;      // of the next move; 0 while the replay stands still
let speed = 1;
let shown = '';

const isWatching = (play) => play.cover === 'replay';

function stop() {
  clearTimeout(timer);
  timer = 0;
}

function step(play) {
  timer = 0;
  if (!isWatching(play)) return;
  const isOver = play.game.at + 1 >= play.replayEnd;
  if (!isOver) timer = setTimeout(() => step(play), kPace / speed);
  play.seekReplay(play.game.at + 1);
}

function run(play) {
  stop();
  if (play.game.at >= play.replayEnd) play.seekReplay(0);
  timer = setTimeout(() => step(play), kPace / speed);
  play.onChange();
}

function goTo(play, at) {
  stop();
  play.seekReplay(at);
}

export function startReplay(play) {
  play.watch();
  if (isWatching(play)) run(play);
}
export function toggleReplay(play) {
  if (!timer) run(play);
  else {
    stop();
    play.onChange();
  }
}
export const turnReplay = (play, by) => goTo(play, play.game.at + by);

function controls(play, onClose) {
  const { at } = play.game;
  const act = (name, onClick, className = '') => {
    const made = button(t(`replay.${name}`), onClick, className);
    made.dataset.act = name;
    return made;
  };
  const back = act('back', () => turnReplay(play, -1));
  const next = act('next', () => turnReplay(play, 1));
  back.disabled = at === 0;
  next.disabled = at >= play.replayEnd;
  const toggle = act(timer ? 'stop' : 'go', () => toggleReplay(play), 'primary');
  toggle.dataset.act = 'toggle';
  const row = element('div', 'row');
  row.append(back, toggle, next);
  const slider = element('input');
  Object.assign(slider, { type: 'range', min: 0, max: play.replayEnd, value: at });
  slider.dataset.act = 'slider';
  slider.setAttribute('aria-label', t('replay.position'));
  slider.setAttribute('aria-valuetext', t('replay.move', { at, all: play.replayEnd }));
  slider.addEventListener('input', () => goTo(play, slider.valueAsNumber));
  const select = element('select');
  for (const each of kSpeeds) {
    const option = element('option', '', t('replay.times', { n: each.toLocaleString(document.documentElement.lang) }));
    option.value = String(each);
    select.append(option);
  }
  select.value = String(speed);
  select.dataset.act = 'speed';
  select.addEventListener('change', () => { speed = Number(select.value); });
  const label = element('label', 'speed');
  label.append(element('span', '', t('replay.speed')), select);
  const last = element('div', 'row');
  last.append(label, act('close', onClose, 'plain'));
  return [element('h2', '', t('replay.move', { at, all: play.replayEnd })), slider, row, last];
}

export function updateReplay(play, onClose) {
  const panel = byId('replay');
  const isShown = isWatching(play);
  if (!isShown) stop();
  const state = isShown ? [play.game.at, timer !== 0, currentLanguage()].join() : '';
  if (state === shown) return;
  shown = state;
  panel.hidden = !isShown;
  document.body.classList.toggle('watching', isShown);
  const focused = focusedAct(panel);
  // While the moves run, the list of speeds stays open.
  if (focused === 'speed') {
    panel.querySelector('h2').textContent = t('replay.move', { at: play.game.at, all: play.replayEnd });
    panel.querySelector('input').value = play.game.at;
    return;
  }
  panel.replaceChildren(...(isShown ? controls(play, onClose) : []));
  const acts = [...panel.querySelectorAll('[data-act]:enabled')];
  if (isShown) (acts.find((each) => each.dataset.act === focused) ?? panel.querySelector('.primary')).focus({ preventScroll: true });
}

// @ts-check
// The panel beside the board that plays the moves of a finished game again: stop and go, one move at
// a time, the speed, and the way back to the result. index.html has its controls.
import { byId, onClick } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';

const kPace = 250;  // ms per move at speed 1

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

export function updateReplay(play) {
  const panel = byId('replay');
  const isShown = isWatching(play);
  if (!isShown) stop();
  const state = isShown ? [play.game.at, timer !== 0, currentLanguage()].join() : '';
  if (state === shown) return;
  shown = state;
  panel.hidden = !isShown;
  document.body.classList.toggle('watching', isShown);
  if (!isShown) return;
  /** @type {any} */
  const focused = document.activeElement;
  const { at } = play.game;
  const text = t('replay.move', { at, all: play.replayEnd });
  byId('replay-move').textContent = text;
  Object.assign(byId('replay-slider'), { max: play.replayEnd, value: at });
  byId('replay-slider').setAttribute('aria-valuetext', text);
  byId('replay-toggle').textContent = t(timer ? 'replay.stop' : 'replay.go');
  for (const option of byId('replay-speed').options) option.textContent = t('replay.times', { n: option.value });
  byId('replay-back').disabled = at === 0;
  byId('replay-next').disabled = at >= play.replayEnd;
  if (!panel.contains(focused) || focused.disabled) byId('replay-toggle').focus({ preventScroll: true });
}

// Calls onClose() when the player goes back to the result.
export function setUpReplay(play, onClose) {
  onClick({
    'replay-back': () => turnReplay(play, -1),
    'replay-toggle': () => toggleReplay(play),
    'replay-next': () => turnReplay(play, 1),
    'replay-close': onClose,
  });
  byId('replay-slider').addEventListener('input', ({ target }) => goTo(play, target.valueAsNumber));
  byId('replay-speed').addEventListener('change', ({ target }) => { speed = Number(target.value); });
}

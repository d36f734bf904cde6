// @ts-check
// Starts the page: connects the session (play.js) to the board, the buttons, the keyboard and the
// dialogs.
import { Board, nameOf } from './play/board.js';
import { formatTime } from './game/clock.js';
import { updateCover } from './play/cover.js';
import { dailyOf } from './game/daily.js';
import { byId, closeButtons, confirmed, element, onClick, openDialog } from './shared/elements.js';
import { feel } from './play/feel.js';
import { closeFinish, isFinishOpen, shareResult, showFinish, updateFinish } from './play/finish_view.js';
import { openGames } from './home/games_view.js';
import { isHome, setUpHome, showHome, updateHome } from './home/home.js';
import { headOf, setUpHint, updateHintCard } from './hints/hint_card.js';
import { hintCommands } from './hints/hint_commands.js';
import { kChoices } from './game/game.js';
import { columnOf, kNine, rowOf } from './game/geometry.js';
import { openImport, setUpImport, startPuzzle } from './puzzles/import.js';
import { commandOf } from './play/keys.js';
import { isForControl, showKeys } from './play/keys_view.js';
import { dayOfLink, isSolverHash, readLink, solverHash } from './puzzles/link.js';
import { setUpConverter, showConverter } from './converter/converter.js';
import { isTeaching, judgeTry, lessonWalk, setUpLearn, showLearn, titleOfLesson, updateLearn } from './learn/learn_view.js';
import { isMenuOpen, openMenu, setUpMenu } from './play/menu.js';
import { Filter, Pad } from './play/pad.js';
import { Play } from './game/play.js';
import { openPoints, setUpPoints } from './play/points_view.js';
import { practise as dealPractice } from './hints/practice.js';
import { setUpPrint } from './puzzles/print.js';
import { setUpProgress } from './home/progress_view.js';
import { setUpReplay, startReplay, toggleReplay, turnReplay, updateReplay } from './play/replay_view.js';
import { resultsIn } from './game/results.js';
import { setUpScale } from './play/scale.js';
import { Settings } from './settings/settings.js';
import { openSettings } from './settings/settings_view.js';
import { openShare } from './puzzles/share.js';
import { Store } from './game/store.js';
import { currentLanguage, kLanguages, preferredLanguage, setLanguage, t, translate } from './shared/strings.js';
import { titleOf } from './shared/summary.js';
import { setUpTimes, showTimes } from './home/times_view.js';
import { endWalk, isWalking, openWalk, setUpWalk, startWalk, titleOfWalk, turnWalk, updateWalk } from './hints/walk_view.js';

const kTick = 1000;        // ms between two updates of the clock
const kRest = 50;          // ms in which the browser draws the end of a game

const store = new Store();
const settings = new Settings(store);
let message = null;        // the latest message: { key, values, tone }, or null
const play = new Play({
  store, settings,
  now: () => performance.now(),
  say: (key, values = {}, tone = 'quiet') => {
    message = key && { key, values, tone };
    feel(key, settings);
    showMessage();
  },
  onSeated: () => showView('play'),
  onChange: () => render(),
  onTried: judgeTry,
  // The card and the wave are two tasks of the browser, because both together stop a slow phone.
  onSolved: () => {
    showFinish(play, practise);
    setTimeout(() => board.wave(play.cell), kRest);
  },
});

// ---- views
const board = new Board(byId('board'), {
  onPoint: point, onToggle: toggle, onDrag: drag, onFocus: (cell) => cell !== play.cell && !isExtending && play.select(cell),
});
const pad = new Pad(byId('pad'), pressDigit);
const filter = new Filter(byId('filter'), (digit) => play.filterBy(digit));
const hints = hintCommands(play, board);
let isExtending = false;   // true while the focus moves without a new selection
let isReady = false;       // true once the texts are loaded

function render() {
  if (!isReady) return;
  const focused = document.activeElement;
  const walk = openWalk() ?? lessonWalk();
  board.update(isWalking() || walk ? walkOnBoard(walk) : play, settings);
  pad.update(play);
  filter.update(play);
  updateCover(play, { onResume: resume, onHome: showHome, onAgain: tryAgain, onFree: goOn, onSolve: solve });
  updateHome(play, store, { onContinue: openGame, onDay: playDaily });
  updateWalk();
  updateReplay(play);
  updateFinish(play);
  updateLearn();
  updateHintCard(play, walk, { ...hints, practise });
  document.body.classList.toggle('hinted', play.explained !== null || lessonWalk() !== null);
  const { game, isOpen, isEditing } = play;
  const canPlay = isOpen && !isEditing;
  byId('about').textContent = aboutGame() + (play.limit && !isWalking() ? ` · ${t('limit.count', { n: game.errors.length, limit: play.limit })}` : '');
  byId('why').hidden = !game || game.score === null || isWalking();
  byId('to-play').hidden = !game && !isWalking();
  byId('editor').hidden = !isEditing || isWalking();
  byId('pause').hidden = !game || isEditing || isWalking() || play.isTask;
  document.body.classList.toggle('editing', isEditing);
  for (const id of ['pause', 'hint', 'submit', 'notes', 'auto-notes', 'clear-notes', 'open-points', 'undo-mistakes']) byId(id).disabled = !canPlay;
  byId('fill-notes').disabled = !canPlay || game.isAuto;
  byId('undo').disabled = !isOpen || game.at === 0;
  byId('redo').disabled = !isOpen || game.at === game.log.length;
  byId('erase').disabled = !isOpen;
  byId('restart').disabled = !(canPlay || game?.isDone) || play.cover !== null;
  byId('open-points').textContent = t(game?.points.length ? 'points.count' : 'points.do', { n: game?.points.length });
  for (const id of ['open-share', 'open-print', 'open-walk']) byId(id).disabled = !game || isEditing;
  if (game && game.geometry !== kNine) byId('open-walk').disabled = true;
  if (play.isTask) for (const id of ['submit', 'auto-notes', 'fill-notes', 'clear-notes', 'open-points', 'undo-mistakes', 'restart', 'open-walk']) byId(id).disabled = true;
  byId('notes').setAttribute('aria-pressed', String(play.mode === 'note'));
  updateModes();
  byId('submit').classList.toggle('primary', canPlay && play.counts[0] === 0);
  byId('level').value = settings.level;
  showClock();
  /** @type {any} */
  const now = document.activeElement;
  const isLost = focused !== document.body && (now === document.body || now.disabled || now.checkVisibility?.() === false);
  if (isLost && !isBusy() && play.cover === null) board.focus(play.cell);
}

const aboutGame = () => (isWalking() ? titleOfWalk() : isTeaching() ? titleOfLesson() : play.game ? titleOf(play.game) : '');

// What the board shows in the solver view and for the position of a lesson.
function walkOnBoard(walk) {
  return {
    game: walk?.position ?? null, explained: walk?.explained ?? null, cell: play.cell, armed: 0, mistakes: new Map(),
    chosen: document.activeElement.matches('.cell') ? [play.cell] : [],
    isEditing: true, cover: 'walk', differing: walk?.differing ?? [],
  };
}

function showClock() {
  const { game } = play;
  const isShown = game !== null && !play.isEditing && !play.isTask && !isWalking() && settings.showsTimer;
  byId('clock').hidden = !isShown;
  if (!isShown) return;
  const penalty = game.hints ? [element('small', '', t('clock.penalty', { n: game.hints, seconds: 5 * game.hints }))] : [];
  byId('clock').replaceChildren(formatTime(game.elapsed), ...penalty);
}

function showMessage() {
  for (const [id, isShown] of Object.entries({ 'message': !isHome(), 'home-message': isHome() })) {
    byId(id).className = message?.tone ?? '';
    byId(id).textContent = message && isShown ? textOf(message) : '';
  }
}

function textOf({ key, values }) {
  if (values.colour) values = { ...values, colour: t(`colour.${values.colour}`) };
  if (values.cells > 1) return t(key, { ...values, cell: t('said.cells', { n: values.cells }) });
  if (values.step) return headOf(values.step);
  return t(key, 'cell' in values ? { ...values, cell: nameOf(values.cell) } : values);
}

// ---- commands
const hasDialog = () => document.querySelector('dialog[open]:not(#finish-dialog), :popover-open') !== null;
const isBusy = () => hasDialog() || byId('play').hidden;

function point(cell, isDouble) {
  if (play.cover === 'replay') toggleReplay(play);
  if (isWalking()) play.select(cell);
  if (!play.isOpen) return;
  play.select(cell);
  if (settings.entry === 'digit' && play.armed) play.put(play.armed);
  else if (isDouble && Number.isInteger(Math.log2(play.game.notesAt(cell)))) play.enter(cell, Math.log2(play.game.notesAt(cell)) + 1);
}

// toggle() selects cells one by one (a click with Ctrl, or a long touch). drag() selects the cells
// over which the player drags the mouse.
function toggle(cell) {
  if (!play.isOpen || play.isEditing) return;
  play.toggle(cell);
  focusOnly();
}

function drag([first, ...rest]) {
  if (!play.isOpen || play.isEditing || play.armed) return;
  if (rest.length) play.select(first);
  else play.extend(first);
  for (const cell of rest) play.extend(cell);
  focusOnly();
}

// Moves the focus to the cursor and keeps the selection.
function focusOnly() {
  isExtending = true;
  board.focus(play.cell);
  isExtending = false;
}

function pressDigit(digit) {
  if (settings.entry === 'digit') play.arm(digit);
  else play.put(digit);
}

// The mode buttons are always shown if settings.moreMarks is set. Otherwise, they are shown in the
// modes 'centre' and 'colour', which have no other button.
const kModes = ['digit', 'note', 'centre', 'colour'];
function updateModes() {
  const isShown = settings.moreMarks || ['centre', 'colour'].includes(play.mode);
  byId('modes').hidden = !isShown;
  byId('notes').hidden = isShown;
  document.body.classList.toggle('modes', isShown);
  for (const mode of kModes) {
    byId(`mode-${mode}`).setAttribute('aria-pressed', String(play.mode === mode));
    byId(`mode-${mode}`).disabled = !play.isOpen || play.isEditing;
  }
  for (const mode of ['centre', 'colour']) {
    byId(`tool-${mode}`).disabled = !play.isOpen || play.isEditing;
    byId(`tool-${mode}`).setAttribute('aria-pressed', String(play.mode === mode));
  }
  byId('auto-notes').setAttribute('aria-pressed', String(settings.autoNotes));
}

async function newGame(level) {
  settings.set('level', level);
  if (await play.newGame(level)) board.focus(play.cell);
}

function stopReplay() {
  play.stopWatching();
  showFinish(play, practise);
}

// Deals a puzzle for the technique of the step. It counts as the player's own puzzle.
function practise(step) {
  return dealPractice(step, ({ puzzle, level, score }, name) => {
    history.replaceState(null, '', '#play');
    onHash();
    play.start({ puzzle, level, score, source: 'own' });
    play.say('practice.started', { name });
    board.focus(play.cell);
  }, (error) => play.sayFailure(error));
}

async function restart() {
  if (play.wouldLose && !(await confirmed(t('restart.ask'), t('restart.do')))) return;
  play.restart();
}

// Gives the board the focus after `act`.
const thenFocus = (act) => () => {
  act();
  board.focus(play.cell);
};
const tryAgain = thenFocus(() => play.restart());
const goOn = thenFocus(() => play.goOn());
const resume = thenFocus(() => play.resume());

// Calls use() with the cell beside the cursor, if there is one.
function beside([down, right], use) {
  const row = rowOf(play.cell) + down;
  const column = columnOf(play.cell) + right;
  const { size } = board.geometry;
  if (row >= 0 && row < size && column >= 0 && column < size) use(row * 9 + column);
}

function extend(cell) {
  if (!play.isOpen || play.isEditing) return;
  play.extend(cell);
  focusOnly();
}

function go(cell) {
  play.select(cell);
  board.focus(cell);
}

function escape() {
  if (isWalking()) closeWalk();
  else if (lessonWalk()) showLearn();
  else if (play.cover === 'replay') stopReplay();
  else if (isFinishOpen()) closeFinish();
  else if (play.explained) hints.close();
  else if (isMenuOpen()) openMenu(false);
  else if (play.armed) play.arm(play.armed);
  else if (play.chosen.length > 1) play.select(play.cell);
  else if (play.filter) play.filterBy(play.filter);
  else play.setMode('digit');
}

const kCommands = {
  move: ({ move }) => beside(move, go),
  extend: ({ move }) => beside(move, extend),
  corner: ({ at }) => go(board.geometry.cells.at(at)),
  edge: ({ step }) => go(play.cell - (play.cell % 9) + (step < 0 ? 0 : board.geometry.size - 1)),
  digit: ({ digit }) => play.put(digit),
  note: ({ digit }) => play.put(digit, 'note'),
  centre: ({ digit }) => play.put(digit, 'centre'),
  erase: () => play.erase(),
  filter: () => play.filterBy(),
  mode: ({ mode }) => play.isOpen && !play.isEditing && play.setMode(mode),
  undo: () => play.undo(),
  redo: () => play.redo(),
  hint: () => (isWalking() ? turnWalk(1) : hints.press()),
  turn: ({ by }) => (isWalking() ? turnWalk(by) : play.cover === 'replay' ? turnReplay(play, by) : hints.turn(by)),
  pause: () => (play.cover === 'paused' ? resume() : play.cover === 'replay' ? toggleReplay(play) : play.pause()),
  submit: () => play.submit(),
  escape,
  keys: () => openDialog('keys-dialog'),
};

function onKey(event) {
  if (isBusy() || isForControl(event)) return;
  if ((event.key === ' ' || event.key === 'Enter') && event.target.matches('.cell') && !event.ctrlKey) {
    event.preventDefault();
    point(play.cell, false);
    return;
  }
  const command = commandOf(event);
  if (!command) return;
  event.preventDefault();
  kCommands[command.name](command);
}

// A puzzle or a link that is pasted on the page opens in the form for the player's own puzzles.
function onPaste({ target, clipboardData }) {
  const text = clipboardData?.getData('text/plain') ?? '';
  if (hasDialog() || !byId('mill').hidden || target.closest?.('input, textarea') || !text.trim()) return;
  openImport(play, text);
}

async function openGame(id) {
  if (await play.open(id)) board.focus(play.cell);
}

async function playDaily(date) {
  const solved = resultsIn(store).find(({ daily }) => daily === dailyOf(date).day);
  if (solved && !(await confirmed(t('daily.again', { time: formatTime(solved.elapsed) }), t('finish.again')))) return;
  if (await play.newDaily(date)) board.focus(play.cell);
}

// ---- language and appearance
// `dokumill play --lang` requests a language in the address (?lang=). That language applies until
// the player chooses a language on the page.
let asked = kLanguages.find((language) => language === new URLSearchParams(location.search).get('lang'));

function switchLanguage(language) {
  setLanguage(asked ?? (language === 'auto' ? preferredLanguage() : language));
  isReady = true;
  translate(document);
  byId('language').textContent = t('language.other');
  byId('language').lang = currentLanguage() === 'zh' ? 'en' : 'zh-CN';
  showKeys();
  showMessage();
  showConverter();
  render();
  if (isFinishOpen()) showFinish(play, practise);
}

function chooseLanguage() {
  asked = undefined;
  switchLanguage(settings.language);
}

function applySettings() {
  document.documentElement.dataset.theme = settings.theme;
  const isHigh = settings.highContrast || matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset.contrast = isHigh ? 'high' : 'normal';
  play.settingsChanged();
}

// ---- puzzles by link, and the three views
// The browser takes the focus away when it goes to the address of a hidden view. So the new view
// gets the focus, except at the start of the page.
function onHash(event = null) {
  const link = location.hash;
  const isLink = link.startsWith('#p=');
  const day = dayOfLink(link);
  if (isLink) history.replaceState(null, '', '#play');
  showSolver(isSolverHash(link) ? link : null);
  // Without a puzzle, there is no board to show.
  const hasBoard = isLink || isWalking() || (location.hash === '#play' && play.game !== null);
  const view = ['#mill', '#learn'].includes(location.hash) ? location.hash.slice(1) : hasBoard ? 'play' : 'home';
  for (const each of ['home', 'learn', 'play', 'mill']) {
    byId(each).hidden = each !== view;
    if (each === view) byId(`to-${each}`).setAttribute('aria-current', 'page');
    else byId(`to-${each}`).removeAttribute('aria-current');
  }
  document.body.dataset.view = view;
  openMenu(false);
  play.setHidden(document.hidden || view !== 'play');
  if (event) play.say(null);
  else showMessage();
  render();
  if (event && document.activeElement === document.body) {
    if (view !== 'play') byId(view).focus({ preventScroll: true });
    else if (play.isOpen) board.focus(play.cell);
  }
  if (isLink) startPuzzle(play, link).then(() => play.game || showHome());
  // Noon is on this day in every time zone.
  if (day && day <= dailyOf(new Date()).day) playDaily(new Date(`${day}T12:00`));
}

function showView(view) {
  if (location.hash !== `#${view}`) history.pushState(null, '', `#${view}`);
  onHash();
}

// Opens the solver view for the puzzle in `link`, or closes the view if `link` is null.
function showSolver(link) {
  const { puzzle, problem } = link === null ? {} : readLink(link);
  if (problem) {
    history.replaceState(null, '', '#home');
    openImport(play, link);
  }
  if (puzzle) {
    play.startWalk();
    startWalk(puzzle.replaceAll('.', '0'));
  } else if (isWalking()) {
    endWalk();
    play.endWalk();
    if (play.cover === null) board.focus(play.cell);
  }
}

async function solve() {
  const { game } = play;
  const isCounted = game.source === 'made' && !game.isDone && !game.isReplay;
  if (isCounted && !(await confirmed(t('walk.ask'), t('walk.do')))) return;
  location.hash = solverHash(game.puzzle);
}

function closeWalk() {
  location.hash = 'play';
}

const kButtons = {
  pause: () => play.pause(),
  undo: () => play.undo(),
  redo: () => play.redo(),
  erase: () => play.erase(),
  notes: () => play.setMode('note'),
  ...Object.fromEntries(kModes.map((mode) => [`mode-${mode}`, () => play.mode === mode || play.setMode(mode)])),
  'tool-centre': () => play.setMode('centre'),
  'tool-colour': () => play.setMode('colour'),
  'auto-notes': () => {
    settings.set('autoNotes', !settings.autoNotes);
    applySettings();
  },
  hint: hints.press,
  submit: () => play.submit(),
  new: () => newGame(byId('level').value),
  restart,
  'fill-notes': () => play.fillNotes(),
  'clear-notes': () => play.clearNotes(),
  'undo-mistakes': () => play.undoMistakes(),
  'open-import': () => openImport(play),
  'open-walk': solve,
  'open-share': () => openShare(play.game),
  'open-points': () => openPoints(play),
  'open-games': () => openGames(play, store, openGame, render),
  'open-times': () => showTimes(store),
  quit: showHome,
  'open-keys': () => openDialog('keys-dialog'),
  'open-settings': () => openSettings(settings, (name) => {
    if (name === 'language') chooseLanguage();
    applySettings();
  }),
  language: () => {
    settings.set('language', currentLanguage() === 'zh' ? 'en' : 'zh');
    chooseLanguage();
  },
  'finish-open': () => showFinish(play, practise),
  'finish-close': closeFinish,
  'finish-watch': () => startReplay(play),
  'finish-share': () => shareResult(play),
  'finish-again': () => play.restart(),
  'finish-home': showHome,
  'finish-next': () => newGame(play.game.level ?? settings.level),
};

function wire() {
  onClick(kButtons);
  byId('level').addEventListener('change', () => settings.set('level', byId('level').value));
  for (const level of kChoices) byId(`start-${level}`).addEventListener('click', () => newGame(level));
  document.addEventListener('keydown', onKey);
  document.addEventListener('paste', onPaste);
  document.addEventListener('visibilitychange', () => play.setHidden(document.hidden || byId('play').hidden));
  window.addEventListener('pagehide', () => play.save());
  window.addEventListener('hashchange', onHash);
  let { day } = dailyOf(new Date());
  setInterval(() => {
    play.tick();
    showClock();
    // When a new day begins, draw the home screen again, because it has the puzzle of the day.
    if (day === dailyOf(new Date()).day) return;
    ({ day } = dailyOf(new Date()));
    render();
  }, kTick);
  settings.follow((isOtherLanguage) => {
    if (isOtherLanguage) chooseLanguage();
    applySettings();
  });
  closeButtons();
  const onLight = (lit) => board.light(lit);
  setUpHint({ onLight });
  setUpHome();
  setUpLearn({ play, store, onLight, onOpen: () => lessonWalk() || board.focus(play.cell) });
  setUpWalk({ onClose: closeWalk, onChange: render, onLight, onSeen: (puzzle) => play.seeSolution(puzzle), onPractise: practise });
  setUpImport(play);
  setUpMenu();
  setUpPoints(play);
  setUpPrint(play);
  setUpReplay(play, stopReplay);
  setUpScale(play);
  setUpTimes(store, render);
  setUpProgress(store, play, () => {
    showTimes(store);
    render();
  });
  setUpConverter();
}

wire();
applySettings();
switchLanguage(settings.language);
// Only a reload goes back to the board at once. Elsewhere, the player continues from the home screen,
// so that the clock does not run unasked.
if (!(await play.wake()) && location.hash === '#play') history.replaceState(null, '', '#home');
onHash();
document.documentElement.dataset.ready = 'yes';
// A published page has a manifest and a service worker, so that it opens without a network.
if (document.querySelector('link[rel=manifest]')) navigator.serviceWorker?.register('service_worker.js').catch(() => {});

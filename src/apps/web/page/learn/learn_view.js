// @ts-check
// Lessons: the map, and the card of a lesson, which explains a position on the board. While the
// player searches, the card is closed and the message below the board has the task.
import { failureKey } from '../engine/api.js';
import { kLevels } from '../game/game.js';
import { recordFound } from '../game/learned.js';
import { bodyOf } from '../hints/hint_card.js';
import { followNames, namedNodes } from '../hints/named.js';
import { bringIntoSight } from '../hints/sight.js';
import { button, byId, element, namedButton } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';
import { countOf, gameOf, isLearned, kFinds, kLessons, lessonOf, levelOfLesson, nextLesson, positionOf, verdictOn } from './lessons.js';

// The open lesson: its number, the number `at` of its position (0: the explained one), the position
// and its game. isShown: the card is open.
/** @type {any} */
let lesson = null;
let wanted = '';   // the position that is being made
let shown = '';
let isUndoing = false;
/** @type {Map<string, Promise<any>>} */
const positions = new Map();
/** @type {any} */
let page = null;  // setUpLearn()

const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const nameOfLesson = ([english, chinese]) => (currentLanguage() === 'zh' ? chinese : capital(english));
const ofLesson = () => ({ name: nameOfLesson(kLessons[lesson.number]), at: lesson.at, n: kFinds });

// The solution whose step the board shows, or null.
export const lessonWalk = () => (lesson?.isShown && lesson.game === page.play.game ? lesson.position.walk : null);
export const isTeaching = () => lesson?.game === page.play.game;
export const titleOfLesson = () => t(lesson.at ? 'learn.at' : 'learn.example', ofLesson());

function positionAt(number, at) {
  const key = `${number} ${at}`;
  if (!positions.has(key)) {
    const made = positionOf(kLessons[number], at);
    made.catch(() => positions.delete(key));
    positions.set(key, made);
  }
  return positions.get(key);
}

// Opens a position of a lesson, and makes the next one meanwhile.
export async function openLesson(number, at = 0) {
  const { play } = page;
  const key = `${number} ${at}`;
  wanted = key;
  play.say('learn.wait', { name: nameOfLesson(kLessons[number]) });
  try {
    const position = await positionAt(number, at);
    if (wanted !== key) return;
    const game = gameOf(position);
    lesson = { number, at, position, game, isShown: at === 0 };
    await play.start(game);
    if (!position.walk.step.placement) play.setMode('note');
    if (at === 0) play.startWalk();
    sayTask();
    page.onOpen();
    if (at < kFinds) positionAt(number, at + 1).catch(() => {});
  } catch (error) {
    play.say(failureKey(error), error, 'bad');
  }
}

function sayTask() {
  page.play.say(lesson.isShown ? null : lesson.position.walk.step.placement ? 'learn.place' : 'learn.remove', ofLesson());
}

// Called after each move in the game of a lesson.
export function judgeTry() {
  const { play, store } = page;
  if (lesson?.game !== play.game || lesson.isShown) return;
  if (isUndoing) {
    isUndoing = false;
    return;
  }
  const verdict = verdictOn(lesson.position, lesson.game);
  if (verdict === 'found') {
    recordFound(store, kLessons[lesson.number][0], lesson.at);
    lesson.isShown = true;
    play.startWalk();
    play.say('learn.found', {}, 'hidden');
  } else if (verdict) {
    isUndoing = true;
    play.undo();
    play.say(`learn.${verdict}`, ofLesson(), 'bad');
  } else {
    sayTask();
  }
}

export function showLearn() {
  location.hash = 'learn';
}

function drawCard() {
  const { number, at, position } = lesson;
  const next = nextLesson(page.store);
  const isLast = at === kFinds;
  const go = !isLast ? () => openLesson(number, at + 1) : next >= 0 ? () => openLesson(next) : showLearn;
  const label = at === 0 ? t('learn.begin') : !isLast ? t('learn.next', { at: at + 1, n: kFinds }) : next >= 0 ? t('learn.go', { name: nameOfLesson(kLessons[next]) }) : t('learn.map');
  byId('lesson').replaceChildren(
    element('div', 'head', element('h2', '', at ? t('learn.found') : nameOfLesson(kLessons[number])), button(t('learn.map'), showLearn, 'plain')),
    element('div', 'told', ...bodyOf(position.walk.step).map((line) => element('p', '', ...namedNodes(line)))),
    element('div', 'row', button(label, go, 'primary')));
  byId('lesson').querySelector('.primary').focus({ preventScroll: true });
}

// The lessons of each level, with a tick on those that are learned.
function drawMap() {
  const { store } = page;
  const next = nextLesson(store);
  const row = (entry, number) => {
    const found = countOf(store, entry);
    const state = found === kFinds ? '✓' : `${found}/${kFinds}`;
    const name = nameOfLesson(entry);
    return element('li', '', button(element('b', '', number + 1), () => openLesson(number), { className: `level ${number === next ? 'next' : ''}`, aria: number === next ? { current: 'step' } : {}, data: { lesson: number } },
      element('span', '', name), element('span', { className: 'quiet', aria: { label: t('learn.count', { found, n: kFinds }) }, role: 'img' }, state)));
  };
  byId('learn-map').replaceChildren(...kLevels.flatMap((level) => {
    const rows = kLessons.flatMap((entry, number) => (levelOfLesson(entry) === level ? [row(entry, number)] : []));
    return rows.length ? [element('section', '', element('h3', '', t(`level.${level}`)), element('ol', 'levels', ...rows))] : [];
  }));
}

// What the home screen says about the lessons.
export function summaryOfLearn() {
  const next = nextLesson(page.store);
  return next < 0 ? t('learn.all') : t('learn.what', { name: nameOfLesson(kLessons[next]), at: next + 1, n: kLessons.length });
}

export function updateLearn() {
  if (lesson && lesson.game !== page.play.game) lesson = null;
  const isMap = !byId('learn').hidden;
  const state = [isMap, lesson?.isShown && [lesson.number, lesson.at], currentLanguage()].join();
  if (state === shown) return;
  shown = state;
  byId('lesson').hidden = !lesson?.isShown;
  if (isMap) drawMap();
  if (!lesson?.isShown) {
    byId('lesson').replaceChildren();
    return;
  }
  drawCard();
  bringIntoSight(byId('board'), byId('lesson'));
}

// A button to the lesson of the hardest of these techniques that is not learned, or false.
export function offerLesson(techniques) {
  const number = techniques.map(lessonOf).find((each) => each >= 0 && !isLearned(page.store, kLessons[each]));
  if (number === undefined) return false;
  const name = nameOfLesson(kLessons[number]);
  return namedButton(t('learn.met', { name }), t('learn.do'), () => openLesson(number), 'primary');
}

// Calls onOpen() when a position is on the board, and onLight(cells) when the player points at names.
export function setUpLearn(all) {
  page = all;
  followNames(byId('lesson'), page.onLight);
}

// @ts-check
// The dialog of the savepoints of the game: each has a picture, and buttons to return to it or to
// delete it. A return is a move, so the player can undo it.
import { stillBoard } from './board.js';
import { formatTime } from '../game/clock.js';
import { button, byId, element, openDialog } from '../shared/elements.js';
import { kMostPoints } from '../game/game.js';
import { t } from '../shared/strings.js';

function row(play, point, redraw) {
  const { game } = play;
  const digits = [...game.puzzle];
  for (const [cell, digit] of point.states) digits[cell] = String(digit);
  const filled = digits.filter((digit, cell) => digit !== game.puzzle[cell]).length;
  const text = t('games.progress', { time: formatTime(point.played), filled, open: game.progress.open });
  const made = element('li', 'saved');
  const picture = stillBoard(game.puzzle, digits.join(''));
  picture.setAttribute('aria-hidden', 'true');
  const named = (key, onClick, className) => {
    const act = button(t(key), onClick, className);
    act.setAttribute('aria-label', `${t(key)}: ${text}`);
    return act;
  };
  const buttons = element('div', 'row');
  buttons.append(named('points.return', () => {
    byId('points-dialog').close();
    if (play.after(game.returnTo(point))) play.say('points.returned');
  }, 'primary'), named('games.delete', () => {
    game.points.splice(game.points.indexOf(point), 1);
    redraw();
  }, ''));
  const words = element('div', 'words');
  words.append(element('span', '', text), buttons);
  made.append(picture, words);
  return made;
}

function draw(play) {
  const { points } = play.game;
  byId('points-list').replaceChildren(...[...points].reverse().map((point) => row(play, point, () => {
    play.save();
    draw(play);
    byId('points-add').focus();
  })));
  byId('points-add').disabled = points.length >= kMostPoints;
  play.onChange();
}

export function openPoints(play) {
  draw(play);
  openDialog('points-dialog');
}

export function setUpPoints(play) {
  byId('points-add').addEventListener('click', () => {
    play.game.addPoint();
    play.save();
    draw(play);
    byId('points-list').querySelector('button').focus();
  });
}

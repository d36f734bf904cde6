// @ts-check
// The dialog of the savepoints of the game: each has a picture, and buttons to return to it or to
// delete it. A return is a move, so the player can undo it.
import { pictureWith } from './board.js';
import { formatTime } from '../game/clock.js';
import { byId, element, namedButton, openDialog } from '../shared/elements.js';
import { kMaxPoints } from '../game/game.js';
import { t } from '../shared/strings.js';

function row(play, point, redraw) {
  const { game } = play;
  const digits = [...game.givens];
  for (const [cell, digit] of point.states) digits[cell] = digit;
  const filled = digits.filter((digit, cell) => digit !== game.givens[cell]).length;
  const text = t('games.progress', { time: formatTime(point.played), filled, open: game.progress.open });
  const back = namedButton(t('points.return'), text, () => {
    byId('points-dialog').close();
    if (play.after(game.returnTo(point))) play.say('points.returned');
  }, 'primary');
  const remove = namedButton(t('games.delete'), text, () => {
    game.points.splice(game.points.indexOf(point), 1);
    redraw();
  });
  return element('li', 'saved', ...pictureWith(game.puzzle, game.textOf(digits), element('span', '', text), element('div', 'row', back, remove)));
}

function draw(play) {
  const { points } = play.game;
  byId('points-list').replaceChildren(...[...points].reverse().map((point) => row(play, point, () => {
    play.save();
    draw(play);
    byId('points-add').focus();
  })));
  byId('points-add').disabled = points.length >= kMaxPoints;
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

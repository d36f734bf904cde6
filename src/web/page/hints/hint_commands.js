// @ts-check
// The commands of the player for a hint. After each of them, a screen reader hears the shown
// sentence.
import { textOfHint } from './hint_card.js';

export function hintCommands(play, board) {
  const read = () => {
    if (play.explained) play.say('hint.why', { text: textOfHint(play.explained, play.game) }, 'hidden');
  };
  return {
    press: async () => {
      await play.hints.press();
      read();
    },
    turn: (by) => {
      play.hints.turn(by);
      read();
    },
    showWhole: () => {
      play.hints.showWhole();
      read();
    },
    apply: () => {
      play.hints.apply();
      read();
    },
    showDigit: () => {
      play.hints.showDigit();
      board.focus(play.cell);
    },
    close: () => play.hints.close(),
  };
}

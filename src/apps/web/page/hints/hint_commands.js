// @ts-check
// The commands of the player for a hint. After each of them, a screen reader hears the shown
// sentence.
import { textOfHint } from './hint_card.js';

export function hintCommands(play, board) {
  const read = () => {
    if (play.explained) play.say('hint.why', { text: textOfHint(play.explained, play.game) }, 'hidden');
  };
  /** @type {(name: string) => (...values: any[]) => Promise<void>} */
  const reading = (name) => async (...values) => {
    await play.hints[name](...values);
    read();
  };
  return {
    press: reading('press'),
    turn: reading('turn'),
    showWhole: reading('showWhole'),
    apply: reading('apply'),
    showDigit: () => {
      play.hints.showDigit();
      board.focus(play.cell);
    },
    close: () => play.hints.close(),
  };
}

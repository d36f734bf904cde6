// @ts-check
// The hints of a session: asks for a hint, goes through its steps and their stages, applies them, and
// shows the digit.
import * as api from '../engine/api.js';
import { changesOf, isEnd, isKnown, isLast, newHint, stagesOf, stepOf, turn } from './hint_steps.js';

export class Hints {
  #play;
  #settings;
  #queue = Promise.resolve();

  constructor(play, settings) {
    this.#play = play;
    this.#settings = settings;
  }

  // The first call opens a hint, the next calls go through its stages, and the last call shows its
  // digit. All these calls together count as one hint. Calls run one at a time, in order.
  press() {
    this.#queue = this.#queue.then(() => {
      if (!this.#play.explained) return this.#ask();
      return isEnd(this.#play.explained) ? this.showDigit() : this.turn(1);
    });
    return this.#queue;
  }
  async #ask() {
    const { game } = this.#play;
    if (!this.#play.isOpen || this.#play.isEditing) return;
    if (game.hint?.board === game.board) {
      this.#open(game.hint);
      return;
    }
    let answer;
    let board;
    try {
      do {
        ({ board } = game);
        answer = await api.hint(game.puzzle, board, game.notesText);
      } while (this.#play.game === game && game.board !== board);
    } catch (error) {
      this.#play.sayFailure(error);
      return;
    }
    if (this.#play.game !== game || !this.#play.isOpen) return;
    if (answer.kind === 'complete') {
      this.#play.say('hint.complete', {}, 'good');
      return;
    }
    if (answer.kind === 'wrong') {
      // A wrong cell that a hint has shown before does not count again.
      if (!answer.cells.every((cell) => game.isMarked(cell))) ++game.hints;
      for (const cell of answer.cells) game.marks.set(cell, game.digits[cell]);
      this.#play.select(answer.cells[0]);
      this.#keep();
      this.#play.say('hint.wrong', { cell: answer.cells[0] }, 'bad');
      return;
    }
    ++game.hints;
    this.#open(newHint(board, answer));
  }
  // Opens the hint at the first step whose eliminations the player has not made yet.
  #open(hint) {
    const at = hint.steps.findIndex((step) => !isKnown(step, this.#play.game));
    Object.assign(hint, { isOpen: true, at: Math.max(0, at), stage: 0 });
    this.#play.game.hint = hint;
    this.#play.say(null);
    if (this.#settings.hints === 'at-once') {
      this.showDigit();
      return;
    }
    this.#play.armed = 0;
    this.#keep();
  }
  #keep() {
    this.#play.save();
    this.#play.onChange();
  }
  // Goes to the next stage (1) or to the previous one (-1).
  turn(by) {
    const hint = this.#play.explained;
    if (hint && turn(hint, by)) this.#keep();
  }
  // Shows the whole chain of the step.
  showWhole() {
    const hint = this.#play.explained;
    if (!hint) return;
    hint.stage = stagesOf(hint, hint.at).length - 1;
    this.#keep();
  }
  // Removes from the notes what the shown step eliminates, and goes to the next step.
  apply() {
    const hint = this.#play.explained;
    if (!hint || isLast(hint) || isKnown(stepOf(hint), this.#play.game)) return;
    const changes = changesOf(hint, this.#play.game);
    Object.assign(hint, { at: hint.at + 1, stage: 0 });
    this.#play.after(this.#play.game.applyNotes(changes));
  }
  showDigit() {
    const hint = this.#play.explained;
    if (!hint) return;
    const { placement, steps } = hint;
    hint.isOpen = false;
    this.#play.select(placement.cell);
    this.#play.after(this.#play.game.enter(placement.cell, placement.digit, this.#settings.removesNotes, 'hint'));
    if (!this.#play.finishIfSolved()) this.#play.say('hint.placed', { ...placement, step: steps.at(-1) }, 'good');
  }
  close() {
    if (this.#play.explained) this.#play.explained.isOpen = false;
    this.#play.save();
    this.#play.say(null);
    this.#play.onChange();
  }
}

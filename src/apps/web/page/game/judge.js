// @ts-check
// Asks the engine which of the player's digits are wrong, and remembers these digits.
import * as api from '../engine/api.js';

export class Judge {
  #checked = '';  // game id and board of the last check
  mistakes = new Map();  // cell -> the digit there that the engine reported as wrong

  reset() {
    this.#checked = '';
    this.mistakes = new Map();
  }
  // Checks the board of the game, unless the last check was of the same board. Calls
  // onResult(cell), unless reset() or check() of another board was called meanwhile. `cell` is a
  // cell with a wrong digit that the previous check did not report. If there is no such cell,
  // `cell` is undefined. Throws an ApiError.
  async check(game, onResult) {
    const { board } = game;
    const digits = [...game.digits];
    const key = game.id + board;
    if (this.#checked === key) return;
    this.#checked = key;
    try {
      const { mistakes } = await api.check(game.puzzle, board);
      if (this.#checked !== key) return;
      const found = mistakes.find((cell) => this.mistakes.get(cell) !== digits[cell]);
      this.mistakes = new Map(mistakes.map((cell) => [cell, digits[cell]]));
      onResult(found);
    } catch (error) {
      this.#checked = '';
      throw error;
    }
  }
}

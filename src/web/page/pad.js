// The digit pad: nine buttons, each with the number of its digits that are still to be placed. A
// button is grey once nine of its digits are on the board.
import { button, element } from './elements.js';
import { currentLanguage, t } from './strings.js';

export class Pad {
  #buttons;
  #shown = '';

  constructor(root, onDigit) {
    this.#buttons = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => {
      const made = button('', () => onDigit(digit), 'key');
      const left = element('small');
      left.setAttribute('aria-hidden', 'true');
      made.append(element('span', 'unseen'), element('b', '', digit), left, element('span', 'unseen'));
      return made;
    });
    root.prepend(...this.#buttons);
  }

  update({ counts, isOpen, armed, notesMode }) {
    const state = [counts, isOpen, armed, notesMode, currentLanguage()].join();
    if (state === this.#shown) return;
    this.#shown = state;
    this.#buttons.forEach((made, index) => {
      const left = Math.max(0, 9 - counts[index + 1]);
      made.disabled = !isOpen;
      made.classList.toggle('spent', left === 0);
      made.classList.toggle('as-note', notesMode);
      made.setAttribute('aria-pressed', String(armed === index + 1));
      const [note, , mark, words] = made.children;
      note.textContent = notesMode ? t('pad.note') : '';
      mark.textContent = left || '✓';
      words.textContent = t('pad.left', { left });
    });
  }
}

// @ts-check
// The digit pad: one button for each digit. A button shows how many times its digit is still to be
// placed, and is grey once the digit is on the board as often as it can be. In colour mode, the buttons are
// the colours.
import { kDigits } from '../game/rules.js';
import { button, element } from '../shared/elements.js';
import { currentLanguage, t } from '../shared/strings.js';

export class Pad {
  #root;
  #buttons;
  #shown = '';

  constructor(root, onDigit) {
    this.#root = root;
    this.#buttons = kDigits.map((digit) => button(element('span', 'unseen'), () => onDigit(digit), 'key',
      element('b', '', digit), element('small', { aria: { hidden: true } }), element('span', 'unseen')));
    root.prepend(...this.#buttons);
  }

  update({ counts, geometry: { size }, isOpen, armed, mode }) {
    const state = [counts, size, isOpen, armed, mode, currentLanguage()].join();
    if (state === this.#shown) return;
    this.#shown = state;
    this.#root.dataset.size = size;
    this.#buttons.forEach((made, index) => {
      const left = Math.max(0, size - counts[index + 1]);
      made.hidden = index >= size;
      made.disabled = !isOpen;
      const isColour = mode === 'colour';
      made.classList.toggle('spent', left === 0 && !isColour);
      made.classList.toggle('as-note', mode === 'note');
      made.classList.toggle('as-centre', mode === 'centre');
      if (isColour) made.dataset.colour = index + 1;
      else delete made.dataset.colour;
      made.setAttribute('aria-pressed', String(armed === index + 1));
      const [note, , mark, words] = made.children;
      note.textContent = mode === 'digit' ? '' : t(`pad.${mode}`);
      mark.textContent = isColour ? '' : left || '✓';
      words.textContent = isColour ? t('pad.colour-name', { name: t(`colour.${index + 1}`) }) : t('pad.left', { left });
    });
  }
}

// The digit filter: one button for each digit.
export class Filter {
  #buttons;

  constructor(root, onDigit) {
    this.#buttons = kDigits.map((digit) => button(digit, () => onDigit(digit)));
    root.append(...this.#buttons);
  }

  update({ geometry: { size }, isOpen, isEditing, filter }) {
    this.#buttons.forEach((made, index) => {
      made.hidden = index >= size;
      made.disabled = !isOpen || isEditing;
      made.setAttribute('aria-pressed', String(filter === index + 1));
    });
  }
}

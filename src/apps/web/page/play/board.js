// @ts-check
// The board: gridcells that share one Tab stop. Also small static boards for previews and print.
import { element, setAria } from '../shared/elements.js';
import { cells, columnOf, geometryOf, kNine, rowOf } from '../game/geometry.js';
import { pictureOf } from '../hints/hint_steps.js';
import { bitOf, candidatesOf, conflictsOf, digitsIn } from '../game/rules.js';
import { currentLanguage, t } from '../shared/strings.js';

const kLong = 450;    // ms; a touch of a cell for this time adds the cell to the selection
const kWave = 1800;   // ms; the time of the wave at the end of a game, with the last delay
const kDouble = 400;  // ms; a second click on a cell within this time makes a double click

export const kNamed = 6;     // the maximum number of cells that a text lists

export const nameOf = (cell) => t('cell.name', { row: rowOf(cell) + 1, column: columnOf(cell) + 1 });
export const namesOf = (list) => list.slice(0, kNamed).map(nameOf).join('; ') + (list.length > kNamed ? ' …' : '');

export class Board {
  /** @type {any} */
  geometry = null;
  #cells;
  #shown = Array(81).fill('');
  #content = Array(81).fill('');
  #stop = -1;  // the cell with the Tab stop
  #pointed = {};
  #press = null;  // { last, canDrag, isDrag, timer } while a button or a finger is down on a cell
  #isSpent = false;  // true if the last press was handled already, so that its click does nothing

  // Calls onPoint(cell, isDouble) when a cell is clicked, and onFocus(cell) when a cell gets the
  // focus, for example from a screen reader. Calls onToggle(cell) for a click with Ctrl and for a
  // long touch. Calls onDrag(cells) when the mouse or a finger is dragged over several cells: first
  // with two cells, then with each further cell.
  constructor(root, { onPoint, onFocus, onToggle, onDrag }) {
    this.root = root;
    this.#watchPointer(onToggle, onDrag);
    this.#cells = cells.map((cell) => element('div', {
      className: 'cell', role: 'gridcell', data: { cell }, tabIndex: -1,
      onclick: ({ timeStamp }) => this.#isSpent || onPoint(cell, this.#isDouble(cell, timeStamp)),
      onfocus: () => onFocus(cell),
    }));
  }

  // Puts the cells of the geometry on the board, to be drawn anew: notes have other places. style.css
  // has the sizes.
  #lay(geometry) {
    if (this.geometry === geometry) return;
    this.geometry = geometry;
    this.#shown.fill('');
    this.#content.fill('');
    this.root.parentElement.dataset.size = geometry.size;
    const rows = geometry.houses.slice(0, geometry.size);
    this.root.replaceChildren(...rows.map((row) => element('div', { className: 'cells', role: 'row' }, ...row.map((cell) => this.#cells[cell]))));
  }

  #watchPointer(onToggle, onDrag) {
    // The target of a touch stays the cell in which it began.
    const cellAt = ({ clientX, clientY }) => Number(/** @type {any} */ (document.elementFromPoint(clientX, clientY)?.closest('.cell'))?.dataset.cell ?? -1);
    const end = () => {
      clearTimeout(this.#press?.timer);
      this.#press = null;
    };
    this.root.addEventListener('pointerdown', (event) => {
      const cell = cellAt(event);
      end();
      this.#isSpent = false;
      if (cell < 0 || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey) {
        this.#isSpent = true;
        onToggle(cell);
        return;
      }
      const timer = event.pointerType !== 'touch' ? 0 : setTimeout(() => {
        this.#isSpent = true;
        onToggle(cell);
        Object.assign(this.#press, { canDrag: true, isDrag: true });
      }, kLong);
      this.#press = { last: cell, canDrag: event.pointerType !== 'touch' || !canScroll(), isDrag: false, timer };
    });
    // Without this, the browser takes the touch for scrolling.
    this.root.addEventListener('touchmove', (event) => this.#press?.canDrag && event.preventDefault(), { passive: false });
    const move = (event) => {
      const cell = cellAt(event);
      if (!this.#press || cell < 0 || cell === this.#press.last) return;
      clearTimeout(this.#press.timer);
      if (!this.#press.canDrag || !(event.buttons & 1)) return;
      onDrag(this.#press.isDrag ? [cell] : [this.#press.last, cell]);
      this.#isSpent = true;
      Object.assign(this.#press, { last: cell, isDrag: true });
    };
    // A fast move has several places in one event.
    this.root.addEventListener('pointermove', (event) => (event.getCoalescedEvents?.() ?? [event]).forEach(move));
    // If the press was handled already, the browser must not move the focus. The selection would
    // move with the focus.
    this.root.addEventListener('mousedown', (event) => this.#isSpent && event.preventDefault());
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end);
    // A long touch selects a cell. The browser's own menu for a long touch would cover the board.
    this.root.addEventListener('contextmenu', (event) => event.pointerType === 'touch' && event.preventDefault());
  }

  // Measures the time between two clicks itself, because not every touch screen counts taps.
  #isDouble(cell, when) {
    const isDouble = cell === this.#pointed.cell && when - this.#pointed.when < kDouble;
    this.#pointed = isDouble ? {} : { cell, when };
    return isDouble;
  }
  focus(cell) {
    this.#cells[cell].focus({ preventScroll: true });
    // Scrolls as little as possible, and not at all if the cell is visible.
    this.#cells[cell].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  // A short wave over the board, from a cell outwards (hints.css).
  wave(from) {
    for (const cell of cells) this.#cells[cell].style.setProperty('--far', String(Math.hypot(rowOf(cell) - rowOf(from), columnOf(cell) - columnOf(from))));
    this.root.classList.add('wave');
    setTimeout(() => this.root.classList.remove('wave'), kWave);
  }
  // Marks the cells whose names the player points at, in a text.
  light(lit) {
    for (const cell of cells) this.#cells[cell].toggleAttribute('data-pointed', lit.includes(cell));
  }

  update(play, settings) {
    this.#lay(play.game?.geometry ?? kNine);
    const view = viewOf(play, settings);
    setAria(this.root, { label: t(play.game ? 'board.label' : 'board.empty') });
    for (const cell of this.geometry.cells) {
      const { classes, digit, notes, centre, colour, masks, chosen, label } = view(cell);
      const content = [digit, notes, centre].join();
      const shown = [content, classes, colour, ...Object.values(masks), chosen, currentLanguage()].join();
      if (shown === this.#shown[cell]) continue;
      this.#shown[cell] = shown;
      const target = this.#cells[cell];
      target.className = `cell ${classes}`;
      setAria(target, { label: label(), selected: classes.includes('selected'), readonly: classes.includes('given'), invalid: /conflict|mistake|marked/.test(classes) });
      if (colour) target.dataset.colour = colour;
      else delete target.dataset.colour;
      if (content !== this.#content[cell]) target.replaceChildren(...contentOf(digit, notes, centre, this.geometry));
      this.#content[cell] = content;
      markNotes(target, masks, chosen);
    }
    if (this.#stop !== play.cell) {
      if (this.#stop >= 0) this.#cells[this.#stop].tabIndex = -1;
      this.#cells[play.cell].tabIndex = 0;
      this.#stop = play.cell;
    }
  }
}

// True if a finger on the board may have to scroll or to move a zoomed page.
function canScroll() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight || (window.visualViewport?.scale ?? 1) > 1;
}

// In a cell of 9x9 that also has centre marks, the notes fill these places in order: first the
// corners, then the sides. A small board has no note in the middle.
const kCorners = [0, 2, 6, 8, 1, 7, 3, 5, 4];

function contentOf(digit, notes, centre, { size, boxColumns }) {
  if (digit) return [element('span', { className: 'digit', aria: { hidden: true } }, digit)];
  // The text of centre marks comes from the style sheet. For screen readers, the cell's label has
  // the marks.
  const marks = centre ? [element('span', { className: 'centre', data: { digits: digitsIn(centre).join('') } })] : [];
  if (!notes) return marks;
  const places = digitsIn(notes).map((note, index) => {
    const place = centre && size === 9 ? kCorners[index] : note - 1;
    return element('i', { style: `grid-area: ${Math.floor(place / boxColumns) + 1} / ${(place % boxColumns) + 1}` }, `${note} `);
  });
  return [element('span', { className: 'notes', aria: { hidden: true } }, ...places), ...marks];
}

// A choice or a step of a hint changes only the classes of the notes. New elements for all of them
// would take the browser several times as long.
function markNotes(cell, masks, chosen) {
  for (const mark of cell.querySelectorAll('.notes i')) {
    const note = Number(mark.textContent);
    const kinds = Object.keys(masks).filter((name) => masks[name] & bitOf(note));
    mark.className = [note === chosen && 'chosen', ...kinds].filter(Boolean).join(' ');
  }
}

// Returns a function that maps a cell to what the cell shows:
// - classes: the CSS classes
// - digit: the digit, or 0
// - notes: the mask of the player's notes, or of the candidates that the hint shows
// - masks: masks of the candidates that the hint eliminates (`struck`), that its pattern uses
//   (`used`), and that are true or false in its chain (`on`, `off`)
// - centre: the mask of the centre marks
// - colour: the colour, or 0
// - chosen: the chosen digit if it is one of the notes, otherwise 0
// - label: a function that returns the text for screen readers
const kNoMasks = { struck: 0, used: 0, on: 0, off: 0 };

function viewOf({ game, cell: selected, chosen: selection = [selected], armed, filter = 0, mistakes, explained, isEditing, limit = 0, differing = [] }, settings) {
  if (!game) {
    return (cell) => ({ classes: edgesOf(cell, kNine), digit: 0, notes: 0, centre: 0, colour: 0, masks: kNoMasks, chosen: 0, label: () => `${nameOf(cell)}, ${t('cell.empty')}` });
  }
  const { geometry } = game;
  const showsMistakes = !game.isDone;
  const conflicts = new Set(showsMistakes && (settings.mistakes !== 'off' || isEditing) ? conflictsOf(game.digits, geometry) : []);
  const hint = explained && pictureOf(explained, game);
  const only = hint ? 0 : filter;
  const chosen = hint ? 0 : only || armed || (selection.includes(selected) ? game.digits[selected] : 0);

  return (cell) => {
    const digit = game.digits[cell];
    const ownNotes = game.notesAt(cell);
    const centre = digit ? 0 : game.centres[cell] ?? 0;
    const colour = game.colours[cell] ?? 0;
    const candidates = only && !digit && !ownNotes ? candidatesOf(game.digits, cell, geometry) : hint?.candidates.get(cell) ?? 0;
    const notes = only ? (ownNotes || candidates) & bitOf(only) : ownNotes || candidates;
    const isGiven = game.isGiven(cell);
    const isMarked = game.isMarked(cell);
    const isConflict = conflicts.has(cell);
    const isMistake = showsMistakes && (settings.mistakes === 'solution' || limit) && digit !== 0 && mistakes.get(cell) === digit;
    const classes = [
      edgesOf(cell, geometry),
      isGiven && 'given',
      selection.includes(cell) && 'selected',
      settings.showsHouses && !armed && !only && !hint && !game.isDone && selection.length === 1 && geometry.peers[selected].includes(cell) && 'house',
      (settings.showsSame || only) && chosen && !game.isDone && digit === chosen && 'same',
      only && digit && digit !== only && 'dim',
      only && notes && 'place',
      isConflict && 'conflict',
      isMistake && 'mistake',
      isMarked && showsMistakes && 'marked',
      differing.includes(cell) && 'pattern',
      hint?.houses.some((house) => geometry.houses[house].includes(cell)) && 'lit',
      hint?.pattern.get(cell) === 1 && 'pattern',
      hint?.pattern.get(cell) === 2 && 'pattern second',
      hint?.pattern.get(cell) === 3 && 'pattern chain',
      hint?.removed.has(cell) && 'removed',
      !ownNotes && notes && 'lent',
    ].filter(Boolean).join(' ');
    const maskOf = (kind) => hint?.[kind].get(cell) ?? 0;
    const hasChosen = chosen !== 0 && (notes & bitOf(chosen)) !== 0;
    const label = () => [
      nameOf(cell),
      digit ? t(isGiven ? 'cell.given' : 'cell.digit', { digit }) : notes || centre ? '' : t('cell.empty'),
      !digit && notes ? t(ownNotes ? 'cell.notes' : 'cell.candidates', { digits: digitsIn(notes).join(' ') }) : '',
      centre ? t('cell.centre', { digits: digitsIn(centre).join(' ') }) : '',
      colour ? t('cell.colour', { colour: t(`colour.${colour}`) }) : '',
      isConflict ? t('cell.conflict') : '',
      isMistake || (isMarked && showsMistakes) ? t('cell.wrong') : '',
    ].filter(Boolean).join(', ');
    const masks = hint ? { struck: maskOf('removed'), used: maskOf('used'), on: maskOf('on'), off: maskOf('off') } : kNoMasks;
    return { classes, digit, notes, centre, colour, masks, chosen: hasChosen ? chosen : 0, label };
  };
}

// The class of the line after row or column number `at`.
const edgeOf = (at, boxSide, size, name) => (at + 1 === size ? `no-${name}` : (at + 1) % boxSide === 0 ? name : '');
const edgesOf = (cell, { size, boxRows, boxColumns }) =>
  `${edgeOf(columnOf(cell), boxColumns, size, 'right')} ${edgeOf(rowOf(cell), boxRows, size, 'bottom')}`;

// A static board. `givens` and `digits` are texts with a digit for each cell, 0 for empty. `wrong`
// lists the cells that are shown as conflicts.
export function stillBoard(givens, digits = givens, wrong = []) {
  const geometry = geometryOf(givens);
  return element('div', { className: 'still', data: { size: geometry.size } }, ...geometry.cells.map((cell, at) => {
    const classes = `still-cell ${edgesOf(cell, geometry)} ${givens[at] !== '0' ? 'given' : ''} ${wrong.includes(cell) ? 'conflict' : ''}`;
    return element('span', classes, digits[at] === '0' ? '' : digits[at]);
  }));
}

// The picture of a game in a list, with lines of text and a button or a row of buttons beside it.
export function pictureWith(givens, digits, ...lines) {
  const picture = stillBoard(givens, digits);
  setAria(picture, { hidden: true });
  return [picture, element('div', 'words', ...lines)];
}

// @ts-check
// Maps keys to commands, and lists them for the dialog of keys. The key h moves left, as in vi. A
// hint costs time, so its key needs Shift.
const kMoves = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  a: [0, -1], d: [0, 1], w: [-1, 0], s: [1, 0],
  h: [0, -1], l: [0, 1], k: [-1, 0], j: [1, 0],
};
const kModes = { n: 'note', c: 'centre', v: 'colour' };
const kCommands = { f: 'filter', p: 'pause', Escape: 'escape', '?': 'keys' };
// Commands that repeat while the key is held down.
const kRepeating = ['move', 'extend', 'turn', 'undo', 'redo'];

function commandOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { name: shiftKey ? 'redo' : 'undo' };
    if (letter === 'y' && !shiftKey) return { name: 'redo' };
    const digit = /^Digit([1-9])$/.exec(code)?.[1];
    if (digit && !shiftKey) return { name: 'centre', digit: Number(digit) };
    if (key === 'Enter') return { name: 'submit' };
    if (key === 'Home') return { name: 'go', cell: 0 };
    if (key === 'End') return { name: 'go', cell: 80 };
    return null;
  }
  // The digits above the letters are recognized by their position (`code`). So on every keyboard
  // layout, such a key enters a digit, and with Shift it enters a note. Other digit keys, for
  // example of the numeric keypad, are recognized by their text (`key`).
  const digit = /^Digit([0-9])$/.exec(code)?.[1] ?? /^[0-9]$/.exec(key)?.[0];
  if (digit === '0' || key === 'Delete' || key === 'Backspace') return { name: 'erase' };
  if (digit) return { name: shiftKey ? 'note' : 'digit', digit: Number(digit) };
  if (key === 'PageUp' || key === 'PageDown') return { name: 'turn', by: key === 'PageUp' ? -1 : 1 };
  if (key === 'Home') return { name: 'edge', step: -1 };
  if (key === 'End') return { name: 'edge', step: 1 };
  // Tests Shift itself, not a capital letter: with Caps Lock on, h is still a move.
  if (shiftKey && key.toLowerCase() === 'h') return { name: 'hint' };
  if (shiftKey && key.startsWith('Arrow')) return { name: 'extend', move: kMoves[key] };
  const move = kMoves[key] ?? kMoves[key.toLowerCase()];
  if (move) return { name: 'move', move };
  if (kModes[key.toLowerCase()]) return { name: 'mode', mode: kModes[key.toLowerCase()] };
  const name = kCommands[key] ?? kCommands[key.toLowerCase()];
  return name ? { name } : null;
}

export function commandOf(event) {
  if (event.isComposing || event.key === 'Process') return null;
  const command = commandOfKey(event);
  return event.repeat && !kRepeating.includes(command?.name) ? null : command;
}

// The rows of the dialog: [keys to press, key of the text].
/** @type {[string[], string][]} */
export const kSheet = [
  [['←', '↑', '→', '↓', 'W A S D', 'H J K L'], 'keys.move'],
  [['Home', 'End'], 'keys.edges'],
  [['1', '…', '9'], 'keys.digit'],
  [['0', 'Del', '⌫'], 'keys.erase'],
  [['Shift+1', '…', 'Shift+9'], 'keys.note'],
  [['Ctrl+1', '…', 'Ctrl+9'], 'keys.centre'],
  [['N', 'C', 'V'], 'keys.modes'],
  [['F'], 'keys.filter'],
  [['Shift+←', '↑', '→', '↓'], 'keys.extend'],
  [['Ctrl+Z'], 'keys.undo'],
  [['Ctrl+Y', 'Ctrl+Shift+Z'], 'keys.redo'],
  [['Shift+H'], 'keys.hint'],
  [['PgUp', 'PgDn'], 'keys.turn'],
  [['P'], 'keys.pause'],
  [['Ctrl+Enter'], 'keys.submit'],
  [['Esc'], 'keys.escape'],
  [['?'], 'keys.sheet'],
];

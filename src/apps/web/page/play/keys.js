// @ts-check
// Maps keys to commands, and lists them for the dialog of keys. The key h moves left, as in vi. A
// hint costs time, so its key needs Shift.
const kMoves = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  a: [0, -1], d: [0, 1], w: [-1, 0], s: [1, 0],
  h: [0, -1], l: [0, 1], k: [-1, 0], j: [1, 0],
};
// The commands of keys by their names, and of letters, with and without Caps Lock.
const kCommands = {
  ...Object.fromEntries(Object.entries(kMoves).map(([key, move]) => [key, { name: 'move', move }])),
  n: { name: 'mode', mode: 'note' }, c: { name: 'mode', mode: 'centre' }, v: { name: 'mode', mode: 'colour' },
  f: { name: 'filter' }, p: { name: 'pause' }, Escape: { name: 'escape' }, '?': { name: 'keys' },
  Delete: { name: 'erase' }, Backspace: { name: 'erase' },
  PageUp: { name: 'turn', by: -1 }, PageDown: { name: 'turn', by: 1 }, Home: { name: 'edge', step: -1 }, End: { name: 'edge', step: 1 },
};
const kWithControl = { Enter: { name: 'submit' }, Home: { name: 'corner', at: 0 }, End: { name: 'corner', at: -1 }, z: { name: 'undo' }, y: { name: 'redo' } };
const kWithBoth = { ...kWithControl, z: { name: 'redo' }, y: null };  // Control and Shift
// Commands that repeat while the key is held down.
const kRepeating = ['move', 'extend', 'turn', 'undo', 'redo'];

function commandOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }) {
  const find = (commands) => commands[key] ?? commands[key.toLowerCase()] ?? null;
  if (altKey) return null;
  // The digits above the letters are recognized by their position (`code`). So on every keyboard
  // layout, such a key enters a digit, and with Shift it enters a note. Other digit keys, for
  // example of the numeric keypad, are recognized by their text (`key`).
  const place = /^Digit([0-9])$/.exec(code)?.[1];
  if (ctrlKey || metaKey) {
    const isMark = place > '0' && !shiftKey;
    return find(shiftKey ? kWithBoth : kWithControl) ?? (isMark ? { name: 'centre', digit: Number(place) } : null);
  }
  const digit = place ?? /^[0-9]$/.exec(key)?.[0];
  if (digit === '0') return { name: 'erase' };
  if (digit) return { name: shiftKey ? 'note' : 'digit', digit: Number(digit) };
  // Tests Shift itself, not a capital letter: with Caps Lock on, h is still a move.
  if (shiftKey && key.toLowerCase() === 'h') return { name: 'hint' };
  if (shiftKey && key.startsWith('Arrow')) return { name: 'extend', move: kMoves[key] };
  return find(kCommands);
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

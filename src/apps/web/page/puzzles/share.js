// @ts-check
// The share dialog: the puzzle as 81 characters, as a link and as a grid, each with a copy button.
import { byId, element, namedButton, openDialog } from '../shared/elements.js';
import { geometryOf } from '../game/geometry.js';
import { linkOf } from './link.js';
import { t } from '../shared/strings.js';

export function openShare({ puzzle }) {
  const { size } = geometryOf(puzzle);
  const forms = [
    ['share.line', puzzle.replaceAll('0', '.')],
    ...(linkOf(puzzle) === puzzle ? [] : [['share.link', linkOf(puzzle)]]),
    ['share.grid', puzzle.match(new RegExp(`.{${size}}`, 'g')).map((row) => [...row].join(' ')).join('\n')],
  ];
  byId('share-message').textContent = '';
  byId('share-list').replaceChildren(...forms.map(([key, text]) => {
    const field = element('textarea', { readOnly: true, rows: key === 'share.grid' ? size : 3, value: text, onfocus: () => field.select() });
    const label = element('label', '', element('span', '', t(key, { n: puzzle.length })), field);
    return element('div', 'copy', label, namedButton(t('share.copy'), t(key, { n: puzzle.length }), () => copyFrom(field)));
  }));
  openDialog('share-dialog');
}

// Copies the text to the clipboard. Resolves to false if the browser does not allow this.
export function copied(text) {
  return Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(() => true, () => false);
}

async function copyFrom(field) {
  field.select();
  byId('share-message').textContent = t(await copied(field.value) ? 'share.copied' : 'share.by-hand');
}

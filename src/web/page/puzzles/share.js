// @ts-check
// The share dialog: the puzzle as 81 characters, as a link and as a grid, each with a copy button.
import { button, byId, element, openDialog } from '../shared/elements.js';
import { linkOf } from './link.js';
import { t } from '../shared/strings.js';

export function openShare({ puzzle }) {
  const forms = [
    ['share.line', puzzle.replaceAll('0', '.')],
    ...(linkOf(puzzle) === puzzle ? [] : [['share.link', linkOf(puzzle)]]),
    ['share.grid', puzzle.match(/.{9}/g).map((row) => [...row].join(' ')).join('\n')],
  ];
  byId('share-message').textContent = '';
  byId('share-list').replaceChildren(...forms.map(([key, text]) => {
    const label = element('label');
    const field = element('textarea');
    field.readOnly = true;
    field.rows = key === 'share.grid' ? 9 : 3;
    field.value = text;
    field.addEventListener('focus', () => field.select());
    label.append(element('span', '', t(key)), field);
    const row = element('div', 'copy');
    const copy = button(t('share.copy'), () => copyFrom(field));
    copy.setAttribute('aria-label', `${t('share.copy')}: ${t(key)}`);
    row.append(label, copy);
    return row;
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

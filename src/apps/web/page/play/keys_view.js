// @ts-check
// Fills the dialog of keys, and finds the keys that a focused control handles itself.
import { byId, element } from '../shared/elements.js';
import { kSheet } from './keys.js';
import { t } from '../shared/strings.js';

// Lists the keys in the current language.
export function showKeys() {
  byId('keys-list').replaceChildren(...kSheet.map(([keys, text]) => {
    const names = keys.map((key) => (key === '…' ? '…' : element('kbd', '', key)));
    return element('div', '', element('dt', '', ...names), element('dd', '', t(text)));
  }));
}

// True if the focused control handles the key itself. The page then ignores the key.
export function isForControl({ target, key, ctrlKey, metaKey }) {
  if (target.matches('input[type="range"]')) return key !== 'Escape';
  if (target.matches('input, textarea')) return true;
  return target.matches('select') && !ctrlKey && !metaKey && (key.length === 1 || /^(Arrow|Home|End)/.test(key));
}

// @ts-check
// The settings dialog: one control per setting. Every change applies at once.
import { byId, element, openDialog } from '../shared/elements.js';
import { kSettings } from './settings.js';
import { t } from '../shared/strings.js';

// Calls onChange(name) after every change. When the language changes, the promise that onChange
// returns must resolve after the new texts are loaded. The dialog then shows its controls again in
// the new language.
export function openSettings(settings, onChange) {
  const list = byId('settings-list');
  const changed = async (name, value) => {
    settings.set(name, value);
    await onChange(name);
    if (name !== 'language') return;
    fill();
    byId('set-language').focus();
  };
  const fill = () => list.replaceChildren(...Object.entries(kSettings).filter(([name]) => name !== 'level')
    .map(([name, choices]) => (typeof choices[0] === 'boolean' ? checkBox(settings, name, changed) : choice(settings, name, choices, changed))));
  fill();
  openDialog('settings-dialog');
}

function checkBox(settings, name, changed) {
  const label = element('label', 'check');
  const box = element('input');
  box.type = 'checkbox';
  box.id = `set-${name}`;
  box.checked = settings[name];
  box.addEventListener('change', () => changed(name, box.checked));
  label.append(box, element('span', '', t(`settings.${name}`)));
  return label;
}

function choice(settings, name, choices, changed) {
  const label = element('label');
  const select = element('select');
  select.id = `set-${name}`;
  for (const value of choices) {
    const option = element('option', '', t(`settings.${name}.${value}`));
    option.value = value;
    select.append(option);
  }
  select.value = settings[name];
  select.addEventListener('change', () => changed(name, select.value));
  label.append(element('span', '', t(`settings.${name}`)), select);
  return label;
}

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
  const box = element('input', { type: 'checkbox', id: `set-${name}`, checked: settings[name], onchange: () => changed(name, box.checked) });
  return element('label', 'check', box, element('span', '', t(`settings.${name}`)));
}

function choice(settings, name, choices, changed) {
  const options = choices.map((value) => element('option', { value }, t(`settings.${name}.${value}`)));
  const select = element('select', { id: `set-${name}`, onchange: () => changed(name, select.value) }, ...options);
  select.value = settings[name];
  return element('label', '', element('span', '', t(`settings.${name}`)), select);
}

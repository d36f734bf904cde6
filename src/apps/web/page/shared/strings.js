// @ts-check
// Texts in English and Chinese, from two tables with the same keys. A value replaces "{name}".
// "{n|hint|hints}" becomes "hint" if n is 1, and "hints" otherwise.
import en from '../strings/en.json';
import zh from '../strings/zh.json';

const tables = { en, zh };
let language = 'en';

export const kLanguages = ['en', 'zh'];
export const currentLanguage = () => language;

export function preferredLanguage(languages = navigator.languages) {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => kLanguages.includes(tag));
  return known ?? 'en';
}

export function setLanguage(wanted) {
  language = wanted;
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en';
}

export const hasText = (key) => key in tables[language];

export function t(key, values = {}) {
  return tables[language][key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? values[name] : String(values[name]) === '1' ? one : many);
}

// Fills elements with data-t (text), data-label (aria-label) and data-tip (title).
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
  for (const element of root.querySelectorAll('[data-tip]')) element.title = t(element.dataset.tip);
}

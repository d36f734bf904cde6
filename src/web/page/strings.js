// @ts-check
// Texts in English and Chinese, from two tables with the same keys. A value replaces "{name}".
// "{n|hint|hints}" becomes "hint" if n is 1, and "hints" otherwise.
const tables = {};
let language = 'en';

export const kLanguages = ['en', 'zh'];
export const currentLanguage = () => language;

export function preferredLanguage(languages = navigator.languages) {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => kLanguages.includes(tag));
  return known ?? 'en';
}

async function load(wanted) {
  const response = await fetch(`/strings/${wanted}.json`);
  if (!response.ok) throw new Error(`no texts in ${wanted}`);
  tables[wanted] = await response.json();
}

// Loads the texts of a language and switches to them. If the texts cannot be loaded, tries once
// more. If the second attempt fails at the start of the page, switches to the other language
// instead. Then, in the background, loads the texts of the language that is not loaded yet, so that
// the player can switch later even without a server. Throws if the texts cannot be loaded. At the
// start of the page, throws only if the texts of both languages cannot be loaded.
export async function setLanguage(wanted) {
  if (!tables[wanted]) {
    const other = kLanguages.find((each) => each !== wanted);
    await load(wanted).catch(() => load(wanted)).catch(async (error) => {
      if (Object.keys(tables).length > 0) throw error;
      await load(other);
      wanted = other;
    });
  }
  language = wanted;
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en';
  for (const other of kLanguages) if (!tables[other]) load(other).catch(() => {});
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

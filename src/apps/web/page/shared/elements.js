// @ts-check
// Short functions that find, create and open elements.
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

// Calls the functions when the elements with these ids are clicked.
export function onClick(actions) {
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
}

// Creates an element. `properties`: its class, or an object with properties of the element, and
// with its role and the attributes aria-... and data-... in `role`, `aria` and `data`. `children`:
// elements and texts; false stands for none.
/** @type {(name: string, properties?: any, ...children: any[]) => any} */
export function element(name, properties = '', ...children) {
  const { role, aria = {}, data = {}, ...others } = typeof properties === 'string' ? { className: properties } : properties;
  const made = Object.assign(document.createElement(name), others);
  if (role) made.setAttribute('role', role);
  setAria(made, aria);
  Object.assign(made.dataset, data);
  made.append(...children.filter((child) => child !== false));
  return made;
}
export function setAria(target, values) {
  for (const [key, value] of Object.entries(values)) target.setAttribute(`aria-${key}`, String(value));
}
/** @type {(text: any, onclick: any, properties?: any, ...children: any[]) => any} */
export function button(text, onclick, properties = '', ...children) {
  return element('button', { type: 'button', onclick, ...(typeof properties === 'string' ? { className: properties } : properties) }, text, ...children);
}
// A button that a screen reader announces with what it is for: "Delete: Hard, 7:05".
export const namedButton = (text, about, onclick, className = '') => button(text, onclick, { className, aria: { label: `${text}: ${about}` } });

// Creates an element of a drawing (SVG).
export function shape(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

// Returns the name (data-act) of the focused element if it is inside `root`, otherwise null.
export function focusedAct(root) {
  const { activeElement } = document;
  return root.contains(activeElement) && activeElement instanceof HTMLElement ? activeElement.dataset.act : null;
}

// An element around each text or element, for example the cells of a row of a table.
export const elements = (name, texts) => texts.map((text) => element(name, '', text));

// Converts rows of [term, ...values] to the elements of a <dl>.
export const facts = (rows) => rows.map(([term, ...values]) => element('div', '', element('dt', '', term), ...elements('dd', values)));

// Opens a modal dialog. The browser keeps the focus inside, restores the focus afterwards, and
// closes the dialog on Escape.
export function openDialog(id) {
  const dialog = byId(id);
  if (!dialog.open) dialog.showModal();
  // The browser may have scrolled down to a focused button.
  dialog.scrollTop = 0;
  return dialog;
}

export function closeButtons() {
  for (const close of document.querySelectorAll('[data-close]')) {
    close.addEventListener('click', () => close.closest('dialog').close());
  }
}

// Asks for confirmation. The promise resolves to true for yes, to false for no or Escape.
export function confirmed(text, yes) {
  const dialog = openDialog('confirm');
  byId('confirm-text').textContent = text;
  byId('confirm-yes').textContent = yes;
  return new Promise((resolve) => {
    const answer = (value) => {
      resolve(value);
      dialog.close();
    };
    byId('confirm-yes').onclick = () => answer(true);
    byId('confirm-no').onclick = () => answer(false);
    dialog.onclose = () => resolve(false);
  });
}

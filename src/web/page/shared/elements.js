// @ts-check
// Short functions that find, create and open elements.
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** @type {(name: string, className?: string, text?: any) => any} */
export function element(name, className = '', text = undefined) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

export function button(text, onClick, className = '') {
  const made = element('button', className, text);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

// Returns the name (data-act) of the focused element if it is inside `root`, otherwise null.
export function focusedAct(root) {
  const { activeElement } = document;
  return root.contains(activeElement) && activeElement instanceof HTMLElement ? activeElement.dataset.act : null;
}

// Converts rows of [term, ...values] to the elements of a <dl>.
export function facts(rows) {
  return rows.map(([term, ...values]) => {
    const row = element('div');
    row.append(element('dt', '', term), ...values.map((value) => element('dd', '', value)));
    return row;
  });
}

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

// Short ways to find, make and open elements.
export const byId = (id) => document.getElementById(id);

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

// Rows of terms and values for a <dl>.
export function facts(rows) {
  return rows.map(([term, ...values]) => {
    const row = element('div');
    row.append(element('dt', '', term), ...values.map((value) => element('dd', '', value)));
    return row;
  });
}

// A modal dialog. The browser keeps the focus inside, gives it back at the end, and closes by Escape.
export function openDialog(id) {
  const dialog = byId(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export function closeButtons() {
  for (const close of document.querySelectorAll('[data-close]')) {
    close.addEventListener('click', () => close.closest('dialog').close());
  }
}

// Asks; the promise is true when the answer is yes.
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

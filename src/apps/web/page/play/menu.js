// @ts-check
// The menu beside the board. It is always open where there is room (style.css). Elsewhere, a button
// in the header opens it as a sheet, and a choice, Escape or a press beside it closes it. On a tall
// phone, its tools for notes are below the keys.
import { byId } from '../shared/elements.js';

export const isMenuOpen = () => byId('open-menu').getAttribute('aria-expanded') === 'true';

export function openMenu(isOpen) {
  const hadFocus = byId('menu').contains(document.activeElement);
  byId('open-menu').setAttribute('aria-expanded', String(isOpen));
  byId('menu').classList.toggle('open', isOpen);
  if (isOpen) byId('menu').querySelector('button:enabled').focus({ preventScroll: true });
  else if (hadFocus) byId('open-menu').focus();
}

const kTall = matchMedia('(max-aspect-ratio: 1/2)');  // as in style.css

function placeTools() {
  byId(kTall.matches ? 'below-keys' : 'groups').prepend(byId('mark-tools'));
}

export function setUpMenu() {
  placeTools();
  kTall.addEventListener('change', placeTools);
  byId('open-menu').addEventListener('click', () => openMenu(!isMenuOpen()));
  // This listener runs in the capture phase, so the menu closes before the button acts and may open
  // a dialog. When the dialog closes, it returns the focus to the element that had the focus
  // before. This works only if the element is visible, and the buttons of a closed menu are not
  // visible.
  byId('menu').addEventListener('click', ({ target }) => isMenuOpen() && target.closest('button, a') && openMenu(false), true);
  const closeBeside = ({ target }) => isMenuOpen() && !target.closest('#menu, #open-menu') && openMenu(false);
  document.addEventListener('pointerdown', closeBeside);
  document.addEventListener('focusin', closeBeside);
}

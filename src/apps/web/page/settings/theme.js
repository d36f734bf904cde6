// @ts-check
// Sets the theme before the first paint; app.js keeps it up to date. Also shows a message if a file
// of the page cannot be loaded. Without this message, the page would stay blank.
try {
  const { theme, highContrast } = JSON.parse(localStorage.getItem('dokumill.settings'));
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.contrast = highContrast ? 'high' : 'normal';
} catch {
  // Without readable settings, the theme of the system applies.
}

function showFailure() {
  const show = () => { document.getElementById('failure').hidden = false; };
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
}

// If a file cannot be loaded, its error event does not bubble. So this listener catches the event
// in the capture phase. The listener also gets errors in scripts.
window.addEventListener('error', ({ target }) => {
  const isNeeded = target === window || target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
  if (isNeeded && document.documentElement.dataset.ready !== 'yes') showFailure();
}, true);
window.addEventListener('unhandledrejection', () => {
  if (document.documentElement.dataset.ready !== 'yes') showFailure();
});
document.addEventListener('click', ({ target }) => target instanceof Element && target.id === 'reload' && location.reload());

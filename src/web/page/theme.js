// Sets the theme before the first paint; app.js keeps it up to date.
try {
  const { theme, highContrast } = JSON.parse(localStorage.getItem('dokumill.settings'));
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.contrast = highContrast ? 'high' : 'normal';
} catch {
  // Without readable settings, the theme of the system applies.
}

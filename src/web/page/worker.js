// @ts-check
// The service worker: keeps the files of the page, so that the page opens and games continue while
// the server is not running. Every file comes from the server if it answers, and from the cache
// otherwise, so the page is never older than its server. This worker does not handle calls of the
// API.
const kCache = 'dokumill';
/** @type {any} */
const scope = self;
const kPatience = 4000;  // ms until a server that does not answer counts as not running

// All files of the page except this file.
const kFiles = [
  '/', '/api.js', '/app.js', '/board.js', '/charts.js', '/clock.js', '/cover.js', '/daily.js', '/elements.js',
  '/finish_view.js', '/game.js', '/games_view.js', '/geometry.js', '/hint_card.js', '/hint_steps.js', '/hints.js',
  '/icon.svg', '/import.js', '/judge.js', '/keys.js', '/keys_view.js', '/link.js', '/mill.js', '/mill_card.js', '/mill_keep.js', '/pad.js', '/paste.js', '/play.js', '/print.js',
  '/results.js', '/rules.js', '/settings.js', '/settings_view.js', '/share.js', '/stats.js', '/store.js',
  '/strings.js', '/strings/en.json', '/strings/zh.json', '/style.css', '/summary.js', '/theme.js', '/times.js',
  '/times_view.js', '/walk.js', '/walk_view.js',
];

// Does not call cache.addAll(), which keeps no file at all if one file is missing.
async function fill() {
  const cache = await caches.open(kCache);
  await Promise.all(kFiles.map((path) => cache.add(path).catch(() => {})));
}

// If the player follows a link on another page to our page, the worker does not forward the
// browser's request: the server accepts such a visit only from the browser itself, not from a
// worker. So the worker sends a request of its own. The answer forbids frames, so no other page can
// show our page this way.
async function answer(request, path) {
  const cache = await caches.open(kCache);
  try {
    const response = await Promise.race([
      fetch(request),
      new Promise((_, reject) => {
        setTimeout(() => reject(new Error('no answer')), kPatience);
      }),
    ]);
    if (response.ok) await cache.put(path, response.clone()).catch(() => {});
    return response;
  } catch {
    return (await cache.match(path)) ?? Response.error();
  }
}

scope.addEventListener('install', (event) => event.waitUntil(fill().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  // A request with the token in its address gets a cookie, so it must go to the server.
  if (search.includes('token=')) return;
  const isVisit = event.request.mode === 'navigate' && event.request.destination === 'document';
  const isOurs = origin === scope.location.origin && kFiles.includes(pathname);
  if (isOurs && event.request.method === 'GET') event.respondWith(answer(isVisit ? pathname : event.request, pathname));
});

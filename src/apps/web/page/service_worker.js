// @ts-check
// The service worker of the published page: keeps the page, so that it opens at once on a slow network,
// and without any. The page comes from the cache, and the next visit gets what the server has now.
const kCache = 'dokumill';
/** @type {any} */
const scope = self;
const kFiles = ['./', 'manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'];
const addresses = kFiles.map((name) => new URL(name, scope.registration.scope).href);

// Asks the server, and keeps a whole answer: put() fails if the body ends early, and the former file
// stays.
async function update(cache, address) {
  const response = await fetch(address, { cache: 'no-cache' });
  const kept = response.ok && cache.put(address, response.clone()).catch(() => {});
  return { response, kept };
}

async function answer(event, address) {
  const cache = await caches.open(kCache);
  const former = await cache.match(address);
  const updating = update(cache, address);
  event.waitUntil(updating.then(({ kept }) => kept, () => {}));
  return former ?? (await updating).response;
}

scope.addEventListener('install', (event) => event.waitUntil(
  caches.open(kCache).then((cache) => cache.addAll(addresses)).then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = (origin + pathname).replace(/\/index\.html$/, '/');
  if (event.request.method === 'GET' && addresses.includes(address)) event.respondWith(answer(event, address));
});

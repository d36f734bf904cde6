// @ts-check
// The service worker of the published page: keeps the page, so that it opens without a network. The
// page comes from the server if it answers in time, and from the cache otherwise.
const kCache = 'dokumill';
/** @type {any} */
const scope = self;
const kPatience = 4000;  // ms until a server that does not answer counts as out of reach
const kFiles = ['./', 'manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'];
const addresses = kFiles.map((name) => new URL(name, scope.registration.scope).href);

async function answer(request, address) {
  const cache = await caches.open(kCache);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(kPatience) });
    if (response.ok) await cache.put(address, response.clone()).catch(() => {});
    return response;
  } catch {
    return (await cache.match(address)) ?? Response.error();
  }
}

scope.addEventListener('install', (event) => event.waitUntil(
  caches.open(kCache).then((cache) => cache.addAll(addresses)).then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = (origin + pathname).replace(/\/index\.html$/, '/');
  if (event.request.method === 'GET' && addresses.includes(address)) event.respondWith(answer(event.request, address));
});

// What makes the pages work without a network: everything is kept when they are first visited.
// With a network the newest is shown; what a server alone can do is never kept.

const VERSION = "";
const FILES = [];

const NAME = `fruitrage-${VERSION}`;

addEventListener("install", (event) => {
  const keep = async () => (await caches.open(NAME)).addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    // Others may have pages at the same host.
    await Promise.all(names.filter((name) => name.startsWith("fruitrage-") && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

async function answer(request) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const own = request.url.startsWith(registration.scope) && !path.startsWith(new URL("api/", registration.scope).pathname);
  if (request.method === "GET" && own) event.respondWith(answer(request));
});

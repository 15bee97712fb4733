// Keeps the whole site for when there is no network. The build writes in every address below this file, with a mark of its content.
const VERSION = "none";
const FILES = new Map(Object.entries({}));
const SCOPE = new URL(registration.scope);
const OURS = `tabletop-helper ${SCOPE.pathname} `; // with the path: two sites of one host do not disturb each other
const CACHE = OURS + VERSION;
const LIST = new URL("?files", SCOPE); // put there last: a cache that has it is complete
const AT_ONCE = 6;

const at = (path) => new URL(path, SCOPE);

async function former() {
  const known = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS) || name === CACHE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(LIST);
    for (const [path, mark] of list ? await list.json() : []) known.set(mark, { cache, path });
  }
  return known;
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function fetched(path, mark) {
  const isNamedByContent = path.startsWith("companion/");
  const response = await fetch(at(path), { cache: isNamedByContent ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${response.status} ${path}`);
  // Hosts may touch up pages, but these must be what was built: a login page of a hotel is an answer too.
  if (isNamedByContent && self.crypto?.subtle) {
    const found = hex(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
    if (!found.startsWith(mark)) throw new Error(`changed on its way: ${path}`);
  }
  return response;
}

// Whatever came from another address is copied without it: scripts would look for their neighbours there.
const moved = ({ body, headers }) => new Response(body, { headers });

async function keep(cache, known, path, mark) {
  if (await cache.match(at(path))) return;
  const old = known.get(mark);
  const kept = await old?.cache.match(at(old.path), { ignoreVary: true });
  const response = kept ?? await fetched(path, mark);
  await cache.put(at(path), response.url === at(path).href ? response : moved(response));
}

async function install() {
  const cache = await caches.open(CACHE);
  const known = await former();
  const waiting = [...FILES];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (waiting.length) await keep(cache, known, ...waiting.shift());
  }));
  await cache.put(LIST, Response.json([...FILES]));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return await cache.match(at(path), { ignoreVary: true }) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { href, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || !href.startsWith(SCOPE.href)) return;
  const path = pathname.slice(SCOPE.pathname.length).replace(/(^|\/)index\.html$/, "$1");
  if (FILES.has(path)) event.respondWith(kept(path, request));
  else if (FILES.has(`${path}/`)) event.respondWith(Response.redirect(at(`${path}/${search}`)));
});
self.addEventListener("message", (event) => {
  if (event.data === "take") self.skipWaiting();
  if (event.data !== "state") return;
  const state = caches.open(CACHE).then((cache) => cache.match(LIST));
  event.waitUntil(state.then((list) => event.source.postMessage({ offline: Boolean(list), version: VERSION })));
});

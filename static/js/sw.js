// The service worker: shows pushes and opens what they are about; without a network, it shows a page that says so.
// That page and its parts are all that it keeps: pages of the site are private.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OFFLINE = "/offline/";
const KEPT = `offline${worker.location.search}`; // each language has a worker and a page of its own

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keepOfflinePage().catch(console.warn)); // without it the browser's own page has to do
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable(), forgetOtherPages()]),
  );
});

async function forgetOtherPages() {
  if (worker.registration.installing) return; // the next worker is already keeping its page
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

// The parts are marked in the page: href="/static/….css?offline".
async function keepOfflinePage() {
  const page = await fetch(OFFLINE);
  const parts = (await page.clone().text()).matchAll(/(?:href|src)="([^"]+\?offline)"/g);
  const cache = await caches.open(KEPT);
  await cache.put(OFFLINE, page);
  await cache.addAll([...parts].map(([, path]) => path));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (request.url.endsWith("?offline")) event.respondWith(keptPart(request));
});

async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(OFFLINE, { cacheName: KEPT, ignoreVary: true });
    if (page) return page;
    throw error;
  }
}

async function keptPart(request) {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // A newer one of the same game takes the place of the older one, and is heard again.
  const options = { body, tag, renotify: true, data: { url } };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

// A tab that shows the game comes to the front; without one the game is opened.
async function show(url) {
  const { pathname } = new URL(url);
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => new URL(each.url).pathname === pathname);
  await (tab ? tab.focus() : worker.clients.openWindow(pathname));
}

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// Without the old endpoint the site can't tell whose browser this is; the page of notifications then offers to
// begin again.
async function renew({ oldSubscription: old, newSubscription }) {
  if (!old) return;
  const fresh = newSubscription ?? (await worker.registration.pushManager.subscribe(old.options));
  await fetch("/push/change/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ old: old.endpoint, new: fresh }),
  });
}

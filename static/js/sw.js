// The service worker: shows pushes, opens what they are about, and keeps nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // A newer one of the same game takes the place of the older one, and is heard again.
  const options = { body, tag, renotify: true, data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

// A tab that shows the game comes to the front; without one the game is opened.
async function show(url) {
  const { pathname } = new URL(url);
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => new URL(each.url).pathname === pathname);
  await (tab ? tab.focus() : self.clients.openWindow(pathname));
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// Without the old endpoint nobody knows whose browser this is; the page of notifications then offers to
// begin again.
async function renew({ oldSubscription: old, newSubscription }) {
  if (!old) return;
  const fresh = newSubscription ?? await self.registration.pushManager.subscribe(old.options);
  await fetch("/push/change/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ old: old.endpoint, new: fresh }),
  });
}

// The service worker comes after the page: it is for pushes, and for when the network is gone.
// It keeps a page for that; in another language it is another worker, which keeps its own.

if ("serviceWorker" in navigator) {
  const { lang } = document.documentElement;
  addEventListener("load", () => navigator.serviceWorker.register(`/sw.js?${lang}`, { scope: "/" }));
}

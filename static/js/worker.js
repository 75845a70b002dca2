// The service worker comes after the page: it is for pushes, and for when the network is gone.

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js", { scope: "/" }));
}

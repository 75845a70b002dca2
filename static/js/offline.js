// The page that the service worker shows without a network: it gives way as soon as there is one.

addEventListener("online", () => location.reload());

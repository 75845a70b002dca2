// This browser's push subscription, and how the site is told of it.

export async function currentSubscription() {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  return registration?.pushManager?.getSubscription();
}

// The CSRF token is that of the form or the region from which something is sent.
export function postJSON(url, body, region) {
  const token = region.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

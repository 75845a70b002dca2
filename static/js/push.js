// Push to this browser, on or off: the part of the page of notifications with [data-push].
import { currentSubscription, postJSON } from "./subscription.js";

const part = document.querySelector("[data-push]");
const { push: key, worker, subscribe, unsubscribe } = part.dataset;
const says = (what) => part.querySelector(`[data-push-says=${what}]`);
const button = (what) => part.querySelector(`[data-push-do=${what}]`);

const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function send(where, body) {
  const response = await postJSON(where, body, part);
  if (response.ok) return;
  const answer = await response.json().catch(() => ({}));
  throw new Error(answer.detail);
}

// A subscription with a key that the site had before gets no more pushes.
const isOurs = ({ options }) => String(new Uint8Array(options.applicationServerKey ?? [])) === String(bytes);

async function subscription() {
  const found = await currentSubscription();
  if (!found || isOurs(found)) return found;
  await found.unsubscribe();
  return null;
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return;
  await navigator.serviceWorker.register(`${worker}?${document.documentElement.lang}`, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  // Its old one may be refused by the push service: a new one has another endpoint.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  try {
    await send(subscribe, made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  location.reload(); // the list of browsers has one more
}

async function turnOff() {
  const found = await subscription();
  if (found) {
    await send(unsubscribe, { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  location.reload();
}

// On is what both know of: the browser may have been removed from the list, or got a new endpoint.
async function show() {
  const denied = Notification.permission === "denied";
  const found = denied ? null : await subscription();
  const listed = [...document.querySelectorAll("[data-push-endpoint]")];
  const on = listed.some((each) => each.dataset.pushEndpoint === found?.endpoint);
  says("none").hidden = true;
  says("denied").hidden = !denied;
  button("on").hidden = denied || on;
  button("off").hidden = !on;
}

function trying(verb) {
  return async () => {
    says("failed").hidden = true;
    try {
      await verb();
      await show();
    } catch (error) {
      if (error instanceof Error && error.message) console.warn(error.message);
      says("failed").hidden = false;
    }
  };
}

// iPads say that they are Macs; no Mac has a screen to touch.
function isApplesPhone() {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  button("on").addEventListener("click", trying(turnOn));
  button("off").addEventListener("click", trying(turnOff));
  trying(show)();
} else if (isApplesPhone()) {
  says("none").hidden = true;
  says("install").hidden = false;
}

// Logging out ends pushes to this browser: its next user must not read them. They begin again
// when the same player logs in here, so the subscription stays. What the server isn't told in two
// seconds it ends by itself, if it knows in which session it began.

async function endPush(form) {
  const { currentSubscription, postJSON } = await import("./subscription.js");
  const subscription = await currentSubscription();
  if (!subscription) return;
  await postJSON(form.dataset.logout, { endpoint: subscription.endpoint, logout: true }, form);
}

for (const form of document.querySelectorAll("form[data-logout]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const enough = new Promise((done) => setTimeout(done, 2000));
    await Promise.race([endPush(form).catch(() => {}), enough]);
    form.submit();
  });
}

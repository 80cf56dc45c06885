/*
 * Shows notes of new letters, of new ladies, of times to talk and of who asks to talk while no page is looked at, and
 * leads to what they are about. It keeps nothing and answers no page.
 */
self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data.json()));
});

async function tell({ title, body, lang, url, tag = "letters", until, past }) {
  // One note stands for all letters, one for all searches, one for what each partner asks or proposes: a newer one takes
  // the place of the older.
  const show = (said, how) =>
    self.registration.showNotification(said.title, {
      body: said.body,
      lang,
      tag,
      icon: "/static/images/apple-touch-icon.png",
      data: { url },
      ...how,
    });
  if (!past) return await show({ title, body });
  if (await isLookedAt()) {
    // The page itself rings, and stops when it is over; where one is looked at, browsers let a push go by unshown.
    for (const note of await self.registration.getNotifications({ tag })) note.close();
  } else if (Date.now() < until) await show({ title, body }, { renotify: true });
  // Too late, or answered elsewhere: browsers want to see something, and it says what is true still.
  else await show(past, { silent: true });
}

async function isLookedAt() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === "visible");
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

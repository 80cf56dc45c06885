/* Shows notes of new letters and new ladies while no page is open, and leads to them. It keeps nothing and answers no page. */
self.addEventListener("push", (event) => {
  const { title, body, lang, url, tag = "letters" } = event.data.json();
  // One note stands for all letters, and one for all searches: a newer one takes the place of the older.
  const note = { body, lang, tag, icon: "/static/images/apple-touch-icon.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, note));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

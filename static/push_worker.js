/* Shows notes of new letters while no page is open, and leads to the letter. It keeps nothing and answers no page. */
self.addEventListener("push", (event) => {
  const { title, body, lang, url } = event.data.json();
  // One note stands for all letters: a newer one takes the place of the older.
  const note = { body, lang, tag: "letters", icon: "/static/images/apple-touch-icon.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, note));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

/*
 * The worker of members' browsers. Shows notes of new letters, of new ladies, of times to talk and of who asks to talk
 * while no page is looked at, and leads to what they are about. And answers a page that cannot be loaded for want of a
 * connection with one that says so. That page, its sheet and its script are all that it keeps: never anybody's page. A form
 * that gets no answer leaves its page as it is; the worker never sends it again.
 *
 * `offline` is written above by routes/offline/worker.ts: the version of what is kept, the page by the prefix of the
 * language, the files that all the pages name, the typefaces that their sheet names, which nothing else asks for, and the
 * field by which a page knows its form.
 */
const cacheName = `offline-${offline.version}`;
const filesHere = [...offline.files, ...offline.faces];

self.addEventListener("install", (event) => {
  // A browser that cannot be told so asks the worker, which lets them pass.
  event.waitUntil(passBy(event).catch(() => {}));
  // At once: it fits older pages as well as newer ones, because none of them needs anything of it.
  event.waitUntil(keepOffline().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOlder(), self.registration.navigationPreload?.enable()]));
});

/** Where browsers can be told, nothing but pages and the files of the page kept here wakes the worker. */
async function passBy(event) {
  const to = (source) => (condition) => ({ condition, source });
  const mine = filesHere.map((pathname) => ({ urlPattern: { pathname } }));
  const others = ["no-cors", "cors", "same-origin"].map((requestMode) => ({ requestMode }));
  await event.addRoutes?.([...mine.map(to("fetch-event")), ...others.map(to("network"))]);
}

async function keepOffline() {
  // Without cookies: what is kept is the same for everybody.
  const get = async (url, cache) => {
    const answer = await fetch(url, { credentials: "omit", cache });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return [url, answer];
  };
  const pages = await Promise.all(offline.pages.map(([, url]) => get(url, "reload")));
  for (const [url, page] of pages) {
    const text = await page.clone().text();
    // While the site changes to another version, page and files may come from two of them: the next try is of one.
    if (!offline.files.every((file) => text.includes(file))) throw new Error(`${url} is of another version`);
  }
  const files = await Promise.all(filesHere.map((url) => get(url, "default")));
  const cache = await caches.open(cacheName);
  await Promise.all([...pages, ...files].map(([url, answer]) => cache.put(url, answer)));
}

async function dropOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith("offline-") && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(load(event, pathname));
  else if (isOwnForm(request)) event.respondWith(send(request));
  else if (filesHere.includes(pathname)) event.respondWith(kept(pathname));
});

async function load(event, pathname) {
  try {
    // The browser asked the site while it woke the worker. Firefox answers a failure where others throw it.
    const answer = await event.preloadResponse;
    return answer && answer.type !== "error" ? answer : await fetch(event.request);
  } catch (error) {
    const [, page] = offline.pages.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`));
    const answer = await kept(page).catch(() => null);
    if (!answer?.ok) throw error;
    return answer;
  }
}

/**
 * A form of a page of ours. Those from elsewhere pass by, so that the site sees for itself where they come from; and those
 * with files, and downloads (so encoded as well), because they may take longer than a browser lets a worker work.
 */
const isOwnForm = ({ mode, method, referrer, headers }) =>
  mode === "navigate" && method === "POST" && referrer.startsWith(`${location.origin}/`) &&
  headers.get("content-type") === "application/x-www-form-urlencoded";

/**
 * How long a form may go without an answer. Chromium ends a worker's work after five minutes, and then sends the form again
 * by itself. Three are enough for the longest form on the slowest line: the server takes 1 MB at most, and gives it 20 s and
 * another second for each 8 kB (services/http/limits.ts), which makes 148 s.
 */
const patienceMs = 180_000;

/** If no answer comes, the browser stays with the page and what was entered there, provided that the page says why. */
async function send(request) {
  const form = request.clone();
  let timer;
  const answer = await Promise.race([
    fetch(request).catch(() => Response.error()),
    new Promise((resolve) => timer = setTimeout(resolve, patienceMs, Response.error())),
  ]);
  clearTimeout(timer);
  if (answer.type !== "error" || !await isTold(await nameOf(form))) return answer;
  return new Response(null, { status: 204 });
}

/** Null if the form was sent before the page's scripts ran. */
const nameOf = async (form) => new URLSearchParams(await form.text()).get(offline.sentAsField);

/** Whether the page that sent it takes it upon itself to tell its reader. */
async function isTold(unanswered) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return await new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(true);
      page.postMessage({ unanswered }, [port2]);
    }
    setTimeout(resolve, 1000, false);
  });
}

const kept = async (url) => await caches.match(url, { cacheName, ignoreVary: true }) ?? await fetch(url);

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data.json()));
});

async function tell({ title, body, lang, url, tag = "letters", until, isOver = until === 0, past }) {
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
  } else if (!isOver) await show({ title, body }, { renotify: true });
  // Browsers want to see something, and it says what is true still. That it is over the site says: a device's clock may
  // be minutes off, and what comes too late its push service drops.
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

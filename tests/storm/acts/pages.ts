/** People look at pages, as guests and as members. */
import { isHere } from "../people.ts";
import { type Act, pick } from "../world.ts";

const guestPages = [
  "/en",
  "/zh-hans",
  "/search",
  "/en/search?ageFrom=25&ageTo=40",
  "/girls/Online_Ladies",
  "/girls/New_Ladies",
  "/girls/Top_50",
  "/blog",
  "/faq",
  "/success-stories",
];
const ownPages = {
  man: ["/man/mail/inbox", "/man/mail/outbox", "/man/balance/history", "/man/balance/purchase", "/man/chat"],
  lady: ["/lady/mail/inbox", "/lady/mail/outbox", "/lady/profile", "/lady/chat"],
};

/** Looks at a page, and now and then at a profile that it links. */
export const lookAtPage: Act = async (world, person, random) => {
  const { book, client } = world;
  const isGuest = random() < 0.5;
  const path = pick(random, isGuest ? guestPages : ownPages[person.kind]);
  const timesOut = person.timesOut;
  const reply = await client.ask(isGuest ? null : person, { path });
  if (!reply) return;
  const mayBeOut = !isGuest && (!isHere(person) || person.timesOut !== timesOut);
  if (reply.status !== 200 && !mayBeOut) book.fault(`GET ${path} was answered ${reply.status}`);
  if (reply.status === 200 && !reply.text.includes("</html>")) book.fault(`GET ${path} ended before its end`);
  book.count(`pages ${reply.status}`);
  world.acted("pages");
  const profiles = [...reply.text.matchAll(/href="((?:\/en|\/zh-hans)?\/girl\/[^"]+)"/g)].map(([, profile]) =>
    profile!
  );
  if (!isGuest || profiles.length === 0 || random() < 0.5) return;
  const profile = await client.ask(null, { path: pick(random, profiles) });
  // She may have left, or been suspended, since the list was made.
  if (profile && ![200, 404].includes(profile.status)) book.fault(`a profile was answered ${profile.status}`);
  if (profile) book.count(`profiles ${profile.status}`);
};

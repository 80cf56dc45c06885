import { expect } from "expect";
import { setMailWish } from "../accounts/mail_wishes.ts";
import { type User, userById } from "../accounts/users.ts";
import { wordLocales } from "../ladies/record.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { asDistantProcess, Way } from "../testing/distant_store.ts";
import { createPeople, createUser, type TestStore, testStore } from "../testing/store.ts";
import {
  beginNewsletter,
  isReaderOf,
  type Newsletter,
  newsletterById,
  newsletterProgress,
  newsletters,
  newsletterStateOf,
  type NewsletterWish,
  newsletterWordsFor,
  readersOf,
  removeNewsletter,
  saveNewsletter,
  sendNewsletterPart,
  stopNewsletter,
  tryNewsletter,
} from "./newsletters.ts";

const adminId = 99;
const texts = Object.fromEntries(
  wordLocales.map((locale) => [locale, { subject: `Spring ${locale}`, body: "A letter costs less\n\nin March." }]),
);
const wish: NewsletterWish = { readers: "everybody", texts, path: "/blog/1", actorId: adminId };

async function draftIn(store: TestStore, facts: Partial<NewsletterWish> = {}): Promise<Newsletter> {
  const saved = await saveNewsletter(store, { ...wish, ...facts });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.newsletter;
}

const begin = (store: TestStore, { id, changedAt }: Newsletter) =>
  beginNewsletter(store, id, { actorId: adminId, seenChangedAt: changedAt });

/** Runs jobs until none is due; returns whom the mails would go to, in the order of the accounts. */
async function mailed(store: TestStore): Promise<number[]> {
  const people: number[] = [];
  const run = async (job: Job) => {
    if (job.kind === "newsletter_part") await sendNewsletterPart(store, job.newsletterId, job.afterId);
    if (job.kind === "newsletter_mail") people.push(job.userId);
  };
  do store.clock.advance({ ms: 10_000 }); while (await runDueJobs(store, run, (_, error) => Promise.reject(error)) > 0);
  return people.sort((one, other) => one - other);
}

async function wishers(store: TestStore, count: number): Promise<User[]> {
  const made: User[] = [];
  for (let at = 0; at < count; at++) {
    made.push(
      await createUser(store, { email: `reader-${at}@vesna.test`, groupId: at % 3 === 0 ? 2 : 1, promoEmails: true }),
    );
  }
  return made;
}

Deno.test("a draft wants its words in the languages of the site; another language may be left out, or half of it not", async () => {
  using store = await testStore();
  const refused = await saveNewsletter(store, {
    ...wish,
    texts: { ...texts, "zh-Hans": { subject: " ", body: "" }, uk: { subject: "Весна", body: "" } },
    path: "//evil.example",
  });
  expect(refused).toMatchObject({
    reason: "invalid",
    fields: { "zh-Hans.subject": "required", "zh-Hans.body": "required", "uk.body": "required", path: "wrong_value" },
  });
  const { texts: kept } = await draftIn(store, { texts: { ...texts, uk: { subject: "Весна", body: "У березні." } } });
  expect(newsletterWordsFor(kept, "uk")).toMatchObject({ subject: "Весна", locale: "uk" });
  expect(newsletterWordsFor(kept, "ro")).toMatchObject({ subject: "Spring en", locale: "en" });
});

Deno.test("it goes once to each of hundreds who wished for it, and to nobody else, however often its parts are told", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const readers = await wishers(store, 230);
  const newsletter = await draftIn(store);
  expect(await readersOf(store, newsletter)).toBe(230);
  expect(await begin(store, newsletter)).toMatchObject({ ok: true });
  // A second press is no second newsletter.
  expect(await begin(store, newsletter)).toMatchObject({ ok: true });
  for (let times = 0; times < 3; times++) await sendNewsletterPart(store, newsletter.id, 0);
  const people = await mailed(store);
  expect(people).toEqual(readers.map(({ id }) => id));
  expect(people).not.toContain(james.id);
  expect(people).not.toContain(olena.id);
  const sent = (await newsletterById(store, newsletter.id))!;
  expect([newsletterStateOf(sent), sent.sending!.people]).toEqual(["sent", 230]);
});

Deno.test("answers that are lost on the way from a store elsewhere write to nobody twice", async () => {
  using store = await testStore();
  const readers = await wishers(store, 120);
  const newsletter = await draftIn(store);
  const way = new Way();
  const distant = asDistantProcess(store, way, "one");
  way.lostAnswers = 20;
  await beginNewsletter(distant, newsletter.id, { actorId: adminId, seenChangedAt: newsletter.changedAt });
  await sendNewsletterPart(distant, newsletter.id, 0);
  expect(way.lost).toBeGreaterThan(1);
  expect(await mailed(store)).toEqual(readers.map(({ id }) => id));
});

Deno.test("to men or to ladies alone; not to who is kept out, and not to staff", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (const { id } of [james, olena]) await setMailWish(store, id, "newsletters", true);
  const reads = async ({ id }: User, readers: Newsletter["readers"]) =>
    isReaderOf({ readers }, (await userById(store, id))!);
  expect([await reads(james, "men"), await reads(james, "ladies"), await reads(james, "everybody")])
    .toEqual([true, false, true]);
  expect([await reads(olena, "men"), await reads(olena, "ladies"), await reads(olena, "everybody")])
    .toEqual([false, true, true]);
  const his = (await userById(store, james.id))!;
  expect(isReaderOf({ readers: "everybody" }, { ...his, groupId: 3 })).toBe(false);
  const suspension = { at: 1, reason: "conduct" } as unknown as User["suspension"];
  expect(isReaderOf({ readers: "everybody" }, { ...his, suspension })).toBe(false);
});

Deno.test("what was begun is changed and taken away no more; stopped, it writes to nobody else", async () => {
  using store = await testStore();
  await wishers(store, 150);
  const newsletter = await draftIn(store);
  expect(await beginNewsletter(store, newsletter.id, { actorId: adminId, seenChangedAt: 1 }))
    .toMatchObject({ reason: "conflict" });
  await begin(store, newsletter);
  expect(await saveNewsletter(store, { ...wish, id: newsletter.id })).toMatchObject({ reason: "conflict" });
  expect(await removeNewsletter(store, newsletter.id, adminId)).toMatchObject({ reason: "conflict" });
  await sendNewsletterPart(store, newsletter.id, 0);
  const untilId = (await newsletterById(store, newsletter.id))!.sending!.untilId;
  expect(await stopNewsletter(store, newsletter.id, adminId)).toMatchObject({ ok: true });
  await sendNewsletterPart(store, newsletter.id, untilId);
  const stopped = (await newsletterById(store, newsletter.id))!;
  // Its mails still waited: nobody was written to.
  expect([newsletterStateOf(stopped), stopped.sending!.people]).toEqual(["stopped", 0]);
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(records.map(({ action }) => action))
    .toEqual(["newsletter_stopped", "newsletter_begun", "newsletter_written"]);
});

Deno.test("it can be stopped as long as one of its mails waits, and no longer", async () => {
  using store = await testStore();
  const progressOf = async (id: number) => (await newsletterProgress(store, await newsletters(store))).get(id);
  await wishers(store, 3);
  const newsletter = await draftIn(store);
  await tryNewsletter(store, newsletter.id, adminId);
  await begin(store, newsletter);
  await sendNewsletterPart(store, newsletter.id, 0);
  expect(newsletterStateOf((await newsletterById(store, newsletter.id))!)).toBe("sent");
  expect(await progressOf(newsletter.id)).toEqual({ people: 0, state: "under_way" });
  expect(await stopNewsletter(store, newsletter.id, adminId)).toMatchObject({ ok: true });
  expect(newsletterStateOf((await newsletterById(store, newsletter.id))!)).toBe("stopped");

  const other = await draftIn(store);
  await begin(store, other);
  await mailed(store);
  expect(await progressOf(other.id)).toEqual({ people: 3, state: "sent" });
  expect(await stopNewsletter(store, other.id, adminId)).toMatchObject({ reason: "conflict" });
  expect((await newsletterById(store, other.id))!.sending).toMatchObject({ people: 3 });
});

Deno.test("a trial goes to who writes it, and nothing is begun by it; a draft can be taken away", async () => {
  using store = await testStore();
  const newsletter = await draftIn(store);
  expect(await tryNewsletter(store, newsletter.id, adminId)).toEqual({ ok: true });
  expect(await mailed(store)).toEqual([adminId]);
  expect(newsletterStateOf((await newsletterById(store, newsletter.id))!)).toBe("draft");
  expect(await removeNewsletter(store, newsletter.id, adminId)).toMatchObject({ ok: true });
  expect(await tryNewsletter(store, newsletter.id, adminId)).toMatchObject({ reason: "not_found" });
});

Deno.test("when somebody wished for newsletters is kept, and when no more", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  expect((await userById(store, james.id))!.promoEmailsAt).toBe(undefined);
  await setMailWish(store, james.id, "newsletters", true);
  const wishedAt = store.now();
  expect((await userById(store, james.id))!).toMatchObject({ promoEmails: true, promoEmailsAt: wishedAt });
  store.clock.advance({ ms: 5000 });
  await setMailWish(store, james.id, "letters", false);
  expect((await userById(store, james.id))!.promoEmailsAt).toBe(wishedAt);
  await setMailWish(store, james.id, "newsletters", false);
  expect((await userById(store, james.id))!).toMatchObject({ promoEmails: false, promoEmailsAt: wishedAt + 5000 });
});

/** The desk, in the inbox and on the home page: what waits there, and what it suggests to do now. */
import { expect } from "expect";
import { type User, userById } from "../../../../kv/accounts/users.ts";
import { post } from "../../../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../../../kv/credits/ledger/spending_limit.ts";
import { keepFavourite } from "../../../../kv/ladies/favourites.ts";
import type { LadyRecord } from "../../../../kv/ladies/record.ts";
import { noteVisit } from "../../../../kv/ladies/visits.ts";
import { letterDraftsOf, saveLetterDraft } from "../../../../kv/letters/letter_drafts.ts";
import { setBlocked } from "../../../../kv/safety/blocks.ts";
import { dayMs } from "../../../../kv/store/days.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { paidPayment, say } from "../../../../kv/testing/payments.ts";
import { proposeTalk } from "../../../../kv/talks/talks.ts";
import type { Visitor } from "../../../testing/site.ts";
import { htmlOf, type MailWorld, secret, testMail, withSealedLetter } from "../testing/mail.ts";

/** Only the desk of a page: its HTML, and its words without tags. */
async function deskAt(visitor: Visitor, path: string): Promise<{ html: string; words: string }> {
  const page = await htmlOf(visitor.get(path));
  const [html] = /<section class="desk-now"[\s\S]*?(?=<section class="meet"|<footer|<section class="wrap)/.exec(page)!;
  return { html, words: html.replace(/<(?:"[^"]*"|[^">])*>/g, " ").replace(/\s+/g, " ") };
}

const bothPaths = ["/en/man/mail/inbox", "/en"];

async function begin(world: MailWorld, author: User, partner: User, body: string): Promise<void> {
  const written = { body, sendKey: "a-key-of-a-draft", attachmentIds: [], base: 0, ageMs: 0 };
  expect((await saveLetterDraft(world.site.store, author.id, partner.id, written)).ok).toBe(true);
}

Deno.test("a sealed letter lies there as an envelope with its price, and not a word of it", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  for (const path of bothPaths) {
    const { html, words } = await deskAt(world.his, path);
    expect(words).toContain("2 letters are waiting for you. One of them is an introduction, free to read.");
    expect(words).toContain("Olena 2 letters. The newest: Sealed, 5 credits");
    expect(html).toContain(`/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}#letter-${sealed.id}`);
    expect(html).not.toContain(secret);
  }
});

Deno.test("a man with three credits is told what a letter costs, what he has, and where he gets more", async () => {
  await using world = await testMail({ credits: 13 });
  const { introduction } = await withSealedLetter(world);
  for (const path of bothPaths) {
    const { html, words } = await deskAt(world.his, path);
    expect(words).toContain("Opening one costs 5 credits and you have 3.");
    expect(words).toContain("One of them is an introduction, free to read.");
    expect(words).toContain("Read a free letter Buy credits");
    expect(html).toContain(`#letter-${introduction.id}" class="btn">`);
    expect(html).toMatch(/href="\/en\/man\/balance\/purchase\?next=[^"]+" class="btn btn--quiet">Buy credits/);
  }
});

Deno.test("a man at his own limit of the day is told when the next day begins", async () => {
  await using world = await testMail({ credits: 33 });
  await withSealedLetter(world);
  const { site: { store }, james } = world;
  await setSpendingLimit(store, james.id, 1);
  for (const path of bothPaths) {
    const { words } = await deskAt(world.his, path);
    expect(words).toMatch(/your own daily limit\. The next day begins at \d+:\d\d/);
  }
});

Deno.test("a man who owes credits after a refunded payment is told that, and not that he has none", async () => {
  await using world = await testMail();
  const { site: { store }, james } = world;
  await withSealedLetter(world);
  const payment = await paidPayment(store, james.id);
  const spent = { operation: "sent_letter", reference: {}, idempotencyKey: "spent" } as const;
  await post(store, { manId: james.id, deltaCredits: -200, ...spent });
  await say(store, payment, { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" });
  for (const path of bothPaths) {
    const { words } = await deskAt(world.his, path);
    expect(words).toContain("After a refunded payment you owe credits.");
    expect(words).not.toContain("Opening one costs");
    expect(words).toContain("Read a free letter Buy credits");
  }
});

Deno.test("a man who begins is told whom he may write to, for how much, and that his own page is blank", async () => {
  await using world = await testMail({ credits: 20 });
  const { html, words } = await deskAt(world.his, "/en/man/mail/inbox");
  expect(words).toContain("No letters yet Write to somebody whose words you like");
  expect(words).toContain("A letter costs 10 credits, translation included; you have 20.");
  expect(words).toContain("it is still blank");
  expect(html).toContain('href="/en/man/welcome"');
  expect(words).toContain("Somebody to begin with New Olena 35");
  // The home page shows ladies anyway.
  expect((await deskAt(world.his, "/en")).words).not.toContain("Somebody to begin with");
  await world.his.post("/en/man/men-account/about", { about: "I mend clocks." });
  const { words: later } = await deskAt(world.his, "/en/man/mail/inbox");
  expect(later).not.toContain("still blank");
});

Deno.test("a man with an empty profile is reminded of it until he lets that go, and never of questions that he passed over", async () => {
  await using world = await testMail({ credits: 20 });
  const { store } = world.site;
  await world.write(world.olena, world.james, "Good evening");
  for (const path of bothPaths) {
    const { html, words } = await deskAt(world.his, path);
    expect(words).toContain("A letter is waiting for you.");
    expect(words).toContain("it is still blank");
    expect(html).toContain('href="/en/man/welcome"');
  }
  await world.his.post("/en/man/welcome", { do: "skip" });
  const { html } = await deskAt(world.his, "/en");
  expect(html).not.toContain("/en/man/welcome");
  expect(html).toContain('href="/en/man/men-account/about"');
  const before = await userById(store, world.james.id);
  expect((await world.hers.post("/en/lady/mail/inbox", { action: "letGo" })).status).toBe(400);
  const answer = await world.his.post("/en/man/mail/inbox", { action: "letGo" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/en/man/mail/inbox"]);
  for (const path of bothPaths) expect((await deskAt(world.his, path)).words).not.toContain("still blank");
  expect(await userById(store, world.james.id)).toEqual({ ...before, firstQuestions: "letGo" });
});

Deno.test("a lady with twenty letters sees six envelopes, how many more there are, and who has waited longest", async () => {
  await using world = await testMail();
  const men: User[] = [];
  for (let count = 1; count <= 20; count++) {
    const writer = await world.site.addMan({ firstname: `Writer${String(count).padStart(2, "0")}`, credits: 10 });
    men.push(writer);
    await world.write(writer, world.olena, "Good evening");
  }
  for (const path of ["/en/lady/mail/inbox", "/en"]) {
    const { html, words } = await deskAt(world.hers, path);
    expect(words).toContain("20 letters are waiting for you. Writer01 has been waiting longest");
    expect(html.match(/class="flap"/g)?.length).toBe(6);
    expect(words).toContain("Writer20 New letter");
    expect(words).toContain("14 more are in the list of your letters");
    expect(html).toContain(`/en/lady/mail/inbox/conversation/${men[0]!.id}/`);
    expect(words).not.toContain("credit");
  }
});

Deno.test("a lady on her first day: what is missing, then men who joined lately, then who has looked at her", async () => {
  await using world = await testMail();
  const daria = await world.site.addLady({ firstname: "Daria" }, { isPublished: false });
  const unreviewed = await world.site.visitorAs(daria);
  const { html } = await deskAt(unreviewed, "/en");
  expect(html).toContain('href="/en/lady/verification"');
  expect(await htmlOf(unreviewed.get("/en"))).not.toContain('id="meet"');

  for (const path of ["/en", "/en/lady/mail/inbox"]) {
    const page = await htmlOf(world.hers.get(path));
    expect(page).toContain("These men joined lately and are open to a first letter.");
    expect(page).toContain(`href="/en/lady/mail/new-conversation/${world.james.id}"`);
  }
  await noteVisit(world.site.store, world.james.id, world.olena.id);
  const visited = await htmlOf(world.hers.get("/en"));
  expect(visited).toContain("Visited your profile on");
  expect(visited).not.toContain("joined lately");
});

Deno.test("what is begun lies there for its author alone, and goes when it is let go", async () => {
  await using world = await testMail();
  await begin(world, world.james, world.olena, "Dear Olena,\n\nthe clock in the hall");
  for (const path of bothPaths) {
    const { html, words } = await deskAt(world.his, path);
    expect(words).toContain("You have begun a letter to Olena. Go on writing");
    expect(words).toContain("the clock in the hall");
    expect(html).toContain('id="desk-drafts"');
    expect(html).toContain(`href="/en/man/mail/new-conversation/${world.olena.id}"`);
  }
  expect((await deskAt(world.hers, "/en")).words).not.toContain("clock");
  const discard = { action: "discard", partnerId: String(world.olena.id) };
  // Olena cannot discard his draft.
  await world.hers.post("/en/lady/mail/inbox", { ...discard, partnerId: String(world.james.id) });
  expect((await letterDraftsOf(world.site.store, world.james.id)).length).toBe(1);
  const answer = await world.his.post("/en/man/mail/inbox", discard);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/en/man/mail/inbox#desk-drafts"]);
  expect(await letterDraftsOf(world.site.store, world.james.id)).toEqual([]);
  expect((await world.his.post("/en/man/mail/inbox", { action: "discard" })).status).toBe(400);
});

Deno.test("times to talk with people who are out of sight take no place from one that stands", async () => {
  await using world = await testMail();
  const { site, olena, hers } = world;
  const { store } = site;
  for (const place of [1, 2, 3, 4, 5, 6]) {
    const him = await site.addMan({ firstname: place === 6 ? "Wei" : "Nobody" });
    const asked = { proposerId: him.id, partnerId: olena.id, kind: "text" as const };
    expect(await proposeTalk(store, { ...asked, moments: [store.now() + place * dayMs] })).toMatchObject({ ok: true });
    if (place < 6) expect((await setBlocked(store, him.id, olena.id, true)).ok).toBe(true);
  }
  const { words } = await deskAt(hers, "/en/lady/mail/inbox");
  expect(words).toContain("Wei proposes a time to talk.");
  expect(words).toContain("Times to talk Wei Proposes a time to talk");
  expect(words).not.toContain("Nobody");
});

Deno.test("what he sent is told by its stations until she answers", async () => {
  await using world = await testMail();
  const { james, olena, write } = world;
  const letter = await write(james, olena, "Good evening");
  const { words, html } = await deskAt(world.his, "/en/man/mail/inbox");
  expect(words).toContain("What you sent To Olena Delivered on");
  expect(words).toContain("Written Delivered Read");
  expect(html).toMatch(/aria-current="step">Delivered/);
  await world.hers.get(`/en/lady/mail/inbox/conversation/${james.id}/${letter.id}`);
  expect((await deskAt(world.his, "/en")).html).toMatch(/aria-current="step">Read/);
  await write(olena, james, "Good evening to you");
  expect((await deskAt(world.his, "/en")).words).not.toContain("What you sent");
});

Deno.test("what is begun to whom no letter can go lies there whole, to be read or let go, with no way to her", async () => {
  await using world = await testMail();
  const body = `Dear Olena, ${"a long evening ".repeat(20)}and the end`;
  await begin(world, world.james, world.olena, body);
  await world.hers.call("POST", `/api/users/${world.james.id}/block`, {});
  const { html, words } = await deskAt(world.his, "/en/man/mail/inbox");
  expect(words).toContain("and the end");
  expect(words).toContain("Delete draft");
  expect(words).not.toContain("You have begun a letter");
  expect(html).not.toContain("new-conversation");
});

Deno.test("of the birthdays of a week he is told first of those whom he writes to or keeps, then of the nearest others", async () => {
  await using world = await testMail();
  const { site, james } = world;
  const born = (firstname: string, day: string) => site.addLady({ firstname, birthdate: `1990-03-${day}` });
  for (const [name, day] of [["Iryna", "15"], ["Marta", "16"], ["Vera", "17"]] as const) await born(name, day);
  const [nadia, daria] = [await born("Nadia", "18"), await born("Daria", "19")];
  const namesAt = async (path: string) => {
    const [, lines] = /id="desk-birthdays"[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(
      (await deskAt(world.his, path)).html,
    )!;
    return [...lines!.matchAll(/class="name"[^>]*>([^<]+)</g)].map(([, name]) => name);
  };
  expect(await namesAt("/en")).toEqual(["Iryna", "Marta", "Vera"]);
  expect((await keepFavourite(site.store, james.id, daria.id)).ok).toBe(true);
  expect(await namesAt("/en")).toEqual(["Daria", "Iryna", "Marta"]);
  await world.write(nadia, james, "Good evening");
  for (const path of bothPaths) expect(await namesAt(path)).toEqual(["Nadia", "Daria", "Iryna"]);
  // Suspended by another instance, before the index of this one has heard of it.
  const { key, value } = await site.store.kv.get<LadyRecord>(keys.lady(daria.id));
  await site.store.kv.set(key, { ...value!, isSuspended: true });
  expect(await namesAt("/en")).not.toContain("Daria");
});

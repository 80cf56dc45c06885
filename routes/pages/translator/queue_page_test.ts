/** The queue tells translators which letters wait, but not what is in them, and tells all others nothing. */
import { expect } from "expect";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { secret, take, testTranslators } from "./testing/translators.ts";

Deno.test("only translators come in; guests are led to the door and back", async () => {
  await using world = await testTranslators();
  const { site, james, daria } = world;
  const guest = await site.visitor().get("/en/agency/mail");
  expect([guest.status, guest.headers.get("location")]).toEqual([303, "/en/auth/sign-in?next=%2Fen%2Fagency%2Fmail"]);
  const admin = await site.addPerson({ groupId: 3 });
  const agency = await site.addPerson({ groupId: 4 });
  for (const user of [james, daria, admin, agency]) {
    const visitor = await site.visitorAs(user);
    for (const path of ["/en/agency/mail", "/en/agency/mail/1"]) {
      expect((await htmlOf(visitor.get(path))).includes("Translations")).toBe(false);
      expect((await visitor.get(path)).status).toBe(403);
      expect((await visitor.post(path, { letterId: "1" })).status).toBe(403);
    }
  }
});

Deno.test("a translator lands in the queue when signing in", async () => {
  await using world = await testTranslators();
  const visitor = world.site.visitor();
  const signedIn = await visitor.post("/en/auth/sign-in", { email: world.nadia.email, password: "Demo-2026!" });
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
});

Deno.test("the length of a long letter is told as numbers are written in the reader's language", async () => {
  await using world = await testTranslators();
  await world.write(world.james, world.daria, { body: "I put the clock back on its shelf.".repeat(100) });
  const nadia = await world.site.visitorAs(world.nadia);
  expect(await htmlOf(nadia.get("/en/agency/mail"))).toContain("3,400 characters");
  expect(await htmlOf(nadia.get("/uk/agency/mail"))).toContain("3\u00a0400\u00a0символів");
});

Deno.test("the queue shows first names, languages, length and the hours left, and no words", async () => {
  await using world = await testTranslators();
  await world.write(world.james, world.daria);
  world.site.advance(7 * 3600_000);
  const html = await htmlOf((await world.site.visitorAs(world.nadia)).get("/en/agency/mail"));
  expect(html).toContain("English to Russian");
  expect(html).toContain("characters");
  expect(html).toContain("65 hours left");
  expect(html).toContain("James to Daria");
  for (const hidden of [secret, "Secret", world.james.email, "Whitfield"]) expect(html).not.toContain(hidden);
  // Staff have neither promotions nor the ladies' menu.
  expect(html).not.toContain("promo");
  expect(html).toContain("Nadia");
  expect(html).toContain('href="/en/logout"');
});

Deno.test("a letter that came weeks ago stands there with its own date, as one whose translation was asked for", async () => {
  await using world = await testTranslators();
  const letter = await world.writeAndAsk();
  const hers = await world.site.visitorAs(world.nadia);
  const html = await htmlOf(hers.get("/en/agency/mail"));
  const [row] = /<tr[^>]*>(?:(?!<tr).)*James to Daria.*?<\/tr>/s.exec(html)!;
  expect(row).toContain(`datetime="${new Date(letter.sentAt).toISOString()}"`);
  expect(row).toMatch(/already delivered, translation asked for 4\u00a0Apr 2026/);
  expect(row).toContain("72 hours left");
  const work = await htmlOf(take(hers, letter));
  expect(work).toMatch(/sent 14\u00a0Mar 2026[^<]*translation asked for 4\u00a0Apr 2026/);
  expect(work).toContain("It appears next to the letter at once, with your name under it.");
  for (const untrue of ["It reaches Daria", "will not reach", "whatever was paid"]) expect(work).not.toContain(untrue);
  expect(await htmlOf(hers.get("/en/agency/mail"))).toMatch(/translation asked for 4\u00a0Apr 2026/);
  // Its time runs out while she holds it: the page does not say that it goes out now, since it was delivered long ago.
  for (let minutes = 0; minutes < 72 * 60; minutes += 50) {
    world.site.advance(50 * 60_000);
    await claimTranslation(world.site.store, world.nadia.id, letter.id);
  }
  const later = await world.site.visitorAs(world.nadia);
  const over = await htmlOf(later.get(`/en/agency/mail/${letter.id}`));
  expect(over).toContain("the time for it is over");
  expect(over).not.toContain("goes out untranslated now");
});

Deno.test("an empty queue says so, in all three languages", async () => {
  await using world = await testTranslators();
  for (
    const [prefix, words] of [["/en", "Nothing is waiting"], ["", "目前沒有信件在等待"], [
      "/zh-hans",
      "目前没有信件在等待",
    ]]
  ) {
    expect(await htmlOf(world.hers.get(`${prefix}/agency/mail`))).toContain(words!);
  }
});

Deno.test("a taken letter is in one's hands and out of the others' queue; who was too late is told", async () => {
  await using world = await testTranslators();
  const letter = await world.write(world.james, world.daria);
  const page = await take(world.hers, letter);
  expect(page.status).toBe(200);
  expect(await htmlOf(page)).toContain(secret);
  const hers = await htmlOf(world.hers.get("/en/agency/mail"));
  expect(hers).toContain("James to Daria");
  expect(hers).toContain("Nothing is waiting");
  const late = await world.his.post("/en/agency/mail", { letterId: String(letter.id) });
  expect(late.status).toBe(409);
  const html = await htmlOf(late);
  expect(html).toContain("Somebody took this letter a moment before you.");
  expect(html).toContain("1 letter is with a colleague");
});

Deno.test("a letter that nobody gave one is refused, unread, and noted", async () => {
  await using world = await testTranslators();
  const letter = await world.write(world.james, world.daria);
  for (
    const answer of [
      await world.hers.get(`/en/agency/mail/${letter.id}`),
      await world.hers.post(`/en/agency/mail/${letter.id}`, { action: "finish", segment: ["x", "y", "z"] }),
    ]
  ) {
    expect(answer.status).toBe(403);
    expect(await htmlOf(answer)).not.toContain(secret);
  }
  expect((await world.hers.get("/en/agency/mail/999")).status).toBe(404);
  expect((await world.hers.get("/en/agency/mail/x")).status).toBe(404);
  const { records } = await auditRecords(world.site.store, { page: 1, limit: 10 });
  const noted = records.map(({ action, actorId, subject }) => ({ action, actorId, subject }));
  const line = { action: "translation_denied", actorId: world.nadia.id, subject: `letter:${letter.id}` };
  expect(noted).toEqual([line, line]);
});

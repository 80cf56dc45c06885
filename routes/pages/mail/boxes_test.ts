/** The boxes of both desks: what lies in them, in which order, and what is said of it. */
import { expect } from "expect";
import { htmlOf, payForOpening, secret, testDesk, withSealedLetter } from "./testing.ts";

/** The text of a page's list of people, without tags. */
const peopleOf = (html: string): string =>
  (/<ul class="people">([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

Deno.test("a guest is led to sign in, and the wrong desk is forbidden", async () => {
  await using desk = await testDesk();
  const guest = await desk.site.visitor().get("/en/man/mail/inbox");
  expect([302, 303]).toContain(guest.status);
  expect(guest.headers.get("location")).toContain(`next=${encodeURIComponent("/en/man/mail/inbox")}`);
  expect((await desk.hers.get("/en/man/mail/inbox")).status).toBe(403);
  expect((await desk.his.get("/en/lady/mail/inbox")).status).toBe(403);
  expect((await desk.hers.get("/en/man/balance/history")).status).toBe(403);
});

Deno.test("the room itself leads to its inbox, and deleted letters say that they come later", async () => {
  await using desk = await testDesk();
  expect((await desk.his.get("/en/man/mail")).headers.get("location")).toBe("/en/man/mail/inbox");
  expect((await desk.hers.get("/zh-hans/lady/mail")).headers.get("location")).toBe("/zh-hans/lady/mail/inbox");
  expect((await desk.his.get("/en/man/mail/deleted")).headers.get("location")).toContain("/en/not-yet");
  expect((await desk.his.get("/en/man/mail/elsewhere")).status).toBe(404);
  expect((await desk.hers.get("/en/lady/mail/introduction")).status).toBe(404);
});

Deno.test("an empty desk is kind in every language", async () => {
  await using desk = await testDesk();
  for (const prefix of ["/en", "", "/zh-hans"]) {
    for (const box of ["inbox", "introduction", "outbox"]) {
      const page = await desk.his.get(`${prefix}/man/mail/${box}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('class="empty"');
    }
    expect(await htmlOf(desk.hers.get(`${prefix}/lady/mail/inbox`))).toContain('class="empty"');
  }
});

Deno.test("the inbox lists dialogues, the latest first, with their unread letters", async () => {
  await using desk = await testDesk();
  const { site, james, olena, write } = desk;
  const daria = await site.addLady({ firstname: "Daria" });
  await withSealedLetter(desk);
  await write(james, daria, "Dear Daria,\n\nWhich composer makes the best wings?");
  const people = peopleOf(await htmlOf(desk.his.get("/en/man/mail/inbox")));
  expect(people.indexOf("Daria")).toBeGreaterThan(-1);
  expect(people.indexOf("Daria")).toBeLessThan(people.indexOf("Olena"));
  expect(people).toContain("You: Which composer makes the best wings?");
  expect(people).toContain("A sealed letter");
  expect(people).toMatch(/A sealed letter 2 new/);
  expect(olena.id).toBeGreaterThan(0);
});

Deno.test("introductions and the outbox list letters, each leading to its place", async () => {
  await using desk = await testDesk();
  const { introduction, answer } = await withSealedLetter(desk);
  const introductions = await htmlOf(desk.his.get("/en/man/mail/introduction"));
  expect(peopleOf(introductions)).toContain("Good evening from Lviv.");
  expect(introductions).toContain(
    `/en/man/mail/introduction/conversation/${desk.olena.id}/${introduction.id}#letter-${introduction.id}`,
  );
  const outbox = await htmlOf(desk.his.get("/en/man/mail/outbox"));
  expect(peopleOf(outbox)).toContain("Good evening from Utrecht.");
  expect(outbox).toContain(`/en/man/mail/outbox/conversation/${desk.olena.id}/${answer.id}#letter-${answer.id}`);
});

Deno.test("of a sealed letter no list says a word, of an opened one it does", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  for (const box of ["inbox", "introduction", "outbox"]) {
    expect(await htmlOf(desk.his.get(`/en/man/mail/${box}`))).not.toContain("heron");
  }
  expect(await htmlOf(desk.his.get("/en"))).not.toContain("heron");
  await payForOpening(desk, sealed);
  expect(await htmlOf(desk.his.get("/en/man/mail/inbox"))).toContain(secret.slice(0, 20));
});

Deno.test("a long box has pages, and a page beyond the last is the last", async () => {
  await using desk = await testDesk({ credits: 500 });
  for (let count = 1; count <= 23; count++) await desk.write(desk.james, desk.olena, `Evening number ${count}.`);
  const first = peopleOf(await htmlOf(desk.his.get("/en/man/mail/outbox")));
  expect(first).toContain("Evening number 23.");
  expect(first).not.toContain("Evening number 3.");
  for (const page of ["2", "99"]) {
    const people = peopleOf(await htmlOf(desk.his.get(`/en/man/mail/outbox?page=${page}`)));
    expect(people).toContain("Evening number 3.");
    expect(people).not.toContain("Evening number 4.");
  }
  for (const page of ["0", "-1", "abc", "1e9", "9999999999"]) {
    expect((await desk.his.get(`/en/man/mail/outbox?page=${page}`)).status).toBe(200);
  }
});

Deno.test("a script in a letter is text in every list", async () => {
  await using desk = await testDesk();
  await desk.write(desk.james, desk.olena, "<script>alert(1)</script> & so on");
  const html = await htmlOf(desk.hers.get("/en/lady/mail/inbox"));
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;script>alert(1)");
});

/** Messages to the site and the home page that counts what waits. */
import { expect } from "expect";
import { changeFirstName } from "../../../../kv/ladies/profile/first_names.ts";
import { contactMessages, keepContactMessage } from "../../../../kv/safety/contact_messages.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, testAdmin } from "../testing/admin.ts";

async function write({ site }: AdminWorld, body: string): Promise<string> {
  const words = {
    name: "Paul <Oor>",
    email: "paul@example.test",
    topic: "payment",
    locale: "en",
    userId: null,
  } as const;
  const kept = await keepContactMessage(site.store, { ...words, body, address: "203.0.113.9" });
  if (!kept.ok) throw new Error(kept.reason);
  return kept.id;
}

Deno.test("a message is read as it was written, answered by mail, and marked by who was first", async () => {
  await using world = await testAdmin();
  const { site, adas, bens } = world;
  const id = await write(world, "Where is my <i>receipt</i>?\nPaul");
  const path = `/en/admin/messages/${id}`;
  const shown = await htmlOf(adas.get(path));
  for (const part of ["Where is my &lt;i>receipt&lt;/i>?", "mailto:paul@example.test", "Paul &lt;Oor>"]) {
    expect(shown).toContain(part);
  }
  expect((await adas.post(path, { action: "answered" })).status).toBe(303);
  const late = await bens.post(path, { action: "answered" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Somebody else was quicker")]);
  expect(await htmlOf(adas.get("/en/admin/messages"))).toContain("No message");
  const answered = await htmlOf(adas.get("/en/admin/messages?show=answered"));
  expect(answered).toContain(`/admin/messages/${id}`);
  expect(answered).toMatch(/data-label="Answered">14\u00a0Mar 2026, 12:00 UTC</);
  expect((await bens.post(path, { action: "reopen" })).status).toBe(303);
  expect((await contactMessages(site.store, false, { page: 1, limit: 1 })).totalCount).toBe(1);
  expect((await adas.get("/en/admin/messages/none")).status).toBe(404);
  for (const none of ["none", "x".repeat(3000)]) {
    expect((await adas.post(`/en/admin/messages/${none}`, {})).status).toBe(404);
  }
});

Deno.test("the home page counts what waits and since when; where nothing does it says so", async () => {
  await using world = await testAdmin();
  const { site, olena, adas } = world;
  expect(await htmlOf(adas.get("/en/admin"))).toContain("Nothing is waiting.");
  await write(world, "Hello?");
  await changeFirstName(site.store, olena.id, "Lena");
  site.advance(3 * 3600_000);
  await write(world, "Hello again?");
  const home = await htmlOf((await site.visitorAs(world.ada)).get("/en/admin"));
  expect(home).not.toContain("Nothing is waiting.");
  expect(home).toMatch(/>1<\/strong>\s*<a href="\/en\/admin\/approvals"/);
  expect(home).toMatch(/>2<\/strong>\s*<a href="\/en\/admin\/messages"/);
  expect(home.match(/the oldest has waited 3 hours/g)).toHaveLength(2);
  site.advance(5 * 24 * 3600_000);
  expect(await htmlOf((await site.visitorAs(world.ada)).get("/zh-hans/admin"))).toContain("最久的已等 5\u00a0天");
});

Deno.test("a letter counts on the home page when no translator has finished it within a day", async () => {
  await using world = await testAdmin();
  const { site, james, write } = world;
  const daria = await site.addLady({ firstname: "Daria", readsLanguages: ["ru"], readingLanguage: "ru" });
  await write(james, daria, "Dear Daria.", true);
  const homeNow = async () => await htmlOf((await site.visitorAs(world.ada)).get("/en/admin"));
  site.advance(24 * 3600_000 - 60_000);
  expect(await homeNow()).toContain("Nothing is waiting.");
  site.advance(2 * 60_000);
  expect(await homeNow()).toMatch(/>1<\/strong>\s*<span>Letters waiting over 24 hours/);
});

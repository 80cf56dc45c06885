/** Introductions on pages: whom a lady is shown and why, and how a man ends and allows them again. */
import { expect } from "expect";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { introductionsPerDay } from "../../../kv/letters/introductions.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { composerFields, htmlOf, type MailWorld, sheetOf, testMail } from "./testing/mail.ts";

const profileOf = async ({ site, olena }: MailWorld) =>
  `/en${girlPath((await ladyById(site.store, olena.id))!, site.store.now())}`;
const meetOf = (html: string): string | undefined => /<section class="meet"[\s\S]*?<\/section>/.exec(html)?.[0];
const herInbox = async (world: MailWorld) => meetOf(await htmlOf(world.hers.get("/en/lady/mail/inbox")));

Deno.test("a man who looked at her profile is named on her inbox, with why, and nothing that is his own", async () => {
  await using world = await testMail();
  expect(await herInbox(world)).toContain("Joined on");
  await world.his.get(await profileOf(world));
  const html = (await herInbox(world))!;
  expect(html).toContain("James, 35");
  expect(html).toContain("Utrecht, Netherlands");
  expect(html).toContain("Visited your profile on 14\u00a0Mar<");
  expect(html).toContain(`href="/en/lady/mail/new-conversation/${world.james.id}"`);
  expect(html).toContain("You have 20 of today’s 20 introductions left.");
  for (const secret of ["Secret", world.james.email, "1990-05-02"]) expect(html).not.toContain(secret);
  await world.write(world.olena, world.james, "Good evening.");
  const after = (await herInbox(world))!;
  expect(after).not.toContain("James");
  expect(after).toContain("You have 19 of today’s 20 introductions left.");
});

Deno.test("fetching ahead, asking for the head alone, guests, ladies and staff are no visits", async () => {
  await using world = await testMail();
  const path = await profileOf(world);
  await world.his.get(path, { headers: { "sec-purpose": "prefetch" } });
  await world.his.get(path, { headers: { "sec-purpose": "prefetch;prerender" } });
  await world.his.request(path, { method: "HEAD" });
  await world.site.visitor().get(path);
  await (await world.site.visitorAs(await world.site.addPerson({ groupId: 5 }))).get(path);
  await (await world.site.visitorAs(await world.site.addLady())).get(path);
  expect(await herInbox(world)).not.toContain("Visited your profile");
  const rules = await world.his.get((await world.his.get(path)).headers.get("speculation-rules")!.replaceAll('"', ""));
  expect(await rules.text()).not.toContain("/girl/");
  expect(await herInbox(world)).toContain("Visited your profile");
});

Deno.test("a man switches introductions off and on, is told what ladies see, and his correspondence goes on", async () => {
  await using world = await testMail();
  const box = "/en/man/mail/introduction";
  const page = await htmlOf(world.his.get(box));
  expect(page).toContain("Ladies may write to you first.");
  expect(page).toContain("can see for 30 days that you visited");
  await world.his.get(await profileOf(world));
  const off = await world.his.follow(await world.his.post(box, { action: "stop" }));
  expect(await htmlOf(off)).toContain("Introductions are off: no lady writes to you first.");
  expect(await herInbox(world)).not.toContain("James");
  const path = `/en/lady/mail/new-conversation/${world.james.id}`;
  const refused = await htmlOf(world.hers.get(path));
  expect(refused).toContain("He is not receiving introductions at present.");
  expect(refused).not.toContain('class="compose"');
  await world.his.post(box, { action: "start" });
  expect(await herInbox(world)).toContain("James");
  expect((await world.his.post(box, { action: "other" })).status).toBe(422);
});

Deno.test("words written before he ended introductions are kept, refused and not counted", async () => {
  await using world = await testMail();
  const path = `/en/lady/mail/new-conversation/${world.james.id}`;
  const fields = { ...composerFields(await htmlOf(world.hers.get(path))), body: "Good evening from Lviv." };
  await world.his.post("/en/man/mail/settings", { section: "introductions" });
  const answer = await world.hers.post(path, fields);
  const html = await htmlOf(answer);
  expect(answer.status).toBe(403);
  expect(html).toContain("He is not receiving introductions at present.");
  expect(sheetOf(html)).toBe("Good evening from Lviv.");
  expect(await herInbox(world)).toContain("20 of today’s 20");
  await world.his.post("/en/man/mail/settings", { section: "introductions", acceptsIntroductions: "on" });
  expect((await world.hers.post(path, fields)).status).toBe(303);
});

Deno.test("he mutes one lady on her introduction, and allows her again there or above the box", async () => {
  await using world = await testMail();
  const introduction = await world.write(world.olena, world.james, "Good evening from Lviv.");
  const sheet = `/en/man/mail/introduction/conversation/${world.olena.id}/${introduction.id}`;
  expect(await htmlOf(world.his.get(sheet))).toContain("No more introductions from Olena");
  const muted = await htmlOf(world.his.follow(await world.his.post(sheet, { action: "mute" })));
  expect(muted).toContain("You will no longer receive introductions from Olena.");
  expect(muted).toContain("Allow Olena again");
  const box = "/en/man/mail/introduction";
  expect(await htmlOf(world.his.get(box))).toContain("You receive no introductions from Olena.");
  await world.write(world.olena, world.james, "This correspondence goes on.");
  const again = await world.his.follow(await world.his.post(box, { action: "unmute", userId: String(world.olena.id) }));
  expect(await htmlOf(again)).not.toContain("You receive no introductions from Olena.");
  const hers = `/en/lady/mail/outbox/conversation/${world.james.id}/${introduction.id}`;
  expect(await htmlOf(world.hers.get(hers))).not.toContain("No more introductions");
  expect((await world.hers.post(hers, { action: "mute" })).status).toBe(403);
});

Deno.test("when the day's introductions are written, she is told so and no way to write is shown", async () => {
  await using world = await testMail();
  await world.his.get(await profileOf(world));
  for (let n = 0; n < introductionsPerDay; n++) {
    await world.write(world.olena, await world.site.addMan(), `Good evening, number ${n}.`);
  }
  const html = (await herInbox(world))!;
  expect(html).toContain("You have written 20 introductions today. You can write more from 00:00 UTC.");
  expect(html).toContain("James");
  expect(html).not.toContain("new-conversation");
  expect(await htmlOf(world.hers.get(`/en/lady/mail/new-conversation/${world.james.id}`)))
    .toContain("You can write more from 00:00 UTC.");
  world.site.advance(24 * 3600_000);
  const tomorrow = await world.site.visitorAs(world.olena);
  expect(meetOf(await htmlOf(tomorrow.get("/en/lady/mail/inbox")))).toContain("new-conversation");
});

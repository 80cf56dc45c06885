/** Introductions on pages: whom a lady is shown and why, and how a man ends and allows them again. */
import { expect } from "expect";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { introductionsPerDay } from "../../../kv/letters/introductions.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { composerFields, type Desk, htmlOf, sheetOf, testDesk } from "./testing/mail.ts";

const profileOf = async ({ site, olena }: Desk) =>
  `/en${girlPath((await ladyById(site.store, olena.id))!, site.store.now())}`;
const meetOf = (html: string): string | undefined => /<section class="meet"[\s\S]*?<\/section>/.exec(html)?.[0];
const herInbox = async (desk: Desk) => meetOf(await htmlOf(desk.hers.get("/en/lady/mail/inbox")));

Deno.test("a man who looked at her profile is named on her inbox, with why, and nothing that is his own", async () => {
  await using desk = await testDesk();
  expect(await herInbox(desk)).toContain("he is named here");
  await desk.his.get(await profileOf(desk));
  const html = (await herInbox(desk))!;
  expect(html).toContain("James, 35");
  expect(html).toContain("Utrecht, Netherlands");
  expect(html).toContain("Visited your profile on 14 March 2026");
  expect(html).toContain(`href="/en/lady/mail/new-conversation/${desk.james.id}"`);
  expect(html).toContain("20 of today’s 20 introductions are left.");
  for (const secret of ["Secret", desk.james.email, "1990-05-02"]) expect(html).not.toContain(secret);
  await desk.write(desk.olena, desk.james, "Good evening.");
  const after = (await herInbox(desk))!;
  expect(after).not.toContain("James");
  expect(after).toContain("19 of today’s 20 introductions are left.");
});

Deno.test("fetching ahead, asking for the head alone, guests, ladies and staff are no visits", async () => {
  await using desk = await testDesk();
  const path = await profileOf(desk);
  await desk.his.get(path, { headers: { "sec-purpose": "prefetch" } });
  await desk.his.get(path, { headers: { "sec-purpose": "prefetch;prerender" } });
  await desk.his.request(path, { method: "HEAD" });
  await desk.site.visitor().get(path);
  await (await desk.site.visitorAs(await desk.site.addPerson({ groupId: 5 }))).get(path);
  await (await desk.site.visitorAs(await desk.site.addLady())).get(path);
  expect(await herInbox(desk)).toContain("he is named here");
  const rules = await desk.his.get((await desk.his.get(path)).headers.get("speculation-rules")!.replaceAll('"', ""));
  expect(await rules.text()).not.toContain("/girl/");
  expect(await herInbox(desk)).toContain("James, 35");
});

Deno.test("a man switches introductions off and on, is told what ladies see, and his correspondence goes on", async () => {
  await using desk = await testDesk();
  const box = "/en/man/mail/introduction";
  const page = await htmlOf(desk.his.get(box));
  expect(page).toContain("Ladies may write to you first.");
  expect(page).toContain("sees for 30 days that you visited");
  await desk.his.get(await profileOf(desk));
  const off = await desk.his.follow(await desk.his.post(box, { action: "stop" }));
  expect(await htmlOf(off)).toContain("Introductions are off: no lady writes to you first.");
  expect(await herInbox(desk)).not.toContain("James");
  const path = `/en/lady/mail/new-conversation/${desk.james.id}`;
  const refused = await htmlOf(desk.hers.get(path));
  expect(refused).toContain("He is not receiving introductions at present.");
  expect(refused).not.toContain('class="compose"');
  await desk.his.post(box, { action: "start" });
  expect(await herInbox(desk)).toContain("James");
  expect((await desk.his.post(box, { action: "other" })).status).toBe(422);
});

Deno.test("words written before he ended introductions are kept, refused and not counted", async () => {
  await using desk = await testDesk();
  const path = `/en/lady/mail/new-conversation/${desk.james.id}`;
  const fields = { ...composerFields(await htmlOf(desk.hers.get(path))), body: "Good evening from Lviv." };
  await desk.his.post("/en/man/mail/settings", { section: "introductions" });
  const answer = await desk.hers.post(path, fields);
  const html = await htmlOf(answer);
  expect(answer.status).toBe(403);
  expect(html).toContain("He is not receiving introductions at present.");
  expect(sheetOf(html)).toBe("Good evening from Lviv.");
  expect(await herInbox(desk)).toContain("20 of today’s 20");
  await desk.his.post("/en/man/mail/settings", { section: "introductions", acceptsIntroductions: "on" });
  expect((await desk.hers.post(path, fields)).status).toBe(303);
});

Deno.test("he mutes one lady on her introduction, and allows her again there or above the box", async () => {
  await using desk = await testDesk();
  const introduction = await desk.write(desk.olena, desk.james, "Good evening from Lviv.");
  const sheet = `/en/man/mail/introduction/conversation/${desk.olena.id}/${introduction.id}`;
  expect(await htmlOf(desk.his.get(sheet))).toContain("No more introductions from Olena");
  const muted = await htmlOf(desk.his.follow(await desk.his.post(sheet, { action: "mute" })));
  expect(muted).toContain("You will receive no introductions from Olena.");
  expect(muted).toContain("Allow Olena again");
  const box = "/en/man/mail/introduction";
  expect(await htmlOf(desk.his.get(box))).toContain("You receive no introductions from Olena.");
  await desk.write(desk.olena, desk.james, "This correspondence goes on.");
  const again = await desk.his.follow(await desk.his.post(box, { action: "unmute", userId: String(desk.olena.id) }));
  expect(await htmlOf(again)).not.toContain("You receive no introductions from Olena.");
  const hers = `/en/lady/mail/outbox/conversation/${desk.james.id}/${introduction.id}`;
  expect(await htmlOf(desk.hers.get(hers))).not.toContain("No more introductions");
  expect((await desk.hers.post(hers, { action: "mute" })).status).toBe(403);
});

Deno.test("when the day's introductions are written, she is told so and no way to write is shown", async () => {
  await using desk = await testDesk();
  await desk.his.get(await profileOf(desk));
  for (let n = 0; n < introductionsPerDay; n++) {
    await desk.write(desk.olena, await desk.site.addMan(), `Good evening, number ${n}.`);
  }
  const html = (await herInbox(desk))!;
  expect(html).toContain("You have written 20 introductions today. Tomorrow there is room again.");
  expect(html).toContain("James");
  expect(html).not.toContain("new-conversation");
  expect(await htmlOf(desk.hers.get(`/en/lady/mail/new-conversation/${desk.james.id}`)))
    .toContain("Tomorrow there is room again.");
  desk.site.advance(24 * 3600_000);
  const tomorrow = await desk.site.visitorAs(desk.olena);
  expect(meetOf(await htmlOf(tomorrow.get("/en/lady/mail/inbox")))).toContain("new-conversation");
});

/** The dialogue: what its reader sees, what a sealed letter does not show, what opening costs, and who is kept out. */
import { expect } from "expect";
import { history } from "../../../kv/credits/ledger/history.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { unreadCounts } from "../../../kv/letters/boxes/boxes.ts";
import type { Letter, LetterText } from "../../../kv/letters/letter.ts";
import { letterById } from "../../../kv/letters/letters.ts";
import { keys } from "../../../kv/store/keys.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { htmlOf, type MailWorld, payForOpening, secret, testMail, withSealedLetter } from "./testing/mail.ts";

const his = (world: MailWorld, letterId: number, box = "inbox") =>
  `/en/man/mail/${box}/conversation/${world.olena.id}/${letterId}`;
const hers = (world: MailWorld, letterId: number) => `/en/lady/mail/inbox/conversation/${world.james.id}/${letterId}`;

Deno.test("letters stand oldest first, the one of the address is marked", async () => {
  await using world = await testMail();
  const { introduction, answer, sealed } = await withSealedLetter(world);
  const html = await htmlOf(world.his.get(his(world, answer.id)));
  const places = [introduction, answer, sealed].map(({ id }) => html.indexOf(`id="letter-${id}"`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(html).toMatch(new RegExp(`<li class="mine" aria-current="true"><article[^>]* id="letter-${answer.id}"`));
  expect(html.match(/<li[^>]*aria-current="true"><article/g)?.length).toBe(1);
  expect(html).toMatch(/<\/h2><p>\d+, [^<]*[^.]\u00a0· 3\u00a0letters since 14\u00a0March 2026<\/p>/);
});

Deno.test("of a sealed letter nothing is anywhere but that it came", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const text = await world.site.store.kv.get<LetterText>(keys.letterText(sealed.id));
  const translation = { body: `${secret}, translated`, language: "en", author: "Nadia Hrytsenko" };
  await world.site.store.kv.set(text.key, { ...text.value!, translation });
  const addresses = [
    ...["inbox", "introduction", "outbox"].flatMap((box) => [`/en/man/mail/${box}`, his(world, sealed.id, box)]),
    `/zh-hans/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`,
    `/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}?letters=1-1`,
    `/en/man/mail/new-conversation/${world.olena.id}`,
    "/en/man/balance/history",
    "/api/mail?type=inbox",
    `/api/mail/${sealed.id}`,
    "/api/dialogues",
    "/api/mail/counter",
  ];
  for (const address of addresses) {
    const page = await world.his.get(address);
    const told = await page.text();
    expect({ address, status: page.status }).toEqual({ address, status: 200 });
    for (const word of ["heron", "weir", "translated,", "Nadia"]) {
      expect({ address, word, isTold: told.includes(word) }).toEqual({ address, word, isTold: false });
    }
  }
  const html = await htmlOf(world.his.get(his(world, sealed.id)));
  expect(html).toContain("A letter from Olena");
  expect(html).toContain("You have 190; after this, 185. Paid once, open for good.");
  expect(html).toMatch(/Break the seal[\s\S]{0,60}5 credits/);
});

Deno.test("breaking the seal costs five credits once and leads to the letter", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const answer = await world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${his(world, sealed.id)}#letter-${sealed.id}`);
  const html = await htmlOf(world.his.follow(answer));
  expect(html).toContain(secret);
  expect(html).toContain("Opened for 5 credits");
  expect(html).toContain("You now have 185 credits.");
  expect(html.match(/class="letter__broken"/g)?.length).toBe(1);
  expect(html.indexOf(`id="letter-${sealed.id}"`)).toBeLessThan(html.indexOf("letter__broken"));
  expect(await htmlOf(world.his.get(his(world, sealed.id)))).not.toContain("letter__broken");
  expect(await balanceOf(world.site.store, world.james.id)).toBe(185);
  await world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  expect(await balanceOf(world.site.store, world.james.id)).toBe(185);
});

Deno.test("a letter is headed by the place where its author lived then, and stamped there; one without stands under its day", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  await payForOpening(world, sealed);
  const moved = await world.site.store.kv.get<Letter>(keys.letter(sealed.id));
  const { place, ...placeless } = moved.value!;
  expect(place).toEqual({ city: "Lviv", countryId: 804 });
  const head = /<article[^>]* id="letter-(\d+)"[^]*?<\/header>/g;
  const heads = async (prefix: string) => {
    const html = await htmlOf(world.his.get(his(world, sealed.id).replace(/^\/en/, prefix)));
    return html.match(head)!.map((each) => each.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "));
  };
  expect((await heads("/en")).at(-1)).toMatch(/Olena to you Lviv, 14 March 2026 Lviv 14 Mar 2026/);
  expect((await heads("")).at(-1)).toMatch(/利維夫， 2026年3月14日 利維夫 3月14日 2026/);
  expect((await heads("/uk")).at(-1)).toMatch(/Львів, 14 березня 2026 р\. Львів/);
  await world.site.store.kv.set(keys.letter(sealed.id), placeless);
  expect((await heads("/en")).at(-1)).toMatch(/Olena to you 14 March 2026 14 Mar 2026/);
});

Deno.test("what can be done with a letter lies behind its dots, and opens without a script", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const html = await htmlOf(world.his.get(his(world, sealed.id)));
  const menus = html.match(/<details class="menu menu--end menu--dots letter__more"[^]*?<\/details>/g)!;
  expect(menus.length).toBe(3);
  for (const menu of menus) {
    expect(menu).toMatch(/<summary><span class="visually-hidden">More about this letter[^]*Delete/);
  }
  expect(menus.map((menu) => menu.includes("Report"))).toEqual([true, false, true]);
  expect(menus.map((menu) => menu.includes("No more introductions from Olena"))).toEqual([true, false, false]);
});

Deno.test("two tabs that open the same letter at once pay once", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const open = () => world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  const statuses = (await Promise.all([open(), open(), open()])).map(({ status }) => status);
  expect(statuses).toEqual([303, 303, 303]);
  const { entries } = await history(world.site.store, world.james.id, { page: 1, limit: 50 });
  expect(entries.filter(({ operation }) => operation === "opened_letter").length).toBe(1);
  expect(await balanceOf(world.site.store, world.james.id)).toBe(185);
});

Deno.test("who cannot pay sees it before, and a try anyway answers 402 and opens nothing", async () => {
  await using world = await testMail({ credits: 13 });
  const { sealed } = await withSealedLetter(world);
  const before = await htmlOf(world.his.get(his(world, sealed.id)));
  expect(before).toContain("Opening it costs 5 credits; you have 3.");
  expect(before).not.toContain("Break the seal");
  const answer = await world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  const html = await htmlOf(answer);
  expect(answer.status).toBe(402);
  expect(html).toContain("Your credits are running low, please refund your balance.");
  expect(html).toContain("Buy credits");
  expect(html).not.toContain("heron");
  expect((await letterById(world.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("reading marks what is free to read, and never a sealed letter", async () => {
  await using world = await testMail();
  const { introduction, answer, sealed } = await withSealedLetter(world);
  const { store } = world.site;
  expect(await unreadCounts(store, world.james.id)).toEqual({ inbox: 1, introduction: 1 });
  const ahead = await world.his.get(his(world, sealed.id), { headers: { "sec-purpose": "prefetch" } });
  expect(ahead.status).toBe(200);
  expect((await letterById(store, introduction.id))?.readAt).toBe(null);
  const html = await htmlOf(world.his.get(his(world, sealed.id)));
  expect(html).toContain("An introduction, free to read.");
  expect(await unreadCounts(store, world.james.id)).toEqual({ inbox: 1, introduction: 0 });
  expect((await letterById(store, introduction.id))?.readAt).toBe(world.site.now());
  expect((await letterById(store, sealed.id))?.readAt).toBe(null);
  expect((await letterById(store, answer.id))?.readAt).toBe(null);
  await world.hers.get(hers(world, answer.id));
  expect((await letterById(store, answer.id))?.readAt).toBe(world.site.now());
  expect(await unreadCounts(store, world.olena.id)).toEqual({ inbox: 0, introduction: 0 });
});

Deno.test("original and translation lie beside each other, each in its language, with its author", async () => {
  await using world = await testMail();
  await withSealedLetter(world);
  const letter = await world.write(world.olena, world.james, "Дорогой Джеймс!\n\nПишу о весне.");
  const text = await world.site.store.kv.get<LetterText>(keys.letterText(letter.id));
  const translation = { body: "Dear James!\n\nI write of spring.", language: "en", author: "Nadia Hrytsenko" };
  await world.site.store.kv.set(text.key, { ...text.value!, translation });
  await payForOpening(world, letter);
  const html = await htmlOf(world.his.get(his(world, letter.id)));
  expect(html).toMatch(/lang="ru"><p>Дорогой Джеймс!/);
  expect(html).toMatch(/lang="en"><p>Dear James!/);
  expect(html).toContain("Translated by Nadia Hrytsenko");
});

Deno.test("what is not one's own, or not of these two, does not exist", async () => {
  await using world = await testMail();
  const { sealed, answer } = await withSealedLetter(world);
  const daria = await world.site.addLady({ firstname: "Daria" });
  const wei = await world.site.addMan({ firstname: "Wei", credits: 50 });
  const weis = await world.write(wei, world.olena, "Olena，你好。");
  const strangers = await world.site.visitorAs(wei);
  const addresses = [
    `/en/man/mail/inbox/conversation/${world.olena.id}/${weis.id}`,
    `/en/man/mail/inbox/conversation/${daria.id}/${sealed.id}`,
    `/en/man/mail/inbox/conversation/${world.james.id}/${sealed.id}`,
    ...["0", "-1", "abc", "1.5", "9999999999999999", "%00", `${sealed.id}x`].flatMap((bad) => [
      `/en/man/mail/inbox/conversation/${world.olena.id}/${bad}`,
      `/en/man/mail/inbox/conversation/${bad}/${sealed.id}`,
    ]),
  ];
  for (const address of addresses) {
    expect({ address, status: (await world.his.get(address)).status }).toEqual({ address, status: 404 });
    const posted = await world.his.post(address, { action: "open", letterId: String(sealed.id) });
    expect({ address, status: posted.status }).toEqual({ address, status: 404 });
  }
  expect((await strangers.get(his(world, sealed.id))).status).toBe(404);
  expect((await strangers.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) })).status).toBe(
    404,
  );
  const foreign = await world.his.post(his(world, answer.id), { action: "open", letterId: String(weis.id) });
  expect(foreign.status).toBe(404);
  expect((await letterById(world.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("a form from another site opens nothing", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const fields = { action: "open", letterId: String(sealed.id) };
  const from = (headers: Record<string, string>) =>
    world.his.request(his(world, sealed.id), { method: "POST", body: new URLSearchParams(fields), headers });
  expect((await from({})).status).toBe(403);
  expect((await from({ origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await from({ origin: "null" })).status).toBe(403);
  expect((await letterById(world.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("a long thread has older pages, and the address of an old letter finds its page", async () => {
  await using world = await testMail({ credits: 500 });
  const letters = [];
  for (let count = 1; count <= 23; count++) {
    letters.push(await world.write(world.james, world.olena, `Evening ${count}.`));
  }
  const newest = await htmlOf(world.his.get(his(world, letters[22]!.id)));
  expect(newest).toContain("Evening 4.");
  expect(newest).not.toContain("<p>Evening 3.");
  const older = /href="([^"]+\?letters=[^"]+)"/.exec(newest)![1]!;
  expect(newest).toContain('class="compose"');
  const oldest = await htmlOf(world.his.get(his(world, letters[0]!.id)));
  expect(oldest).toContain("<p>Evening 1.");
  expect(oldest).toContain("<p>Evening 3.");
  expect(oldest).not.toContain("<p>Evening 4.");
  expect(oldest).not.toContain('class="compose"');
  expect(oldest).toContain(`${his(world, letters[22]!.id)}#letter-${letters[22]!.id}`);
  await world.write(world.olena, world.james, "A letter in between.");
  const before = await htmlOf(world.his.get(older));
  for (const evening of [1, 2, 3]) expect(before).toContain(`<p>Evening ${evening}.`);
  expect(before).not.toContain("<p>Evening 4.");
  expect(before).not.toContain("?letters=");
});

Deno.test("letters with somebody who was unpublished stay, but none can be added", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  await world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  await takeDown(world.site.store, world.olena.id);
  const html = await htmlOf(world.his.get(his(world, sealed.id)));
  expect(html).toContain(secret);
  expect(html).toContain("Olena is not receiving letters at present.");
  expect(html).not.toContain('class="compose"');
});

Deno.test("what something may be followed into is not shown before its main part is there, on however slow a machine", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const isShownWhole = async (answer: Response | Promise<Response>): Promise<boolean> =>
    /<link rel="expect" href="#foot" blocking="render".*<\/main>.*id="foot"/s.test(await htmlOf(answer));
  const opened = await world.his.post(his(world, sealed.id), { action: "open", letterId: String(sealed.id) });
  expect(await isShownWhole(world.his.follow(opened))).toBe(true);
  expect(await isShownWhole(world.his.get(his(world, sealed.id)))).toBe(false);
  expect(await isShownWhole(world.his.get("/en/man/balance/purchase"))).toBe(true);
  const search = await htmlOf(world.his.get("/en/search"));
  expect(await isShownWhole(world.his.get(/href="(\/en\/girl\/[^"]+)"/.exec(search)![1]!))).toBe(true);
});

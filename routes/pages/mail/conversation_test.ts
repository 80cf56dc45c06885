/** The conversation: what its reader sees, what a sealed letter keeps to itself, what opening costs, and who is kept out. */
import { expect } from "expect";
import { history } from "../../../kv/credits/history.ts";
import { balanceOf } from "../../../kv/credits/ledger.ts";
import { unreadCounts } from "../../../kv/letters/boxes.ts";
import type { LetterText } from "../../../kv/letters/letter.ts";
import { letterById } from "../../../kv/letters/letters.ts";
import { keys } from "../../../kv/store/keys.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { type Desk, htmlOf, payForOpening, secret, testDesk, withSealedLetter } from "./testing/mail.ts";

const his = (desk: Desk, letterId: number, box = "inbox") =>
  `/en/man/mail/${box}/conversation/${desk.olena.id}/${letterId}`;
const hers = (desk: Desk, letterId: number) => `/en/lady/mail/inbox/conversation/${desk.james.id}/${letterId}`;

Deno.test("letters stand oldest first, the one of the address is marked", async () => {
  await using desk = await testDesk();
  const { introduction, answer, sealed } = await withSealedLetter(desk);
  const html = await htmlOf(desk.his.get(his(desk, answer.id)));
  const places = [introduction, answer, sealed].map(({ id }) => html.indexOf(`id="letter-${id}"`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(html).toMatch(new RegExp(`<li class="mine" aria-current="true"><article[^>]* id="letter-${answer.id}"`));
  expect(html.match(/<li[^>]*aria-current="true"><article/g)?.length).toBe(1);
});

Deno.test("of a sealed letter nothing is anywhere but that it came", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const text = await desk.site.store.kv.get<LetterText>(keys.letterText(sealed.id));
  const translation = { body: `${secret}, translated`, language: "en", author: "Nadia Hrytsenko" };
  await desk.site.store.kv.set(text.key, { ...text.value!, translation });
  const addresses = [
    ...["inbox", "introduction", "outbox"].flatMap((box) => [`/en/man/mail/${box}`, his(desk, sealed.id, box)]),
    `/zh-hans/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`,
    `/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}?letters=1-1`,
    `/en/man/mail/new-conversation/${desk.olena.id}`,
    "/en/man/balance/history",
    "/api/mail?type=inbox",
    `/api/mail/${sealed.id}`,
    "/api/dialogues",
    "/api/mail/counter",
  ];
  for (const address of addresses) {
    const page = await desk.his.get(address);
    const told = await page.text();
    expect({ address, status: page.status }).toEqual({ address, status: 200 });
    for (const word of ["heron", "weir", "translated,", "Nadia"]) {
      expect({ address, word, isTold: told.includes(word) }).toEqual({ address, word, isTold: false });
    }
  }
  const html = await htmlOf(desk.his.get(his(desk, sealed.id)));
  expect(html).toContain("A letter from Olena");
  expect(html).toContain("You have 190; after this, 185. Paid once, open for good.");
  expect(html).toMatch(/Break the seal[\s\S]{0,60}5 credits/);
});

Deno.test("breaking the seal costs five credits once and leads to the letter", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const answer = await desk.his.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${his(desk, sealed.id)}#letter-${sealed.id}`);
  const html = await htmlOf(desk.his.follow(answer));
  expect(html).toContain(secret);
  expect(html).toContain("Opened for 5 credits");
  expect(html).toContain("You now have 185 credits.");
  expect(await balanceOf(desk.site.store, desk.james.id)).toBe(185);
  await desk.his.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) });
  expect(await balanceOf(desk.site.store, desk.james.id)).toBe(185);
});

Deno.test("two tabs that open the same letter at once pay once", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const open = () => desk.his.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) });
  const statuses = (await Promise.all([open(), open(), open()])).map(({ status }) => status);
  expect(statuses).toEqual([303, 303, 303]);
  const { entries } = await history(desk.site.store, desk.james.id, { page: 1, limit: 50 });
  expect(entries.filter(({ operation }) => operation === "opened_letter").length).toBe(1);
  expect(await balanceOf(desk.site.store, desk.james.id)).toBe(185);
});

Deno.test("who cannot pay sees it before, and a try anyway answers 402 and opens nothing", async () => {
  await using desk = await testDesk({ credits: 13 });
  const { sealed } = await withSealedLetter(desk);
  const before = await htmlOf(desk.his.get(his(desk, sealed.id)));
  expect(before).toContain("Opening it costs 5 credits; you have 3.");
  expect(before).not.toContain("Break the seal");
  const answer = await desk.his.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) });
  const html = await htmlOf(answer);
  expect(answer.status).toBe(402);
  expect(html).toContain("Your credits are running low, please refund your balance.");
  expect(html).toContain("Top up");
  expect(html).not.toContain("heron");
  expect((await letterById(desk.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("reading marks what is free to read, and never a sealed letter", async () => {
  await using desk = await testDesk();
  const { introduction, answer, sealed } = await withSealedLetter(desk);
  const { store } = desk.site;
  expect(await unreadCounts(store, desk.james.id)).toEqual({ inbox: 1, introduction: 1 });
  const ahead = await desk.his.get(his(desk, sealed.id), { headers: { "sec-purpose": "prefetch" } });
  expect(ahead.status).toBe(200);
  expect((await letterById(store, introduction.id))?.readAt).toBe(null);
  const html = await htmlOf(desk.his.get(his(desk, sealed.id)));
  expect(html).toContain("Introduction, free to read");
  expect(await unreadCounts(store, desk.james.id)).toEqual({ inbox: 1, introduction: 0 });
  expect((await letterById(store, introduction.id))?.readAt).toBe(desk.site.now());
  expect((await letterById(store, sealed.id))?.readAt).toBe(null);
  expect((await letterById(store, answer.id))?.readAt).toBe(null);
  await desk.hers.get(hers(desk, answer.id));
  expect((await letterById(store, answer.id))?.readAt).toBe(desk.site.now());
  expect(await unreadCounts(store, desk.olena.id)).toEqual({ inbox: 0, introduction: 0 });
});

Deno.test("original and translation lie beside each other, each in its language, with its author", async () => {
  await using desk = await testDesk();
  await withSealedLetter(desk);
  const letter = await desk.write(desk.olena, desk.james, "Дорогой Джеймс!\n\nПишу о весне.");
  const text = await desk.site.store.kv.get<LetterText>(keys.letterText(letter.id));
  const translation = { body: "Dear James!\n\nI write of spring.", language: "en", author: "Nadia Hrytsenko" };
  await desk.site.store.kv.set(text.key, { ...text.value!, translation });
  await payForOpening(desk, letter);
  const html = await htmlOf(desk.his.get(his(desk, letter.id)));
  expect(html).toMatch(/lang="ru"><p>Дорогой Джеймс!/);
  expect(html).toMatch(/lang="en"><p>Dear James!/);
  expect(html).toContain("Translated by Nadia Hrytsenko");
});

Deno.test("what is not one's own, or not of these two, does not exist", async () => {
  await using desk = await testDesk();
  const { sealed, answer } = await withSealedLetter(desk);
  const daria = await desk.site.addLady({ firstname: "Daria" });
  const wei = await desk.site.addMan({ firstname: "Wei", credits: 50 });
  const weis = await desk.write(wei, desk.olena, "Olena，你好。");
  const strangers = await desk.site.visitorAs(wei);
  const addresses = [
    `/en/man/mail/inbox/conversation/${desk.olena.id}/${weis.id}`,
    `/en/man/mail/inbox/conversation/${daria.id}/${sealed.id}`,
    `/en/man/mail/inbox/conversation/${desk.james.id}/${sealed.id}`,
    ...["0", "-1", "abc", "1.5", "9999999999999999", "%00", `${sealed.id}x`].flatMap((bad) => [
      `/en/man/mail/inbox/conversation/${desk.olena.id}/${bad}`,
      `/en/man/mail/inbox/conversation/${bad}/${sealed.id}`,
    ]),
  ];
  for (const address of addresses) {
    expect({ address, status: (await desk.his.get(address)).status }).toEqual({ address, status: 404 });
    const posted = await desk.his.post(address, { action: "open", letterId: String(sealed.id) });
    expect({ address, status: posted.status }).toEqual({ address, status: 404 });
  }
  expect((await strangers.get(his(desk, sealed.id))).status).toBe(404);
  expect((await strangers.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) })).status).toBe(
    404,
  );
  const foreign = await desk.his.post(his(desk, answer.id), { action: "open", letterId: String(weis.id) });
  expect(foreign.status).toBe(404);
  expect((await letterById(desk.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("a form from another site opens nothing", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const fields = { action: "open", letterId: String(sealed.id) };
  const from = (headers: Record<string, string>) =>
    desk.his.request(his(desk, sealed.id), { method: "POST", body: new URLSearchParams(fields), headers });
  expect((await from({})).status).toBe(403);
  expect((await from({ origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await from({ origin: "null" })).status).toBe(403);
  expect((await letterById(desk.site.store, sealed.id))?.paidAt).toBe(null);
});

Deno.test("a long thread has older pages, and the address of an old letter finds its page", async () => {
  await using desk = await testDesk({ credits: 500 });
  const letters = [];
  for (let count = 1; count <= 23; count++) letters.push(await desk.write(desk.james, desk.olena, `Evening ${count}.`));
  const newest = await htmlOf(desk.his.get(his(desk, letters[22]!.id)));
  expect(newest).toContain("Evening 4.");
  expect(newest).not.toContain("<p>Evening 3.");
  const older = /href="([^"]+\?letters=[^"]+)"/.exec(newest)![1]!;
  expect(newest).toContain('class="compose"');
  const oldest = await htmlOf(desk.his.get(his(desk, letters[0]!.id)));
  expect(oldest).toContain("<p>Evening 1.");
  expect(oldest).toContain("<p>Evening 3.");
  expect(oldest).not.toContain("<p>Evening 4.");
  expect(oldest).not.toContain('class="compose"');
  expect(oldest).toContain(`${his(desk, letters[22]!.id)}#letter-${letters[22]!.id}`);
  await desk.write(desk.olena, desk.james, "A letter in between.");
  const before = await htmlOf(desk.his.get(older));
  for (const evening of [1, 2, 3]) expect(before).toContain(`<p>Evening ${evening}.`);
  expect(before).not.toContain("<p>Evening 4.");
  expect(before).not.toContain("?letters=");
});

Deno.test("letters with somebody who was unpublished stay, but none can be added", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  await desk.his.post(his(desk, sealed.id), { action: "open", letterId: String(sealed.id) });
  await takeDown(desk.site.store, desk.olena.id);
  const html = await htmlOf(desk.his.get(his(desk, sealed.id)));
  expect(html).toContain(secret);
  expect(html).toContain("Olena is not receiving letters at present.");
  expect(html).not.toContain('class="compose"');
});

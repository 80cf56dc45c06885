/** The history of the balance: every line with its reason, its letter and the balance after it. */
import { expect } from "expect";
import { operations, type Reference } from "../../../kv/credits/ledger/entry.ts";
import { post, type Posting } from "../../../kv/credits/ledger/ledger.ts";
import { refundOf } from "../../../kv/credits/ledger/refund_key.ts";
import { htmlOf, payForOpening, testMail, withSealedLetter } from "../mail/testing/mail.ts";
import { cellOf } from "../../http/csv.ts";

const path = "/en/man/balance/history";

/** The lines of the table as plain text. */
const linesOf = (html: string): string[] =>
  (/<tbody[\s\S]*<\/tbody>/.exec(html)?.[0].split("</tr>") ?? [])
    .map((line) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

Deno.test("every movement has its line, newest first, with the letter it was for", async () => {
  await using world = await testMail({ credits: 150 });
  const { sealed, answer } = await withSealedLetter(world);
  await payForOpening(world, sealed);
  const html = await htmlOf(world.his.get(path));
  expect(linesOf(html)).toEqual([
    "14 Mar 2026, 12:03 UTC Opened letter from Olena −5 135",
    "14 Mar 2026, 12:02 UTC Sent letter to Olena −10 140",
    "14 Mar 2026, 12:00 UTC Purchase +150 150",
  ]);
  expect(html).toContain(`/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}#letter-${sealed.id}`);
  expect(html).toContain(`/en/man/mail/outbox/conversation/${world.olena.id}/${answer.id}#letter-${answer.id}`);
  expect(html).toMatch(/<h1>135 credits<\/h1>/);
  expect(html).toContain("13 letters, or 135 minutes of text, or 27 minutes of video. Credits never expire.");
  expect(html).toContain("3 lines");
});

Deno.test("each kind of movement is named in words, in every language", async () => {
  await using world = await testMail({ credits: 0 });
  const partnerId = world.olena.id;
  for (const [at, operation] of operations.entries()) {
    const reference = { partnerId, note: "Spring" };
    const posting = { manId: world.james.id, operation, deltaCredits: 5, reference, idempotencyKey: `kind-${at}` };
    expect(await post(world.site.store, posting)).toMatchObject({ ok: true });
  }
  const lines = linesOf(await htmlOf(world.his.get(path))).map((line) => line.replace(/^.*?12:0\d UTC /, "")).reverse();
  expect(lines).toEqual([
    "Opened letter from Olena +5 5",
    "Purchase: Spring +5 10",
    "Sent letter to Olena +5 15",
    "Video chat with Olena Spring +5 20",
    "Watched video of Olena +5 25",
    "Text chat with Olena Spring +5 30",
    "Sign-up bonus +5 35",
    "Given back: a minute with Olena that does not count +5 40",
    "Adjustment: Spring +5 45",
  ]);
  for (const prefix of ["", "/zh-hans"]) {
    const chinese = linesOf(await htmlOf(world.his.get(path.replace("/en", prefix))));
    expect(chinese.length).toBe(operations.length);
    for (const line of chinese) expect(line).toMatch(/\p{Script=Han}{2}/u);
    expect(chinese.join()).not.toMatch(/operation|_/);
  }
});

Deno.test("a long history has pages, and any page number is answered", async () => {
  await using world = await testMail({ credits: 500 });
  for (let count = 0; count < 22; count++) await world.write(world.james, world.olena, "Good evening.");
  expect(linesOf(await htmlOf(world.his.get(path))).length).toBe(20);
  for (const page of ["2", "77"]) {
    expect(linesOf(await htmlOf(world.his.get(`${path}?page=${page}`))).length).toBe(3);
  }
  for (const page of ["0", "-2", "x", ""]) expect((await world.his.get(`${path}?page=${page}`)).status).toBe(200);
});

Deno.test("a filter keeps to its kind and its days, on every page and in the file", async () => {
  await using world = await testMail({ credits: 500 });
  for (let count = 0; count < 22; count++) await world.write(world.james, world.olena, "Good evening.");
  const sent = `${path}?operation=sent_letter&dateFrom=2026-03-14&dateTo=2026-03-14`;
  const html = await htmlOf(world.his.get(sent));
  expect(html).toContain("22 lines");
  expect(linesOf(html).length).toBe(20);
  expect(html).toContain('<option value="sent_letter" selected');
  const next = /href="([^"]+)" rel="next"/.exec(html)![1]!.replaceAll("&amp;", "&");
  expect(next).toBe(`${sent}&page=2`);
  expect(linesOf(await htmlOf(world.his.get(next))).length).toBe(2);
  expect(linesOf(await htmlOf(world.his.get(`${path}?operation=refill`)))).toEqual([
    "14 Mar 2026, 12:00 UTC Purchase +500 500",
  ]);
  expect(await htmlOf(world.his.get(`${path}?dateFrom=2026-03-15`))).toContain("No lines match");
  // Impossible filters are ignored.
  expect(await htmlOf(world.his.get(`${path}?operation=gift&dateTo=soon`))).toContain("23 lines");
  const csv = /href="([^"]+)" download/.exec(html)![1]!.replaceAll("&amp;", "&");
  expect((await (await world.his.get(csv)).text()).trim().split("\r\n").length).toBe(23);
});

Deno.test("the file holds every row, each cell in its place, and nothing that a spreadsheet would run", async () => {
  await using world = await testMail({ credits: 5000 });
  const { sealed } = await withSealedLetter(world);
  await payForOpening(world, sealed);
  for (let count = 0; count < 230; count++) await world.write(world.james, world.olena, "Good evening.");
  const answer = await (await world.site.visitorAs(world.james)).get("/en/man/balance/history.csv");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="balance-history-2026-03-14.csv"');
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = new TextDecoder().decode(bytes).split("\r\n");
  expect(rows.length).toBe(1 + 233 + 1);
  expect(rows[0]).toBe("Number,Date (UTC),Kind,Details,Credits,Balance,Owed,Payment");
  expect(rows[1]).toMatch(/^233,2026-03-14T\d\d:\d\d:00\.000Z,Letters sent,Sent letter to Olena,-10,2685,0,$/);
  expect(rows.at(-2)).toBe("1,2026-03-14T12:00:00.000Z,Purchases,Purchase,5000,5000,0,");
  expect((await (await world.site.visitorAs(world.olena)).get("/en/man/balance/history.csv")).status).toBe(403);
  const cells: [string | number, string][] = [
    ["=1+1", "'=1+1"],
    ["  @SUM(A1)", "'  @SUM(A1)"],
    ["+49", "'+49"],
    ["-2", "'-2"],
    ["\t=x", "'\t=x"],
    ["\r=x", '"\'\r=x"'],
    ["＝1", "'＝1"],
    [-2, "-2"],
    ['said "yes", twice', '"said ""yes"", twice"'],
    ["two\nlines", '"two\nlines"'],
    ["O'Neil", "O'Neil"],
  ];
  for (const [cell, written] of cells) expect(cellOf(cell)).toBe(written);
});

Deno.test("a daily limit is set, waits when it is raised, and the wish is taken back", async () => {
  await using world = await testMail({ credits: 100 });
  const limit = "/en/man/balance/spending-limit";
  const shown = async () => await htmlOf(world.his.get(path));
  const set = async (fields: Record<string, string>) =>
    await htmlOf(world.his.follow(await world.his.post(limit, fields)));
  const kept = await world.his.post(limit, { action: "keep" });
  expect(kept.headers.get("location")).toBe("/en/man/balance/history#limit");
  expect(await shown()).toContain("You have set no limit. Spent today: 0 credits.");
  expect(await set({ action: "set", limit: " 10 " })).toContain("Your daily limit is set.");
  await world.write(world.james, world.olena, "Good evening.");
  await expect(world.write(world.james, world.olena, "And again.")).rejects.toThrow("spending_limit_reached");
  expect(await shown()).toContain("10 of 10 credits spent today");
  const waiting = await set({ action: "set", limit: "" });
  expect(waiting).toContain("The higher limit will apply in 24 hours.");
  expect(waiting).toContain("From 15\u00a0Mar 2026, 12:02 UTC there will be no limit.");
  expect(await set({ action: "set", limit: "50" })).toContain("UTC the limit will be 50 credits.");
  expect(await set({ action: "keep" })).not.toContain("the limit will be");
  for (const wrong of ["ten", "-1", "1.5", "100001", "1e3"]) {
    const refused = await world.his.post(limit, { action: "set", limit: wrong });
    expect(refused.status).toBe(422);
    const html = await htmlOf(refused);
    expect(html).toContain("Please enter a whole number from 0 to 100,000");
    expect(html).toContain(`value="${wrong}"`);
  }
  expect(await shown()).toContain("10 of 10 credits spent today");
  expect((await world.hers.post(limit, { limit: "1" })).status).toBe(403);
});

Deno.test("who keeps his limit keeps the one that he sees, also where the higher one has begun meanwhile", async () => {
  await using world = await testMail({ credits: 100 });
  const limit = "/en/man/balance/spending-limit";
  await world.his.post(limit, { action: "set", limit: "10" });
  await world.his.post(limit, { action: "set", limit: "50" });
  expect(await htmlOf(world.his.get(path))).toContain('name="shown" value="10"');
  world.site.advance(25 * 3600_000);
  const his = await world.site.visitorAs(world.james);
  expect(await htmlOf(his.get(path))).toContain("0 of 50 credits spent today");
  await his.post(limit, { action: "keep", shown: "10" });
  expect(await htmlOf(his.get(path))).toContain("0 of 10 credits spent today");
});

Deno.test("an empty history and an owed credit are said in words", async () => {
  await using world = await testMail({ credits: 0 });
  const empty = await htmlOf(world.his.get(path));
  expect(empty).toMatch(/Nothing here yet.*class="btn"[^>]*>Buy credits/s);
  expect(empty).not.toContain("Credits never expire");
  await post(world.site.store, {
    manId: world.james.id,
    operation: "refund",
    deltaCredits: -30,
    reference: {},
    idempotencyKey: "refund-of-a-test",
    mayOwe: true,
  });
  expect(await htmlOf(world.his.get(path))).toContain("you owe 30 credits");
});

Deno.test("what came back says what it was for, and what was taken back leaves its debt in sight", async () => {
  await using world = await testMail({ credits: 20 });
  const { id: letterId } = await world.write(world.james, world.olena, "Good evening.");
  const partnerId = world.olena.id;
  const back = async (deltaCredits: number, reference: Reference, key: string, more: Partial<Posting> = {}) => {
    const base = { manId: world.james.id, operation: "refund", deltaCredits, reference, idempotencyKey: key } as const;
    const posted = await post(world.site.store, { ...base, ...more });
    if (!posted.ok) throw new Error(posted.reason);
  };
  await back(10, { letterId, partnerId }, "translation", refundOf("letter-send:written-by-test-1"));
  await back(1, { partnerId }, "minute");
  await back(-65, { paymentId: "gone", note: "Economy" }, "refund", { mayOwe: true });
  await back(65, { paymentId: "gone", note: "Economy" }, "won");
  await back(2, {}, "goodwill");
  const html = await htmlOf(world.his.get(path));
  expect(linesOf(html).slice(0, 5).map((line) => line.replace(/^.*?12:0\d UTC /, ""))).toEqual([
    "Refund +2 23",
    "Payment valid after all: Economy +65 21",
    "Payment reversed, credits taken back: Economy −65 0 44 owed",
    "Given back: a minute with Olena that does not count +1 21",
    "Given back: your letter to Olena was not translated +10 20",
  ]);
  expect(html.match(new RegExp(`outbox/conversation/${partnerId}/${letterId}#letter-${letterId}`, "g"))!.length).toBe(
    2,
  );
});

Deno.test("the balance leads to its history, and only men have one", async () => {
  await using world = await testMail();
  expect((await world.his.get("/zh-hans/man/balance")).headers.get("location")).toBe("/zh-hans/man/balance/history");
  expect((await world.hers.get(path)).status).toBe(403);
  expect((await world.site.visitor().get(path)).status).toBe(303);
});

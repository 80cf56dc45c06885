/** The balance's history: every line with its reason, its letter and what was left. */
import { expect } from "expect";
import { post } from "../../../kv/ledger.ts";
import { htmlOf, payForOpening, testDesk, withSealedLetter } from "../mail/testing.ts";

const path = "/en/man/balance/history";

/** The lines of the table as plain text. */
const linesOf = (html: string): string[] =>
  (/<tbody[\s\S]*<\/tbody>/.exec(html)?.[0].split("</tr>") ?? [])
    .map((line) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

Deno.test("every movement has its line, newest first, with the letter it was for", async () => {
  await using desk = await testDesk({ credits: 150 });
  const { sealed, answer } = await withSealedLetter(desk);
  await payForOpening(desk, sealed);
  const html = await htmlOf(desk.his.get(path));
  expect(linesOf(html)).toEqual([
    "14 Mar 2026, 12:03 Opened letter from Olena −5 135",
    "14 Mar 2026, 12:02 Sent letter to Olena −10 140",
    "14 Mar 2026, 12:00 Refill +150 150",
  ]);
  expect(html).toContain(`/en/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}#letter-${sealed.id}`);
  expect(html).toContain(`/en/man/mail/outbox/conversation/${desk.olena.id}/${answer.id}#letter-${answer.id}`);
  expect(html).toMatch(/<h1>135 credits<\/h1>/);
  expect(html).toContain("13 letters, or 135 minutes of text, or 27 minutes face to face. They never expire.");
  expect(html).toContain("3 lines");
});

Deno.test("a long history has pages, and any page number is answered", async () => {
  await using desk = await testDesk({ credits: 500 });
  for (let count = 0; count < 22; count++) await desk.write(desk.james, desk.olena, "Good evening.");
  expect(linesOf(await htmlOf(desk.his.get(path))).length).toBe(20);
  for (const page of ["2", "77"]) {
    expect(linesOf(await htmlOf(desk.his.get(`${path}?page=${page}`))).length).toBe(3);
  }
  for (const page of ["0", "-2", "x", ""]) expect((await desk.his.get(`${path}?page=${page}`)).status).toBe(200);
});

Deno.test("an empty history and an owed credit are said in words", async () => {
  await using desk = await testDesk({ credits: 0 });
  expect(await htmlOf(desk.his.get(path))).toContain("No credit has moved yet");
  await post(desk.site.store, {
    manId: desk.james.id,
    operation: "refund",
    deltaCredits: -30,
    reference: {},
    idempotencyKey: "refund-of-a-test",
    mayOwe: true,
  });
  expect(await htmlOf(desk.his.get(path))).toContain("left 30 credits owed");
});

Deno.test("the balance leads to its history, and only men have one", async () => {
  await using desk = await testDesk();
  expect((await desk.his.get("/zh-hans/man/balance")).headers.get("location")).toBe("/zh-hans/man/balance/history");
  expect((await desk.hers.get(path)).status).toBe(403);
  expect((await desk.site.visitor().get(path)).status).toBe(303);
});

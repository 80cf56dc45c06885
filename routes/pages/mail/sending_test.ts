/** Sending from the composer: one form is one letter and one charge, and nothing that was written is lost. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger.ts";
import { lettersOfThread } from "../../../kv/letters/threads.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { giveCredits } from "../../../kv/testing/store.ts";
import { composerFields, type Desk, htmlOf, sheetOf, testDesk, withSealedLetter } from "./testing/mail.ts";

const sheetPath = (desk: Desk, prefix = "/en") => `${prefix}/man/mail/new-conversation/${desk.olena.id}`;

/** The fields of a freshly loaded composer with something written on it. */
async function written(desk: Desk, body: string, path = sheetPath(desk)) {
  const { sendKey } = composerFields(await htmlOf(desk.his.get(path)));
  return { action: "send", sendKey, body };
}

const lettersOf = async (desk: Desk) =>
  (await lettersOfThread(desk.site.store, desk.james.id, desk.olena.id, { page: 1, limit: 100 })).letters;
const balance = (desk: Desk) => balanceOf(desk.site.store, desk.james.id);

Deno.test("the price stands on the button, with what remains", async () => {
  await using desk = await testDesk();
  const html = await htmlOf(desk.his.get(sheetPath(desk)));
  expect(html).toMatch(/Send letter<\/span><\/span> <span class="stub">10 credits/);
  expect(html).toContain("You have 200; after this, 190.");
  expect(html).toContain('maxlength="6000"');
  expect(composerFields(html).action).toBe(sheetPath(desk));
});

Deno.test("a sent letter costs ten credits and is shown in its conversation", async () => {
  await using desk = await testDesk();
  const answer = await desk.his.post(sheetPath(desk), await written(desk, "Dear Olena,\r\n\r\nGood evening."));
  expect(answer.status).toBe(303);
  const [letter] = await lettersOf(desk);
  expect(answer.headers.get("location")).toBe(
    `/en/man/mail/outbox/conversation/${desk.olena.id}/${letter!.id}#letter-${letter!.id}`,
  );
  const html = await htmlOf(desk.his.follow(answer));
  expect(html).toContain("Good evening.");
  expect(html).toContain("Your letter to Olena is on its way. You now have 190 credits.");
  expect(await balance(desk)).toBe(190);
});

Deno.test("a double click, a retry and a reload are one letter and one charge", async () => {
  await using desk = await testDesk();
  const fields = await written(desk, "Only once, please.");
  const answers = await Promise.all([desk.his.post(sheetPath(desk), fields), desk.his.post(sheetPath(desk), fields)]);
  const later = await desk.his.post(sheetPath(desk), fields);
  const places = [...answers, later].map((answer) => answer.headers.get("location"));
  expect(new Set(places).size).toBe(1);
  expect((await lettersOf(desk)).length).toBe(1);
  expect(await balance(desk)).toBe(190);
});

Deno.test("the same words from a second tab or after going back are the same letter; later they are another", async () => {
  await using desk = await testDesk();
  const [one, two] = [await written(desk, "Twice shown."), await written(desk, "Twice shown.\r\n")];
  expect(one.sendKey).not.toBe(two.sendKey);
  const answers = await Promise.all([desk.his.post(sheetPath(desk), one), desk.his.post(sheetPath(desk), two)]);
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect(await balance(desk)).toBe(190);
  await desk.his.post(sheetPath(desk), await written(desk, "Other words."));
  expect(await balance(desk)).toBe(180);
  desk.site.advance(11 * 60_000);
  await desk.his.post(sheetPath(desk), await written(desk, "Twice shown."));
  expect(await balance(desk)).toBe(170);
  expect((await lettersOf(desk)).length).toBe(3);
});

Deno.test("other words with a used key are neither sent nor lost, and a fresh key sends them", async () => {
  await using desk = await testDesk();
  const fields = await written(desk, "The first words.");
  await desk.his.post(sheetPath(desk), fields);
  const answer = await desk.his.post(sheetPath(desk), { ...fields, body: "Second thoughts." });
  expect(answer.status).toBe(422);
  const html = await htmlOf(answer);
  expect(sheetOf(html)).toBe("Second thoughts.");
  expect(html).toContain("See what was sent");
  expect(await balance(desk)).toBe(190);
  const fresh = composerFields(html);
  expect(fresh.sendKey).not.toBe(fields.sendKey);
  expect((await desk.his.post(sheetPath(desk), { ...fresh, action: "send", body: "Second thoughts." })).status).toBe(
    303,
  );
  expect((await lettersOf(desk)).length).toBe(2);
  expect(await balance(desk)).toBe(180);
});

Deno.test("a key that was used for somebody else sends nothing here", async () => {
  await using desk = await testDesk();
  const daria = await desk.site.addLady({ firstname: "Daria" });
  const fields = await written(desk, "The same words.");
  await desk.his.post(sheetPath(desk), fields);
  const answer = await desk.his.post(`/en/man/mail/new-conversation/${daria.id}`, fields);
  expect(answer.status).toBe(422);
  expect(sheetOf(await htmlOf(answer))).toBe("The same words.");
  expect(await balance(desk)).toBe(190);
});

Deno.test("what one man wrote is not sent by another who has signed in since; his words stay", async () => {
  await using desk = await testDesk();
  const wei = await desk.site.visitorAs(await desk.site.addMan({ firstname: "Wei", credits: 200 }));
  const writerId = String(desk.james.id);
  const answer = await wei.post(sheetPath(desk), { ...await written(desk, "From James."), writerId });
  expect(answer.status).toBe(403);
  const html = await htmlOf(answer);
  expect(html).toContain("Somebody else has signed in on this browser");
  expect(sheetOf(html)).toBe("From James.");
  expect(await lettersOf(desk)).toEqual([]);
  expect((await desk.his.post(sheetPath(desk), { ...await written(desk, "From James."), writerId })).status).toBe(303);
});

Deno.test("a missing or forged key sends nothing and keeps the words", async () => {
  await using desk = await testDesk();
  for (const sendKey of ["", "short", "with spaces in it", "x".repeat(101), "<script>"]) {
    const answer = await desk.his.post(sheetPath(desk), { action: "send", sendKey, body: "Kept." });
    const html = await htmlOf(answer);
    expect({ sendKey, status: answer.status, sheet: sheetOf(html) }).toEqual({ sendKey, status: 409, sheet: "Kept." });
    expect(composerFields(html).sendKey.length).toBeGreaterThan(20);
  }
  expect(await lettersOf(desk)).toEqual([]);
});

Deno.test("an empty letter and one of 6001 characters are refused with their words kept; 6000 are sent", async () => {
  await using desk = await testDesk();
  const blank = await desk.his.post(sheetPath(desk), await written(desk, " \r\n\t "));
  expect(blank.status).toBe(422);
  expect(await htmlOf(blank)).toContain("Please fill this in.");
  const long = "x".repeat(6001);
  const tooLong = await desk.his.post(sheetPath(desk), await written(desk, long));
  const html = await htmlOf(tooLong);
  expect(tooLong.status).toBe(422);
  expect(html).toContain("This text is too long.");
  expect(html).toContain('aria-invalid="true"');
  expect(sheetOf(html)).toBe(long);
  expect(await balance(desk)).toBe(200);
  const lines = "x\r\n".repeat(2999) + "xy";
  expect((await desk.his.post(sheetPath(desk), await written(desk, lines))).status).toBe(303);
});

Deno.test("a body of a megabyte is cut off, and two bodies at once are none", async () => {
  await using desk = await testDesk();
  const fields = await written(desk, "x".repeat(1024 * 1024));
  expect((await desk.his.post(sheetPath(desk), fields)).status).toBe(413);
  const doubled = await desk.his.post(sheetPath(desk), { ...fields, body: ["one", "two"] });
  expect(doubled.status).toBe(422);
  expect((await desk.his.post(sheetPath(desk), { ...fields, body: new Blob(["a file"]) })).status).toBe(422);
  expect(await lettersOf(desk)).toEqual([]);
});

Deno.test("a script in a letter is shown as text, in the thread and in the sheet", async () => {
  await using desk = await testDesk();
  const script = `</textarea><script>alert("x")</script><img src=x onerror=alert(1)>`;
  const sent = await desk.his.follow(await desk.his.post(sheetPath(desk), await written(desk, script)));
  const refused = await desk.his.post(sheetPath(desk), { action: "send", sendKey: "", body: script });
  for (const html of [await htmlOf(sent), await htmlOf(refused)]) {
    expect(html).not.toMatch(/<script>alert|<img src=x/);
    expect(html).toContain("&lt;script>alert(");
  }
});

Deno.test("who has too few credits is told before, told again, and keeps the words", async () => {
  await using desk = await testDesk({ credits: 3 });
  const before = await htmlOf(desk.his.get(sheetPath(desk)));
  expect(before).toContain("A letter costs 10 credits and you have 3 credits.");
  const answer = await desk.his.post(sheetPath(desk), await written(desk, "I have words."));
  const html = await htmlOf(answer);
  expect(answer.status).toBe(402);
  expect(html).toContain("Your credits are running low, please refund your balance.");
  expect(html).toMatch(/href="[^"]*purchase[^"]*"[^>]*>Top up/);
  expect(sheetOf(html)).toBe("I have words.");
  expect(await balance(desk)).toBe(3);
});

Deno.test("after topping up, the form that was refused sends with the same key", async () => {
  await using desk = await testDesk({ credits: 3 });
  const fields = await written(desk, "Patience.");
  expect((await desk.his.post(sheetPath(desk), fields)).status).toBe(402);
  await giveCredits(desk.site.store, desk.james.id, 20);
  expect((await desk.his.post(sheetPath(desk), fields)).status).toBe(303);
  expect(await balance(desk)).toBe(13);
});

Deno.test("the island gets data: where the letter is, or why not, with a fresh key where the old one is used up", async () => {
  await using desk = await testDesk({ credits: 15 });
  const fields = await written(desk, "By script.");
  const post = (body: Record<string, string>) =>
    desk.his.post(sheetPath(desk), body, { headers: { accept: "application/json" } });
  const [letter, sent] = [await post(fields), await lettersOf(desk)];
  expect(await letter.json()).toEqual({
    to: `/en/man/mail/outbox/conversation/${desk.olena.id}/${sent[0]!.id}#letter-${sent[0]!.id}`,
  });
  const used = await post({ ...fields, body: "Other words." });
  expect(used.status).toBe(422);
  const { failure, sendKey } = await used.json();
  expect(failure.earlier.href).toBe("/en/man/mail/outbox");
  const poor = await post({ action: "send", sendKey, body: "Other words." });
  expect(poor.status).toBe(402);
  expect(await poor.json()).toMatchObject({ code: "insufficient_credits", sendKey, failure: { needsCredits: true } });
});

Deno.test("from a conversation one answers into the same box", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const path = `/en/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`;
  const answer = await desk.his.post(path, await written(desk, "An answer.", path));
  expect(answer.headers.get("location")).toMatch(
    new RegExp(`^/en/man/mail/inbox/conversation/${desk.olena.id}/\\d+#letter-\\d+$`),
  );
  const refused = await desk.his.post(path, await written(desk, " ", path));
  expect(refused.status).toBe(422);
  expect(await htmlOf(refused)).toContain('<ol class="letters">');
});

Deno.test("nobody can write to nobody, to himself, to a man, or to a lady who is not published", async () => {
  await using desk = await testDesk();
  const hidden = await desk.site.addLady({ firstname: "Hidden" }, { isPublished: false });
  const wei = await desk.site.addMan({ firstname: "Wei" });
  const fields = await written(desk, "Hello?");
  for (const id of [hidden.id, wei.id, desk.james.id, 999_999, "abc", "0", "-5", "1e3"]) {
    const path = `/en/man/mail/new-conversation/${id}`;
    expect({ id, status: (await desk.his.get(path)).status }).toEqual({ id, status: 404 });
    expect({ id, status: (await desk.his.post(path, fields)).status }).toEqual({ id, status: 404 });
  }
  expect(await balance(desk)).toBe(200);
});

Deno.test("who was unpublished while one wrote gets nothing, and the words stay", async () => {
  await using desk = await testDesk();
  const { sealed } = await withSealedLetter(desk);
  const path = `/en/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`;
  const fields = await written(desk, "Too late.", path);
  await takeDown(desk.site.store, desk.olena.id);
  const answer = await desk.his.post(path, fields);
  const html = await htmlOf(answer);
  expect(answer.status).toBe(404);
  expect(html).toContain("Olena is not receiving letters at present.");
  expect(sheetOf(html)).toBe("Too late.");
  expect(await balance(desk)).toBe(190);
});

Deno.test("a form without our origin sends nothing", async () => {
  await using desk = await testDesk();
  const body = new URLSearchParams(await written(desk, "From elsewhere."));
  expect((await desk.his.request(sheetPath(desk), { method: "POST", body })).status).toBe(403);
  expect(await lettersOf(desk)).toEqual([]);
});

Deno.test("the composer speaks each language, and its form stays in it", async () => {
  await using desk = await testDesk();
  const hant = await htmlOf(desk.his.get(sheetPath(desk, "")));
  const hans = await htmlOf(desk.his.get(sheetPath(desk, "/zh-hans")));
  expect(hant).toContain("你有 200 點，之後剩 190 點。");
  expect(hans).toContain("你有 200 点，之后剩 190 点。");
  expect(composerFields(hans).action).toBe(sheetPath(desk, "/zh-hans"));
});

/** Sending from the composer: one form is one letter and one charge, and nothing that was written is lost. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { lettersOfThread } from "../../../kv/letters/boxes/threads.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { giveCredits } from "../../../kv/testing/store.ts";
import { composerFields, htmlOf, type MailWorld, sheetOf, testMail, withSealedLetter } from "./testing/mail.ts";

const sheetPath = (world: MailWorld, prefix = "/en") => `${prefix}/man/mail/new-conversation/${world.olena.id}`;

/** The fields of a freshly loaded composer with something written on it. */
async function written(world: MailWorld, body: string, path = sheetPath(world)) {
  const { sendKey } = composerFields(await htmlOf(world.his.get(path)));
  return { action: "send", sendKey, body };
}

const lettersOf = async (world: MailWorld) =>
  (await lettersOfThread(world.site.store, world.james.id, world.olena.id, { page: 1, limit: 100 })).letters;
const balance = (world: MailWorld) => balanceOf(world.site.store, world.james.id);

Deno.test("the price stands on the button, with what remains", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(sheetPath(world)));
  expect(html).toMatch(/Send letter<\/span><\/span> <span class="stub">10 credits/);
  expect(html).toContain("You have 200; after this, 190.");
  expect(html).toContain('maxlength="6000"');
  expect(composerFields(html).action).toMatch(new RegExp(`^${sheetPath(world)}\\?sheet=[\\w-]+$`));
});

Deno.test("a letter that was quoted at another price is neither sent nor charged, and says what it costs now", async () => {
  await using world = await testMail();
  const page = await htmlOf(world.his.get(sheetPath(world)));
  expect(page).toContain('name="priceCredits" value="10"');
  const { sendKey } = composerFields(page);
  const fields = { action: "send", sendKey, priceCredits: "10", body: "Written in a tunnel." };
  const answer = await world.his.post(sheetPath(world), { ...fields, priceCredits: "9" });
  expect(answer.status).toBe(409);
  const html = await htmlOf(answer);
  expect(html).toContain("A letter now costs 10 credits, not what this page said.");
  expect(html).toContain("Show the new price");
  expect(sheetOf(html)).toBe("Written in a tunnel.");
  expect([await balance(world), await lettersOf(world)]).toEqual([200, []]);

  expect((await world.his.post(sheetPath(world), fields)).status).toBe(303);
  // A letter that was sent before the price changed stays sent, even if the form comes again.
  expect((await world.his.post(sheetPath(world), { ...fields, priceCredits: "9" })).status).toBe(303);
  expect([await balance(world), (await lettersOf(world)).length]).toEqual([190, 1]);
});

Deno.test("a sent letter costs ten credits and is shown in its conversation", async () => {
  await using world = await testMail();
  const answer = await world.his.post(sheetPath(world), await written(world, "Dear Olena,\r\n\r\nGood evening."));
  expect(answer.status).toBe(303);
  const [letter] = await lettersOf(world);
  expect(answer.headers.get("location")).toBe(
    `/en/man/mail/outbox/conversation/${world.olena.id}/${letter!.id}#letter-${letter!.id}`,
  );
  const html = await htmlOf(world.his.follow(answer));
  expect(html).toContain("Good evening.");
  expect(html).toContain("Your letter to Olena is on its way. You now have 190 credits.");
  expect(await balance(world)).toBe(190);
});

Deno.test("a double click, a retry and a reload are one letter and one charge", async () => {
  await using world = await testMail();
  const fields = await written(world, "Only once, please.");
  const answers = await Promise.all([
    world.his.post(sheetPath(world), fields),
    world.his.post(sheetPath(world), fields),
  ]);
  const later = await world.his.post(sheetPath(world), fields);
  const places = [...answers, later].map((answer) => answer.headers.get("location"));
  expect(new Set(places).size).toBe(1);
  expect((await lettersOf(world)).length).toBe(1);
  expect(await balance(world)).toBe(190);
});

Deno.test("the same words from a second tab or after going back are the same letter; later they are another", async () => {
  await using world = await testMail();
  const [one, two] = [await written(world, "Twice shown."), await written(world, "Twice shown.\r\n")];
  expect(one.sendKey).not.toBe(two.sendKey);
  const answers = await Promise.all([world.his.post(sheetPath(world), one), world.his.post(sheetPath(world), two)]);
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect(await balance(world)).toBe(190);
  await world.his.post(sheetPath(world), await written(world, "Other words."));
  expect(await balance(world)).toBe(180);
  world.site.advance(11 * 60_000);
  await world.his.post(sheetPath(world), await written(world, "Twice shown."));
  expect(await balance(world)).toBe(170);
  expect((await lettersOf(world)).length).toBe(3);
});

Deno.test("other words with a used key are neither sent nor lost, and a fresh key sends them", async () => {
  await using world = await testMail();
  const fields = await written(world, "The first words.");
  await world.his.post(sheetPath(world), fields);
  const answer = await world.his.post(sheetPath(world), { ...fields, body: "Second thoughts." });
  expect(answer.status).toBe(422);
  const html = await htmlOf(answer);
  expect(sheetOf(html)).toBe("Second thoughts.");
  expect(html).toContain("See what was sent");
  expect(await balance(world)).toBe(190);
  const fresh = composerFields(html);
  expect(fresh.sendKey).not.toBe(fields.sendKey);
  expect((await world.his.post(sheetPath(world), { ...fresh, action: "send", body: "Second thoughts." })).status).toBe(
    303,
  );
  expect((await lettersOf(world)).length).toBe(2);
  expect(await balance(world)).toBe(180);
});

Deno.test("a key that was used for somebody else sends nothing here", async () => {
  await using world = await testMail();
  const daria = await world.site.addLady({ firstname: "Daria" });
  const fields = await written(world, "The same words.");
  await world.his.post(sheetPath(world), fields);
  const answer = await world.his.post(`/en/man/mail/new-conversation/${daria.id}`, fields);
  expect(answer.status).toBe(422);
  expect(sheetOf(await htmlOf(answer))).toBe("The same words.");
  expect(await balance(world)).toBe(190);
});

Deno.test("what one man wrote is not sent by another who has signed in since; his words stay", async () => {
  await using world = await testMail();
  const wei = await world.site.visitorAs(await world.site.addMan({ firstname: "Wei", credits: 200 }));
  const writerId = String(world.james.id);
  const answer = await wei.post(sheetPath(world), { ...await written(world, "From James."), writerId });
  expect(answer.status).toBe(403);
  const html = await htmlOf(answer);
  expect(html).toContain("Somebody else has logged in on this browser");
  expect(sheetOf(html)).toBe("From James.");
  expect(await lettersOf(world)).toEqual([]);
  expect((await world.his.post(sheetPath(world), { ...await written(world, "From James."), writerId })).status).toBe(
    303,
  );
});

Deno.test("a missing or forged key sends nothing and keeps the words", async () => {
  await using world = await testMail();
  for (const sendKey of ["", "short", "with spaces in it", "x".repeat(101), "<script>"]) {
    const answer = await world.his.post(sheetPath(world), { action: "send", sendKey, body: "Kept." });
    const html = await htmlOf(answer);
    expect({ sendKey, status: answer.status, sheet: sheetOf(html) }).toEqual({ sendKey, status: 409, sheet: "Kept." });
    expect(composerFields(html).sendKey.length).toBeGreaterThan(20);
  }
  expect(await lettersOf(world)).toEqual([]);
});

Deno.test("an empty letter and one of 6001 characters are refused with their words kept; 6000 are sent", async () => {
  await using world = await testMail();
  const blank = await world.his.post(sheetPath(world), await written(world, " \r\n\t "));
  expect(blank.status).toBe(422);
  const empty = await htmlOf(blank);
  for (const told of ["Your letter has not been sent.", "Write your letter first."]) expect(empty).toContain(told);
  const long = "x".repeat(6001);
  const tooLong = await world.his.post(sheetPath(world), await written(world, long));
  const html = await htmlOf(tooLong);
  expect(tooLong.status).toBe(422);
  expect(html).toContain("This text is too long.");
  expect(html).toContain('aria-invalid="true"');
  expect(sheetOf(html)).toBe(long);
  expect(await balance(world)).toBe(200);
  const lines = "x\r\n".repeat(2999) + "xy";
  expect((await world.his.post(sheetPath(world), await written(world, lines))).status).toBe(303);
});

Deno.test("a body of a megabyte is cut off, and two bodies at once are none", async () => {
  await using world = await testMail();
  const fields = await written(world, "x".repeat(1024 * 1024));
  expect((await world.his.post(sheetPath(world), fields)).status).toBe(413);
  const doubled = await world.his.post(sheetPath(world), { ...fields, body: ["one", "two"] });
  expect(doubled.status).toBe(422);
  expect((await world.his.post(sheetPath(world), { ...fields, body: new Blob(["a file"]) })).status).toBe(422);
  expect(await lettersOf(world)).toEqual([]);
});

Deno.test("a script in a letter is shown as text, in the thread and in the sheet", async () => {
  await using world = await testMail();
  const script = `</textarea><script>alert("x")</script><img src=x onerror=alert(1)>`;
  const sent = await world.his.follow(await world.his.post(sheetPath(world), await written(world, script)));
  const refused = await world.his.post(sheetPath(world), { action: "send", sendKey: "", body: script });
  for (const html of [await htmlOf(sent), await htmlOf(refused)]) {
    expect(html).not.toMatch(/<script>alert|<img src=x/);
    expect(html).toContain("&lt;script>alert(");
  }
});

Deno.test("who has too few credits is told before, told again, and keeps the words", async () => {
  await using world = await testMail({ credits: 3 });
  const before = await htmlOf(world.his.get(sheetPath(world)));
  // Above the sheet, and beside the button, which on a telephone is far below.
  const beside = before.slice(before.indexOf('id="letter-count"'));
  for (const html of [before.slice(0, before.indexOf("<textarea")), beside]) {
    expect(html).toContain("A letter costs 10 credits and you have 3 credits.");
    expect(html).toMatch(/href="[^"]*purchase[^"]*"[^>]*>Buy credits/);
  }
  const answer = await world.his.post(sheetPath(world), await written(world, "I have words."));
  const html = await htmlOf(answer);
  expect(answer.status).toBe(402);
  // The reason stands where he pressed, and has the focus.
  const reason = html.slice(html.indexOf("</textarea>"), html.indexOf('id="letter-count"'));
  expect(reason).toMatch(/role="alert" tabindex="-1" autofocus/);
  expect(reason).toContain("Your credits are running low, please refund your balance.");
  expect(reason).toMatch(/href="[^"]*purchase[^"]*"[^>]*>Buy credits/);
  expect(sheetOf(html)).toBe("I have words.");
  expect(await balance(world)).toBe(3);
});

Deno.test("after topping up, the form that was refused sends with the same key", async () => {
  await using world = await testMail({ credits: 3 });
  const fields = await written(world, "Patience.");
  expect((await world.his.post(sheetPath(world), fields)).status).toBe(402);
  await giveCredits(world.site.store, world.james.id, 20);
  expect((await world.his.post(sheetPath(world), fields)).status).toBe(303);
  expect(await balance(world)).toBe(13);
});

Deno.test("the island gets data: where the letter is, or why not, with a fresh key where the old one is used up", async () => {
  await using world = await testMail({ credits: 15 });
  const fields = await written(world, "By script.");
  const post = (body: Record<string, string>) =>
    world.his.post(sheetPath(world), body, { headers: { accept: "application/json" } });
  const [letter, sent] = [await post(fields), await lettersOf(world)];
  expect(await letter.json()).toEqual({
    to: `/en/man/mail/outbox/conversation/${world.olena.id}/${sent[0]!.id}#letter-${sent[0]!.id}`,
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
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const path = `/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`;
  const answer = await world.his.post(path, await written(world, "An answer.", path));
  expect(answer.headers.get("location")).toMatch(
    new RegExp(`^/en/man/mail/inbox/conversation/${world.olena.id}/\\d+#letter-\\d+$`),
  );
  const refused = await world.his.post(path, await written(world, " ", path));
  expect(refused.status).toBe(422);
  expect(await htmlOf(refused)).toContain('<ol class="letters">');
});

Deno.test("nobody can write to nobody, to himself, to a man, or to a lady who is not published", async () => {
  await using world = await testMail();
  const hidden = await world.site.addLady({ firstname: "Hidden" }, { isPublished: false });
  const wei = await world.site.addMan({ firstname: "Wei" });
  const fields = await written(world, "Hello?");
  for (const id of [hidden.id, wei.id, world.james.id, 999_999, "abc", "0", "-5", "1e3"]) {
    const path = `/en/man/mail/new-conversation/${id}`;
    expect({ id, status: (await world.his.get(path)).status }).toEqual({ id, status: 404 });
    expect({ id, status: (await world.his.post(path, fields)).status }).toEqual({ id, status: 404 });
  }
  expect(await balance(world)).toBe(200);
});

Deno.test("who was unpublished while one wrote gets nothing, and the words stay", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const path = `/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`;
  const fields = await written(world, "Too late.", path);
  await takeDown(world.site.store, world.olena.id);
  const answer = await world.his.post(path, fields);
  const html = await htmlOf(answer);
  expect(answer.status).toBe(404);
  expect(html).toContain("Olena is not receiving letters at present.");
  expect(sheetOf(html)).toBe("Too late.");
  expect(await balance(world)).toBe(190);
});

Deno.test("a form without our origin sends nothing", async () => {
  await using world = await testMail();
  const body = new URLSearchParams(await written(world, "From elsewhere."));
  expect((await world.his.request(sheetPath(world), { method: "POST", body })).status).toBe(403);
  expect(await lettersOf(world)).toEqual([]);
});

Deno.test("the composer speaks each language, and its form stays in it", async () => {
  await using world = await testMail();
  const hant = await htmlOf(world.his.get(sheetPath(world, "")));
  const hans = await htmlOf(world.his.get(sheetPath(world, "/zh-hans")));
  expect(hant).toContain("目前 200\u00a0點，之後剩 190\u00a0點。");
  expect(hans).toContain("目前 200\u00a0点，之后剩 190\u00a0点。");
  expect(composerFields(hans).action.split("?")[0]).toBe(sheetPath(world, "/zh-hans"));
});

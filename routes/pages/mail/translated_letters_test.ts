/** Letters that wait for a translator, as the pages of author and recipient show them. */
import { expect } from "expect";
import { openLetter } from "../../../kv/letters/opening.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import {
  finishTranslation,
  releaseUntranslated,
  returnToAuthor,
} from "../../../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { hisBody, secret, testTranslators, type TranslatorWorld } from "../translator/testing/translators.ts";
import { composerFields, htmlOf } from "./testing/mail.ts";

const hoursMs = 3600_000;

const conversation = (side: "man" | "lady", box: string, partnerId: number, letterId: number) =>
  `/en/${side}/mail/${box}/conversation/${partnerId}/${letterId}`;

/** A fresh browser: sessions end while letters wait for days. */
const pageOf = async (room: TranslatorWorld, who: "james" | "daria", path: string) =>
  await htmlOf((await room.site.visitorAs(room[who])).get(path));

Deno.test("he is told before he writes, that it is with the translator, and since when", async () => {
  await using room = await testTranslators();
  const { site, james, daria } = room;
  const his = await site.visitorAs(james);
  const path = `/en/man/mail/new-conversation/${daria.id}`;
  const page = await htmlOf(his.get(path));
  expect(page).toContain(
    "Daria reads Russian. If you write in another language, a named translator translates your letter first",
  );
  expect(page).toContain("Translation is included.");
  expect(page).toMatch(/name="translate"[^>]* checked/);
  const sent = await his.post(path, { ...composerFields(page), action: "send", body: hisBody, translate: "on" });
  const html = await htmlOf(his.follow(sent));
  expect(html).toContain(
    "is with the translator, and will be delivered once it is translated. You now have 190 credits.",
  );
  expect(html).toContain("With the translator since 14\u00a0March 2026");
  expect(html).not.toContain("Not read yet");
  expect(await htmlOf(his.get("/en/man/mail/outbox"))).toContain("With the translator · ");
});

Deno.test("nothing of a letter that waits is on any page of hers", async () => {
  await using room = await testTranslators();
  const letter = await room.write(room.james, room.daria);
  for (const path of ["inbox", "outbox", "inbox?q=weathervane", `new-conversation/${room.james.id}`]) {
    expect(await pageOf(room, "daria", `/en/lady/mail/${path}`)).not.toContain(secret);
  }
  const hers = await room.site.visitorAs(room.daria);
  expect((await hers.get(conversation("lady", "inbox", room.james.id, letter.id))).status).toBe(404);
});

Deno.test("what he does not read is translated unless she takes the tick away, and a refused form keeps it", async () => {
  await using room = await testTranslators();
  const { site, james, daria } = room;
  const hers = await site.visitorAs(daria);
  const path = `/en/lady/mail/new-conversation/${james.id}`;
  const page = await htmlOf(hers.get(path));
  expect(page).toContain("Translate it for James if needed");
  // She pays nothing, so she is not told that translation is included.
  expect(page).toContain("a named translator translates your letter first");
  expect(page).not.toContain("Translation is included.");
  const fields = { ...composerFields(page), action: "send", translate: "on" };
  const empty = await hers.post(path, { ...fields, body: " " });
  expect(await htmlOf(empty)).toMatch(/name="translate"[^>]* checked/);
  const html = await htmlOf(hers.follow(await hers.post(path, { ...fields, body: "Добрый вечер, Джеймс." })));
  expect(html).toContain("Your letter to James is with the translator, and will be delivered once it is translated.");
  expect(html).not.toMatch(/credit/);
  expect(await pageOf(room, "james", "/en/man/mail/introduction")).not.toContain("Добрый");
  const fresh = { ...composerFields(await htmlOf(hers.get(path))), action: "send", body: "Спокойной ночи." };
  expect(await htmlOf(hers.follow(await hers.post(path, fresh)))).toContain("Your letter to James is on its way.");
});

Deno.test("his letter that nobody translated says so to both, and that his credits are back to him alone", async () => {
  await using room = await testTranslators();
  const letter = await room.write(room.james, room.daria);
  room.site.advance(72 * hoursMs);
  await releaseUntranslated(room.site.store, letter.id);
  const his = await pageOf(room, "james", conversation("man", "outbox", room.daria.id, letter.id));
  expect(his).toContain("Reached Daria untranslated on 17\u00a0March 2026; we have given you back 10 credits");
  const hers = await pageOf(room, "daria", conversation("lady", "inbox", room.james.id, letter.id));
  expect(hers).toContain(secret);
  expect(hers).toContain("No translator was available within 72 hours, so it arrived as it was written.");
  expect(hers).not.toContain("we have given you back");
});

Deno.test("the seal of her translated letter says when it came, not when she sent it", async () => {
  await using room = await testTranslators();
  const { site: { store, advance }, james, daria, nadia } = room;
  await room.write(daria, james, { body: "Добрый вечер, Джеймс.", translate: false });
  const letter = await room.write(daria, james, { body: "Только одно, Джеймс." });
  advance(48 * hoursMs);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await finishTranslation(store, nadia.id, letter.id, ["Only this, James."])).toMatchObject({ ok: true });
  const his = await pageOf(room, "james", conversation("man", "inbox", daria.id, letter.id));
  expect(his).toContain(`<time datetime="2026-03-16T`);
  expect(his).toContain("Arrived on 16\u00a0March 2026.");
});

Deno.test("his history says of each refund what it was for", async () => {
  await using room = await testTranslators();
  const [first, second] = [await room.write(room.james, room.daria), await room.write(room.james, room.daria)];
  await claimTranslation(room.site.store, room.nadia.id, first.id);
  await returnToAuthor(room.site.store, room.nadia.id, first.id, "A telephone number.");
  room.site.advance(73 * hoursMs);
  await releaseUntranslated(room.site.store, second.id);
  const html = await pageOf(room, "james", "/en/man/balance/history");
  expect(html).toContain("Given back: your letter to Daria was returned by the translator");
  expect(html).toContain("Given back: your letter to Daria was not translated");
});

Deno.test("hers that nobody translated opens without its price, and says why", async () => {
  await using room = await testTranslators();
  await room.write(room.daria, room.james, { body: "Добрый вечер." });
  const letter = await room.write(room.daria, room.james, { body: "Спокойной ночи.", translate: true });
  room.site.advance(72 * hoursMs);
  await releaseUntranslated(room.site.store, letter.id);
  const his = await pageOf(room, "james", conversation("man", "inbox", room.daria.id, letter.id));
  expect(his).toContain("Спокойной ночи.");
  expect(his).toContain("it arrived as it was written, and opening it is free.");
  const hers = await pageOf(room, "daria", conversation("lady", "outbox", room.james.id, letter.id));
  expect(hers).toContain("Reached James untranslated on 17\u00a0March 2026");
  expect(hers).not.toContain("credits");
});

Deno.test("a letter returned to her says why, without a word of money", async () => {
  await using room = await testTranslators();
  const letter = await room.write(room.daria, room.james, { body: "Звоните мне.", translate: true });
  await claimTranslation(room.site.store, room.nadia.id, letter.id);
  await returnToAuthor(room.site.store, room.nadia.id, letter.id, "A telephone\nnumber <b>.");
  const hers = await pageOf(room, "daria", conversation("lady", "outbox", room.james.id, letter.id));
  expect(hers).toContain("The translator returned this letter, and it was not delivered.");
  expect(hers).toContain("A telephone\nnumber &lt;b>.");
  expect(hers).not.toMatch(/credits|money/);
  expect(await pageOf(room, "daria", "/en/lady/mail/outbox")).toContain("Returned · ");
});

Deno.test("a seal tells the language and that no translation lies in it; once open, one press asks for one", async () => {
  await using room = await testTranslators();
  const { site, james, daria, nadia } = room;
  const send = async (body: string) => {
    site.advance(60_000);
    const wanted = { authorId: daria.id, recipientId: james.id, body, translate: false, sendKey: body };
    const sent = await sendLetter(site.store, wanted);
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  await send("Здравствуйте, Джеймс.");
  await room.write(james, daria);
  const sealed = await send("Сегодня я нашла старую партитуру.");
  const path = conversation("man", "inbox", daria.id, sealed.id);
  const before = await pageOf(room, "james", path);
  expect(before).toContain(
    "Written in: Russian. Without a translation; once it is open you can ask for one at no extra cost.",
  );
  expect(before).not.toContain("партитуру");
  await openLetter(site.store, james.id, sealed.id, true);
  expect(await pageOf(room, "james", path)).toContain("Ask for a translation");
  const his = await site.visitorAs(james);
  const asked = await his.post(path, { action: "translate", letterId: String(sealed.id) });
  expect(await htmlOf(his.follow(asked))).toContain("A translator has the letter.");
  await claimTranslation(site.store, nadia.id, sealed.id);
  await finishTranslation(site.store, nadia.id, sealed.id, ["Today I found an old score."]);
  const after = await pageOf(room, "james", path);
  expect(after).toContain("Today I found an old score.");
  expect(after).toMatch(/lang="ru"><p>Сегодня/);
});

Deno.test("a seal with a translation in it says into which language", async () => {
  await using room = await testTranslators();
  const { site, james, daria, nadia } = room;
  const send = async (body: string) => {
    site.advance(60_000);
    const sent = await sendLetter(site.store, { authorId: daria.id, recipientId: james.id, body, sendKey: body });
    if (!sent.ok) throw new Error(sent.reason);
    await claimTranslation(site.store, nadia.id, sent.letter.id);
    await finishTranslation(site.store, nadia.id, sent.letter.id, ["Good evening, James."]);
    return sent.letter;
  };
  await send("Добрый вечер, Джеймс.");
  await room.write(james, daria);
  const sealed = await send("Ещё раз добрый вечер, Джеймс.");
  expect(await pageOf(room, "james", conversation("man", "inbox", daria.id, sealed.id)))
    .toContain("Written in: Russian. With a translation: English.");
});

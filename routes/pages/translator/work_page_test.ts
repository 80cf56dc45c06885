/**
 * The work page: original and translation side by side, words that are never lost, and each way to finish with a letter.
 */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { releaseUntranslated } from "../../../kv/letters/translating/translation_ends.ts";
import { translationWithinMs } from "../../../kv/letters/translating/translations.ts";
import { audit } from "../../../kv/records/audit.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { testPassword } from "../../testing/site.ts";
import { glossaryOf } from "../../../kv/letters/translating/glossary.ts";
import { letterOf, textsFor } from "../../../kv/letters/letters.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { atWork, partsOf, russian } from "./testing/at_work.ts";
import { hisBody, secret, take, testTranslators } from "./testing/translators.ts";

Deno.test("each paragraph has its own sheet beside it, with first names and nothing more of the two", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  const html = await htmlOf(world.hers.get(path));
  expect(html).toContain("James to Daria");
  expect(html).toContain(secret);
  expect(partsOf(html)).toEqual(["", "", ""]);
  for (const hidden of ["Secret", world.james.email, "Utrecht", "machine"]) expect(html).not.toContain(hidden);
  const script = html.match(/island/g);
  expect(script).not.toBe(null);
});

Deno.test("saving keeps the words for later, and a lost lease keeps them too", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const saved = await world.hers.post(path, { action: "save", segment: russian.slice(0, 2) });
  expect(saved.status).toBe(303);
  expect(partsOf(await htmlOf(world.hers.get(path)))).toEqual([...russian.slice(0, 2), ""]);

  world.site.advance(61 * 60_000);
  const late = await world.hers.post(path, { action: "finish", segment: russian });
  expect(late.status).toBe(409);
  const html = await htmlOf(late);
  expect(html).toContain("no longer yours to translate");
  for (const words of russian) expect(html).toContain(words);
  expect(html).not.toContain(secret);
  expect(html).toContain("Take it again");
  expect(await letterOf(world.site.store, world.daria.id, letter.id)).toBe(null);

  await take(world.his, letter);
  expect(await htmlOf(world.hers.get(path))).toContain("Somebody else has it now.");
  const endless = await htmlOf(world.hers.post(path, { action: "save", segment: ["ж".repeat(20_001), "", ""] }));
  expect([endless.includes("ж".repeat(20_001)), endless.includes("could not be kept"), endless.includes("is saved")])
    .toEqual([true, true, false]);
});

Deno.test("a letter whose writer has left, or was blocked, is no secret kept from its translator, who keeps what was typed", async () => {
  for (const end of ["deleted", "blocked"]) {
    await using world = await testTranslators();
    const { site, james, daria, hers } = world;
    const { path } = await atWork(world);
    await (await hers.post(path, { action: "save", segment: russian })).body?.cancel();
    if (end === "deleted") await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: false });
    else await setBlocked(site.store, daria.id, james.id, true);
    await site.runJobs();
    const opened = await hers.get(path);
    expect([end, opened.status]).toEqual([end, 409]);
    const late = await htmlOf(hers.post(path, { action: "finish", segment: [...russian.slice(0, 2), "Джим"] }));
    for (const html of [await opened.text(), late]) {
      expect(html).toContain("It needs no translation any more");
      expect(html).not.toContain("An hour passed");
    }
    expect(late).toContain("Джим");
    expect(late).toContain(end === "deleted" ? "could not be kept" : "is saved and shown below");
    expect((await auditRecords(site.store, { page: 1, limit: 20 })).records.map(({ action }) => action))
      .not.toContain("translation_denied");
    expect(await audit(site.store)).toEqual([]);
  }
});

for (const end of ["finished", "returned", "declined"] as const) {
  Deno.test(`a translator whose letter somebody else ${end} meanwhile is told this, not that its time is over`, async () => {
    await using world = await testTranslators();
    const letter = end === "declined" ? await world.writeAndAsk() : await world.write(world.james, world.daria);
    const [hers, his] = [await world.site.visitorAs(world.nadia), await world.site.visitorAs(world.petro)];
    await take(hers, letter);
    world.site.advance(61 * 60_000);
    await take(his, letter);
    const path = `/agency/mail/${letter.id}`;
    const ways = { finished: { action: "finish", segment: russian }, returned: { action: "return", reason: "No." } };
    const ended = await his.post(`/en${path}`, end === "finished" ? ways.finished : ways.returned);
    expect(ended.status).toBe(303);
    const html = await htmlOf(hers.post(`/en${path}`, { action: "save", segment: russian }));
    expect(html).toContain(
      {
        finished: "An hour passed without saving, or it was given back. Somebody else has finished the translation.",
        returned: "Somebody else has returned the letter to its author.",
        declined: "Somebody else has closed the request without a translation.",
      }[end],
    );
    expect(html).not.toContain("72 hours");
    expect(await htmlOf(hers.get(path))).not.toMatch(/。 /);
  });
}

Deno.test("a letter whose time is over is in nobody else's hands, though it has not come yet", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  world.site.advance(translationWithinMs);
  const html = await htmlOf((await world.site.visitorAs(world.nadia)).get(path));
  expect(html).toContain("The 72 hours for its translation are over.");
  expect(html).not.toContain("Somebody else has");
});

Deno.test("a letter that came untranslated after its three days says so, and of no hour without saving", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  world.site.advance(translationWithinMs);
  await releaseUntranslated(world.site.store, letter.id);
  const html = await htmlOf((await world.site.visitorAs(world.nadia)).get(path));
  expect(html).toContain("The 72 hours for its translation are over.");
  expect(html).not.toContain("An hour passed");
});

Deno.test("the island saves in the background and is told when the letter is gone", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  const headers = { accept: "application/json" };
  const saved = await world.hers.post(path, { action: "autosave", segment: russian, term: "half" }, { headers });
  expect([saved.status, Object.keys(await saved.json()).toSorted()]).toEqual([
    200,
    ["base", "hasSetAside", "leaseUntil", "savedAt", "segments"],
  ]);
  expect(partsOf(await htmlOf(world.hers.get(path)))).toEqual(russian);
  world.site.advance(61 * 60_000);
  const late = await world.hers.post(path, { action: "autosave", segment: ["раз", "два", "три"] }, { headers });
  expect(late.status).toBe(409);
  expect(await htmlOf(world.hers.get(path))).toContain('<p class="agency__lines">два</p>');
});

Deno.test("finishing sends the letter with the translator's name; pressed twice it is done once", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const fields = { action: "finish", segment: russian };
  const [first, second] = await Promise.all([world.hers.post(path, fields), world.hers.post(path, fields)]);
  const third = await world.hers.post(path, fields);
  expect([first.status, second.status, third.status]).toEqual([303, 303, 303]);
  const daria = await world.site.visitorAs(world.daria);
  const html = await htmlOf(daria.get(`/en/lady/mail/inbox/conversation/${world.james.id}/${letter.id}`));
  for (const words of [...russian, secret, "Translated by Nadia Hrytsenko"]) expect(html).toContain(words);
  const his = (await letterOf(world.site.store, world.daria.id, letter.id))!;
  expect((await textsFor(world.site.store, world.daria.id, [his])).get(letter.id)?.body).toBe(hisBody);
});

Deno.test("a paragraph without a translation is asked about, and an empty sheet is not sent", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const empty = await world.hers.post(path, { action: "finish", segment: ["", "", ""] });
  expect([empty.status, (await htmlOf(empty)).includes("There is no translation yet.")]).toEqual([422, true]);
  const gaps = await world.hers.post(path, { action: "finish", segment: ["Дорогая Дарья,", "", "Джеймс"] });
  expect(gaps.status).toBe(422);
  const html = await htmlOf(gaps);
  expect(html).toContain("1 paragraph has no translation.");
  expect(partsOf(html)).toEqual(["Дорогая Дарья,", "", "Джеймс"]);
  expect(await letterOf(world.site.store, world.daria.id, letter.id)).toBe(null);
  const meant = { action: "finish", segment: ["Дорогая Дарья,", "", "Джеймс"], gaps: "on" };
  expect((await world.hers.post(path, meant)).status).toBe(303);
  expect(await letterOf(world.site.store, world.daria.id, letter.id)).not.toBe(null);
});

Deno.test("an endless translation is refused and stays on the page", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  const endless = "я".repeat(20_001);
  const refused = await world.hers.post(path, { action: "save", segment: [endless, "", ""] });
  expect(refused.status).toBe(422);
  const html = await htmlOf(refused);
  expect(html).toContain("longer than 20,000 characters");
  expect(partsOf(html)[0]).toBe(endless);
});

Deno.test("a letter given back keeps its words for whoever takes it next", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const given = await world.hers.post(path, { action: "release", segment: russian });
  expect([given.status, given.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  const html = await htmlOf(await take(world.his, letter));
  expect(partsOf(html)).toEqual(russian);
  expect((await world.hers.get(path)).status).toBe(409);
});

Deno.test("a returned letter needs a reason, and its author reads it with the credits back", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const bare = await world.hers.post(path, { action: "return", segment: russian, reason: " " });
  expect(bare.status).toBe(422);
  const asked = await htmlOf(bare);
  expect(asked).toContain("Please give a reason.");
  expect(partsOf(asked)).toEqual(russian);
  const reason = "It holds a telephone number.";
  expect((await world.hers.post(path, { action: "return", segment: russian, reason })).status).toBe(303);
  expect(await balanceOf(world.site.store, world.james.id)).toBe(200);
  const his = await world.site.visitorAs(world.james);
  const html = await htmlOf(his.get(`/en/man/mail/outbox/conversation/${world.daria.id}/${letter.id}`));
  expect(html).toContain("was not delivered, and we have given you back 10 credits");
  expect(html).toContain(reason);
  expect(html).toContain(secret);
});

Deno.test("a letter that has come goes back to nobody: both read that it could not be translated, and no reason is asked", async () => {
  await using world = await testTranslators();
  const letter = await world.writeAndAsk();
  const hers = await world.site.visitorAs(world.nadia);
  await take(hers, letter);
  const path = `/en/agency/mail/${letter.id}`;
  const page = await htmlOf(hers.get(path));
  expect(page).toContain("James and Daria will see that it could not be translated.");
  expect(page).not.toContain('name="reason"');
  const given = await hers.post(path, { action: "return", segment: russian });
  expect(given.status).toBe(303);
  const told = await htmlOf(hers.follow(given));
  expect(told).toContain("Both see that the letter could not be translated.");
  expect(told).not.toContain("went back to its author");
  expect(await balanceOf(world.site.store, world.james.id)).toBe(190);
  for (
    const [user, partner, box] of [[world.james, world.daria, "man/mail/outbox"], [
      world.daria,
      world.james,
      "lady/mail/inbox",
    ]] as const
  ) {
    const visitor = await world.site.visitorAs(user);
    const html = await htmlOf(visitor.get(`/en/${box}/conversation/${partner.id}/${letter.id}`));
    for (const words of [secret, "The translator could not translate it."]) expect(html).toContain(words);
  }
});

Deno.test("a translation that was asked for stands next to the letter, and that is what its translator is told", async () => {
  await using world = await testTranslators();
  const letter = await world.writeAndAsk();
  const hers = await world.site.visitorAs(world.nadia);
  await take(hers, letter);
  const finished = await hers.post(`/en/agency/mail/${letter.id}`, { action: "finish", segment: russian });
  const told = await htmlOf(hers.follow(finished));
  expect(told).toContain("Your translation now stands next to the letter.");
  expect(told).not.toContain("on its way");
});

Deno.test("a term of the glossary is kept with Save, marked in the next letter, and forgotten again", async () => {
  await using world = await testTranslators();
  const { letter, path } = await atWork(world);
  const pair = { term: "weathervane", termTranslation: "флюгер" };
  expect((await world.hers.post(path, { action: "save", segment: russian, ...pair })).status).toBe(303);
  expect(await htmlOf(world.hers.get(path))).toContain("<ruby>weathervane<rt>флюгер</rt></ruby>");
  await world.hers.post(path, { action: "finish", segment: russian });
  const next = await world.write(world.james, world.daria, { body: "Dear Daria,\n\nThe Weathervane turns." });
  expect(await htmlOf(await take(world.hers, next))).toContain("<ruby>Weathervane<rt>флюгер</rt></ruby>");
  const half = await world.hers.post(`/en/agency/mail/${next.id}`, {
    action: "save",
    segment: russian,
    term: "church",
  });
  expect([half.status, (await htmlOf(half)).includes("Please fill in both words")]).toEqual([422, true]);
  await world.hers.post(`/en/agency/mail/${next.id}`, { segment: russian, forget: "weathervane" });
  const direction = { manId: world.james.id, ladyId: world.daria.id, from: "en", to: "ru" };
  expect(await glossaryOf(world.site.store, direction)).toEqual([]);
  expect(letter.id).not.toBe(next.id);
});

Deno.test("a term with a hyphen keeps the page open for every letter of the two", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  const next = await world.write(world.james, world.daria, { body: "Dear Daria,\n\nMy mother-in-law has come." });
  const pair = { term: "mother-in-law", termTranslation: "тёща" };
  expect((await world.hers.post(path, { action: "save", segment: russian, ...pair })).status).toBe(303);
  expect((await world.hers.get(path)).status).toBe(200);
  expect(await htmlOf(await take(world.his, next))).toContain("<ruby>mother-in-law<rt>тёща</rt></ruby>");
});

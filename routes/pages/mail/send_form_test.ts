/** Sending a form, or having it refused, loses no words that another device has saved since the form was shown. */
import { expect } from "expect";
import { translator } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { lettersOfThread } from "../../../kv/letters/boxes/threads.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { returnToAuthor } from "../../../kv/letters/translating/translation_ends.ts";
import { png } from "../../../services/testing/pictures.ts";
import {
  type LetterDraft,
  letterDraftTo,
  saveLetterDraft,
  type WrittenDraft,
} from "../../../kv/letters/letter_drafts.ts";
import { upload } from "../../api/testing/pictures.ts";
import { composerFields, htmlOf, type MailWorld, sheetOf, testMail } from "./testing/mail.ts";

const sheetPath = (world: MailWorld) => `/en/man/mail/new-conversation/${world.olena.id}`;

/** The fields of the composer as a desk shows it, ready to be sent. */
async function sheetOnTheDesk(world: MailWorld) {
  const html = await htmlOf(world.his.get(sheetPath(world)));
  const { sendKey, base } = composerFields(html);
  return { action: "send", sendKey, base, body: sheetOf(html)! };
}

/** Saves `written` from another device, which has seen the whole draft so far. */
async function saveElsewhere(world: MailWorld, written: Partial<WrittenDraft>): Promise<LetterDraft> {
  const { site: { store }, james, olena } = world;
  const stands = await letterDraftTo(store, james.id, olena.id);
  const { body = "", sendKey = "key-of-this-letter", attachmentIds = [], revision: base = 0 } = stands ?? {};
  const sheet = { body, sendKey, attachmentIds, base, ageMs: 0, ...written };
  const saved = await saveLetterDraft(store, james.id, olena.id, sheet);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.draft!;
}

const begun = ({ site: { store }, james, olena }: MailWorld) => letterDraftTo(store, james.id, olena.id);

Deno.test("what the telephone wrote after the desk had looked is the next letter begun, with its picture", async () => {
  await using world = await testMail();
  await saveElsewhere(world, { body: "Dear Olena," });
  const onTheDesk = await sheetOnTheDesk(world);
  const { id } = await upload(world.his, await png(40, 30));
  await saveElsewhere(world, { body: "Dear Olena,\nand a whole page from the train", attachmentIds: [id] });
  expect((await world.his.post(sheetPath(world), onTheDesk)).status).toBe(303);
  const left = await begun(world);
  expect(left).toMatchObject({ body: "Dear Olena,\nand a whole page from the train", attachmentIds: [id], others: [] });
  expect(left?.sendKey).not.toBe(onTheDesk.sendKey);
  const anew = await sheetOnTheDesk(world);
  expect((await world.his.post(sheetPath(world), { ...anew, "attachments[]": id })).status).toBe(303);
  expect(await begun(world)).toBeNull();
});

Deno.test("of what another device has saved only what the letter does not hold stays begun", async () => {
  await using world = await testMail();
  await saveElsewhere(world, { body: "Dear Olena," });
  const onTheDesk = await sheetOnTheDesk(world);
  await saveElsewhere(world, { body: "Dear Olena, \n" });
  await world.his.post(sheetPath(world), { ...onTheDesk, body: "Dear Olena,\nwith love" });
  expect(await begun(world)).toBeNull();

  await saveElsewhere(world, { body: "Once more", sendKey: "key-of-the-next-letter" });
  const again = await sheetOnTheDesk(world);
  const { id } = await upload(world.his, await png(40, 30));
  await saveElsewhere(world, { attachmentIds: [id, "gone-since-then"] });
  await world.his.post(sheetPath(world), again);
  expect(await begun(world)).toMatchObject({ body: "", attachmentIds: [id] });
});

Deno.test("a letter that has to wait is kept beside what another device has saved since", async () => {
  await using world = await testMail({ config: { backgroundPamphlet: "https://pamphlet.test/rights" } });
  const { site, olena } = world;
  const john = await site.addMan({ firstname: "John", countryId: 840, credits: 50 });
  const his = await site.visitorAs(john);
  const there = { ...world, james: john, his };
  await saveElsewhere(there, { body: "Dear Olena," });
  const onTheDesk = await sheetOnTheDesk(there);
  await saveElsewhere(there, { body: "Dear Olena,\nand a whole page from the train" });
  const page = await htmlOf(his.post(sheetPath(there), { ...onTheDesk, body: "Dear Olena, from home" }));
  expect(page).toContain("What you wrote is kept as a draft.");
  const kept = await letterDraftTo(site.store, john.id, olena.id);
  expect(kept).toMatchObject({
    body: "Dear Olena, from home",
    others: [{ body: "Dear Olena,\nand a whole page from the train" }],
  });
  // The page goes on from that revision, so its own words are not taken for another device's.
  expect(composerFields(page).base).toBe(String(kept!.revision));
  await his.post(sheetPath(there), { ...composerFields(page), action: "send", body: "Dear Olena, from home, again" });
  expect((await letterDraftTo(site.store, john.id, olena.id))?.others.map(({ body }) => body)).toEqual([
    "Dear Olena,\nand a whole page from the train",
  ]);
});

Deno.test("a refused sheet does not go on from what it has not seen", async () => {
  await using world = await testMail();
  await saveElsewhere(world, { body: "Dear Olena," });
  const onTheDesk = await sheetOnTheDesk(world);
  await saveElsewhere(world, { body: "A whole page from the train" });
  const page = await htmlOf(world.his.post(sheetPath(world), { ...onTheDesk, body: " " }));
  expect(
    (await world.his.post(sheetPath(world), { ...composerFields(page), action: "send", body: "From home" })).status,
  ).toBe(303);
  expect(await begun(world)).toMatchObject({ body: "A whole page from the train" });
});

Deno.test("a letter that came back is not called sent when its form comes again, and goes out with a fresh key", async () => {
  await using world = await testMail();
  const { site: { store }, james, his } = world;
  const daria = await world.site.addLady({ firstname: "Daria", readsLanguages: ["ru"], readingLanguage: "ru" });
  const there = { ...world, olena: daria };
  const nadia = await world.site.addPerson({ groupId: translator, firstname: "Nadia" });
  const given = await sheetOnTheDesk(there);
  const form = { ...given, body: "Dear Daria,\n\nThe drawer is sorted.", translate: "on" };
  const { id } = await upload(his, await png(40, 30));
  expect((await his.post(sheetPath(there), { ...form, "attachments[]": id })).status).toBe(303);
  const [letter] = (await lettersOfThread(store, james.id, daria.id, { page: 1, limit: 1 })).letters;
  expect((await claimTranslation(store, nadia.id, letter!.id)).ok).toBe(true);
  expect((await returnToAuthor(store, nadia.id, letter!.id, "The second page is missing")).ok).toBe(true);
  const answer = await his.post(sheetPath(there), { ...form, "attachments[]": id });
  expect(answer.status).toBe(422);
  const page = await htmlOf(answer);
  expect(page).toContain("This letter came back to you earlier and was not delivered.");
  expect(page).toContain("Please add its photographs again.");
  expect([page.includes("See the returned letter"), page.includes("See what was sent")]).toEqual([true, false]);
  expect(sheetOf(page)).toBe(form.body);
  expect(await balanceOf(store, james.id)).toBe(200);
  const anew = { ...composerFields(page), action: "send", body: form.body, translate: "on" };
  expect(anew.sendKey).not.toBe(form.sendKey);
  expect((await his.post(sheetPath(there), anew)).status).toBe(303);
  expect(await balanceOf(store, james.id)).toBe(190);
});

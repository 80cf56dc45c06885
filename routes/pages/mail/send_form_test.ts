/** A form and what another device has saved since: what is sent or refused takes no newer words with it. */
import { expect } from "expect";
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

/** The composer as a desk shows it, ready to be sent as it is. */
async function sheetOnTheDesk(world: MailWorld) {
  const html = await htmlOf(world.his.get(sheetPath(world)));
  const { sendKey, base } = composerFields(html);
  return { action: "send", sendKey, base, body: sheetOf(html)! };
}

/** What another device saves, which has seen all that stands. */
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
  // And the page goes on from there: it takes nothing for another device's.
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

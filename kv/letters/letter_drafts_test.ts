/** Begun letters: they follow their author, and no device takes another's words away. */
import { expect } from "expect";
import { setBlocked } from "../safety/blocks.ts";
import { letterLengthMax } from "../credits/prices/prices.ts";
import { dayMs } from "../store/days.ts";
import { createLady, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { addAttachment } from "./attachments.ts";
import {
  discardLetterDraft,
  draftsAtMost,
  draftsKeptMs,
  endSentDraft,
  type LetterDraft,
  letterDraftsOf,
  letterDraftTo,
  saveLetterDraft,
  type WrittenDraft,
} from "./letter_drafts.ts";
import { sendLetter } from "./sending.ts";

async function people() {
  const store = await testStore();
  return { store, ...await createPeople(store), [Symbol.dispose]: () => store[Symbol.dispose]() };
}

const sheet = (body: string, base = 0, more: Partial<WrittenDraft> = {}): WrittenDraft => ({
  body,
  sendKey: "key-of-this-device",
  attachmentIds: [],
  base,
  ageMs: 0,
  ...more,
});

async function saved(
  store: TestStore,
  authorId: number,
  partnerId: number,
  written: WrittenDraft,
): Promise<LetterDraft | null> {
  const done = await saveLetterDraft(store, authorId, partnerId, written);
  if (!done.ok) throw new Error(done.reason);
  return done.draft;
}

/** Saves a draft that nobody has sent meanwhile, so that it stands. */
async function begun(...written: Parameters<typeof saved>): Promise<LetterDraft> {
  return (await saved(...written))!;
}

/** Sends a letter, as a device that shows this sheet. */
async function sent(store: TestStore, authorId: number, recipientId: number, { body, sendKey }: WrittenDraft) {
  const done = await sendLetter(store, { authorId, recipientId, body, sendKey });
  if (!done.ok) throw new Error(done.reason);
  const base = (await letterDraftTo(store, authorId, recipientId))?.revision ?? 0;
  await endSentDraft(store, authorId, recipientId, { sendKey, body, base });
}

Deno.test("what James has begun to Olena is there on his next device, and nobody else's", async () => {
  using world = await people();
  const { store, james, olena, wei, daria } = world;
  await saved(store, james.id, olena.id, sheet("Dear Olena,\r\nthe clock"));
  store.clock.advance({ minutes: 1 });
  await saved(store, james.id, daria.id, sheet("Dear Daria,"));
  expect(await letterDraftTo(store, james.id, olena.id)).toMatchObject({ body: "Dear Olena,\nthe clock" });
  expect((await letterDraftsOf(store, james.id)).map(({ partnerId }) => partnerId)).toEqual([daria.id, olena.id]);
  expect(await letterDraftsOf(store, wei.id)).toEqual([]);
  expect(await letterDraftTo(store, olena.id, james.id)).toBeNull();
});

Deno.test("who writes on goes on from the last saving, and an unchanged sheet is not written again", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const { revision } = await begun(store, james.id, olena.id, sheet("Dear"));
  const onward = { revision: revision + 1, others: [] };
  expect(await saved(store, james.id, olena.id, sheet("Dear Olena", revision))).toMatchObject(onward);
  expect(await saved(store, james.id, olena.id, sheet("Dear Olena", revision + 1))).toMatchObject(onward);
});

Deno.test("of two devices the newer words stand and the older ones are kept beside them", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const { revision } = await begun(store, james.id, olena.id, sheet("Dear Olena"));
  await saved(store, james.id, olena.id, sheet("Dear Olena, from the train", revision));
  store.clock.advance({ minutes: 5 });
  const written = sheet("Dear Olena, from home", revision, { sendKey: "key-at-home" });
  expect(await saved(store, james.id, olena.id, written)).toMatchObject({
    body: "Dear Olena, from home",
    sendKey: "key-at-home",
    revision: revision + 2,
    others: [{ body: "Dear Olena, from the train" }],
  });
});

Deno.test("a device that was offline brings older words: they stand aside, whatever its clock says", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const { revision } = await begun(store, james.id, olena.id, sheet("Yesterday's words"));
  await saved(store, james.id, olena.id, sheet("Today's words", revision));
  const late = await saved(store, james.id, olena.id, sheet("Words of last week", revision, { ageMs: 7 * dayMs }));
  const others = [{ body: "Words of last week" }];
  expect(late).toMatchObject({ body: "Today's words", revision: revision + 2, others });
});

Deno.test("words that the sheet holds as they are are not kept twice, and three others at most", async () => {
  using world = await people();
  const { store, james, olena } = world;
  await saved(store, james.id, olena.id, sheet("One"));
  expect(await saved(store, james.id, olena.id, sheet("One and more"))).toMatchObject({ others: [] });
  for (const body of ["Two", "Three", "Four", "Five"]) {
    store.clock.advance({ minutes: 1 });
    await saved(store, james.id, olena.id, sheet(body));
  }
  const draft = await letterDraftTo(store, james.id, olena.id);
  expect(draft?.body).toBe("Five");
  expect(draft?.others.map(({ body }) => body)).toEqual(["Four", "Three", "Two"]);
});

Deno.test("other words become the sheet, or are let go, as their author says", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const { revision } = await begun(store, james.id, olena.id, sheet("From the train"));
  await saved(store, james.id, olena.id, sheet("From home"));
  // Saved as by another device, so that the present sheet is put aside.
  expect(await saved(store, james.id, olena.id, sheet("From the train"))).toMatchObject({
    body: "From the train",
    others: [{ body: "From home" }],
  });
  const alone = sheet("From the train", revision + 2, { forgetsOthers: true });
  expect(await saved(store, james.id, olena.id, alone)).toMatchObject({ others: [], revision: revision + 3 });
});

Deno.test("a blank sheet takes away what it went on from, and nothing that another device wrote", async () => {
  using world = await people();
  const { store, james, olena } = world;
  for (const blank of ["  ", "\u200b\n\u2060", "\u3164"]) {
    expect(await saved(store, james.id, olena.id, sheet(blank))).toBeNull();
  }
  const { revision } = await begun(store, james.id, olena.id, sheet("Dear Olena"));
  await saved(store, james.id, olena.id, sheet("Dear Olena, more", revision));
  expect(await saved(store, james.id, olena.id, sheet("", revision))).toMatchObject({ body: "Dear Olena, more" });
  expect(await saved(store, james.id, olena.id, sheet("", revision + 1))).toBeNull();
  expect(await letterDraftsOf(store, james.id)).toEqual([]);
});

Deno.test("a sent letter ends its draft from whichever device, and what was written beside it stays", async () => {
  using world = await people();
  const { store, james, olena, daria } = world;
  await saved(store, james.id, olena.id, sheet("Dear Olena", 0, { sendKey: "key-of-the-letter" }));
  await sent(store, james.id, olena.id, sheet("Something else", 0, { sendKey: "another-key" }));
  expect((await letterDraftsOf(store, james.id)).length).toBe(1);
  await sent(store, james.id, olena.id, sheet("Dear Olena, at last", 0, { sendKey: "key-of-the-letter" }));
  expect(await letterDraftsOf(store, james.id)).toEqual([]);

  await saved(store, james.id, daria.id, sheet("From the train"));
  await saved(store, james.id, daria.id, sheet("From home", 0, { sendKey: "key-at-home" }));
  await sent(store, james.id, daria.id, sheet("From home", 0, { sendKey: "key-at-home" }));
  const left = await letterDraftTo(store, james.id, daria.id);
  expect(left).toMatchObject({ body: "From the train", others: [] });
  expect(left?.sendKey).not.toBe("key-at-home");
});

Deno.test("words that a device brings after another one sent them begin no letter, and new ones do", async () => {
  using world = await people();
  const { store, james, olena } = world;
  for (const [author, partner] of [[james, olena], [olena, james]] as const) {
    const written = sheet("Good evening");
    const { revision } = await begun(store, author.id, partner.id, written);
    await sent(store, author.id, partner.id, { ...written, body: "Good evening from the train,\nat last" });
    for (const base of [0, revision]) {
      const late = sheet("Good evening from the train,\r\n", base);
      expect(await saved(store, author.id, partner.id, late)).toBeNull();
    }
    // Nor do they come back as other words beside the next letter.
    const next = await begun(
      store,
      author.id,
      partner.id,
      sheet("A further letter", 0, { sendKey: "key-of-the-next" }),
    );
    expect(await saved(store, author.id, partner.id, written)).toEqual(next);
    expect(await saved(store, author.id, partner.id, { ...written, body: "Good evening, my dear" }))
      .toMatchObject({ body: "Good evening, my dear", others: [{ body: "A further letter" }] });
  }
});

Deno.test("what was sent to Olena ends nothing that James begins with the same words to Daria, or anew", async () => {
  using world = await people();
  const { store, james, olena, daria } = world;
  await sent(store, james.id, olena.id, sheet("Good evening"));
  for (const [partner, more] of [[daria, {}], [olena, { sendKey: "key-of-the-next" }]] as const) {
    expect(await saved(store, james.id, partner.id, sheet("Good evening", 0, more))).toMatchObject({
      body: "Good evening",
    });
  }
  const pictured = sheet("Good evening", 0, { attachmentIds: ["a-picture-1"] });
  await discardLetterDraft(store, james.id, olena.id);
  expect(await saved(store, james.id, olena.id, pictured)).toMatchObject({ attachmentIds: ["a-picture-1"] });
});

Deno.test("a device that does not know of a letter's end takes no later one for it", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const first = await begun(store, james.id, olena.id, sheet("The first letter"));
  await sent(store, james.id, olena.id, sheet("The first letter"));
  store.clock.advance({ seconds: 1 });
  const second = await begun(
    store,
    james.id,
    olena.id,
    sheet("The second letter", 0, { sendKey: "key-of-the-second" }),
  );
  expect(second.revision).toBeGreaterThan(first.revision);
  const late = sheet("The first letter, and more", first.revision);
  expect(await saved(store, james.id, olena.id, late)).toMatchObject({ others: [{ body: "The second letter" }] });
  await discardLetterDraft(store, james.id, olena.id);
  // Also if the clock was put back.
  const third = await begun(store, james.id, olena.id, sheet("The third letter", second.revision + 5));
  expect(third.revision).toBeGreaterThan(second.revision + 5);
});

Deno.test("of two devices the pictures of both stay, three at most, and none is taken away by one that knew of none", async () => {
  using world = await people();
  const { store, james, olena } = world;
  const facts = { width: 1, height: 1, bytes: 1 };
  const picture = async (digest: string) => {
    const wanted = { name: "picture", type: "image/webp", full: facts, thumb: facts, digest };
    const added = await addAttachment(store, james.id, wanted);
    if (!added.ok) throw new Error(added.reason);
    return added.attachment.id;
  };
  const [one, two, three, four] = [await picture("1"), await picture("2"), await picture("3"), await picture("4")];
  const pictured = (body: string, base: number, ...attachmentIds: string[]) => sheet(body, base, { attachmentIds });
  const { revision } = await begun(store, james.id, olena.id, sheet("Dear Olena"));
  const stands = await begun(store, james.id, olena.id, pictured("Dear Olena", revision, one));
  expect(await saved(store, james.id, olena.id, sheet("Dear Olena", revision))).toEqual(stands);
  const onward = await saved(store, james.id, olena.id, pictured("Dear Olena, more", revision, two));
  expect(onward).toMatchObject({ body: "Dear Olena, more", attachmentIds: [two, one], others: [] });
  const older = sheet("Dear", revision, { attachmentIds: [three, four], ageMs: dayMs });
  expect(await saved(store, james.id, olena.id, older)).toMatchObject({
    body: "Dear Olena, more",
    attachmentIds: [two, one, three],
  });
  // A device that has shown the pictures may take one out.
  expect(await saved(store, james.id, olena.id, pictured("Dear Olena, more", revision + 3, one)))
    .toMatchObject({ attachmentIds: [one] });
});

Deno.test("a draft goes ninety days after its last saving, or when its author lets it go", async () => {
  using world = await people();
  const { store, james, olena } = world;
  await saved(store, james.id, olena.id, sheet("Dear Olena"));
  store.clock.advance({ ms: draftsKeptMs });
  expect(await letterDraftsOf(store, james.id)).toEqual([]);
  expect(await saved(store, james.id, olena.id, sheet("Anew"))).toMatchObject({ body: "Anew", others: [] });
  await discardLetterDraft(store, james.id, olena.id);
  expect(await letterDraftsOf(store, james.id)).toEqual([]);
});

Deno.test("a draft is to somebody to whom a letter can go, and no longer than one", async () => {
  using world = await people();
  const { store, james, wei, olena, daria } = world;
  const reason = async (partnerId: number, written: WrittenDraft) => {
    const done = await saveLetterDraft(store, james.id, partnerId, written);
    return done.ok ? null : done.reason;
  };
  expect(await reason(wei.id, sheet("Dear Wei"))).toBe("not_found");
  expect(await reason(james.id, sheet("Dear me"))).toBe("not_found");
  expect(await reason(4711, sheet("Dear nobody"))).toBe("not_found");
  expect(await reason(olena.id, sheet("a".repeat(letterLengthMax + 1)))).toBe("invalid");
  expect(await reason(olena.id, sheet("a".repeat(letterLengthMax)))).toBeNull();
  await setBlocked(store, daria.id, james.id, true);
  expect(await reason(daria.id, sheet("Dear Daria"))).toBe("blocked");
});

Deno.test("thirty letters can be begun at once; the next waits, and those go on", async () => {
  using world = await people();
  const { store, james, olena } = world;
  for (let count = 0; count < draftsAtMost; count++) {
    const { id } = await createLady(store);
    await saved(store, james.id, id, sheet(`Letter ${count}`));
  }
  expect(await saveLetterDraft(store, james.id, olena.id, sheet("One more"))).toMatchObject({
    reason: "too_many_drafts",
  });
  const { partnerId, revision } = (await letterDraftsOf(store, james.id))[0]!;
  const onward = sheet("Letter 29 goes on", revision);
  expect(await saved(store, james.id, partnerId, onward)).toMatchObject({ revision: revision + 1 });
});

Deno.test("the longest sheet with the most other words fits into a record", async () => {
  using world = await people();
  const { store, james, olena } = world;
  for (const sign of ["ї", "信", "ș", "ж", "語"]) {
    store.clock.advance({ minutes: 1 });
    await saved(store, james.id, olena.id, sheet(sign.repeat(letterLengthMax)));
  }
  expect((await letterDraftTo(store, james.id, olena.id))?.others.length).toBe(3);
});

import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { addAttachment } from "./attachments.ts";
import { sameWordsMs, sendLetterOnce } from "./repeats.ts";

const size = { width: 20, height: 10, bytes: 300 };

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  let keys = 0;
  const send = async (authorId: number, recipientId: number, body: string, attachmentIds: string[] = []) => {
    const sent = await sendLetterOnce(store, { authorId, recipientId, body, attachmentIds, sendKey: `key-${++keys}` });
    if (!sent.ok) throw new Error(sent.reason);
    return sent;
  };
  /** Uploads a file; the same digest is the same file. */
  const picture = async (ownerId: number, digest: string): Promise<string> => {
    const added = await addAttachment(store, ownerId, {
      name: "",
      type: "image/webp",
      full: size,
      thumb: size,
      digest,
    });
    if (!added.ok) throw new Error(added.reason);
    return added.attachment.id;
  };
  return { ...people, store, send, picture, [Symbol.dispose]: store[Symbol.dispose] };
}

Deno.test("the same words under other keys are one letter and one charge, however many come at once", async () => {
  using w = await world();
  const all = await Promise.all(Array.from({ length: 8 }, () => w.send(w.james.id, w.olena.id, "Dear Olena")));
  expect(new Set(all.map(({ letter }) => letter.id)).size).toBe(1);
  expect(all.filter(({ isRepeat }) => !isRepeat).length).toBe(1);
  expect(all.map(({ balanceCredits }) => balanceCredits)).toEqual(all.map(() => 190));
  // The line breaks of another browser and blanks around the text make no other words.
  await w.send(w.james.id, w.olena.id, "How are you?\nYours, James");
  expect((await w.send(w.james.id, w.olena.id, " How are you?\r\nYours, James\r\n")).isRepeat).toBe(true);
  expect(await balanceOf(w.store, w.james.id)).toBe(180);
});

Deno.test("other words, another person and another time are other letters", async () => {
  using w = await world();
  await w.send(w.james.id, w.olena.id, "Dear friend");
  expect((await w.send(w.james.id, w.olena.id, "Dear friend!")).isRepeat).toBe(false);
  expect((await w.send(w.james.id, w.daria.id, "Dear friend")).isRepeat).toBe(false);
  expect((await w.send(w.wei.id, w.olena.id, "Dear friend")).isRepeat).toBe(false);
  expect((await w.send(w.olena.id, w.james.id, "Dear friend")).isRepeat).toBe(false);
  w.store.clock.advance({ ms: sameWordsMs });
  expect((await w.send(w.james.id, w.olena.id, "Dear friend")).isRepeat).toBe(false);
  expect(await balanceOf(w.store, w.james.id)).toBe(160);
});

Deno.test("words that come again without their pictures, or with some of them, are still the same letter", async () => {
  using w = await world();
  const { id: he } = w.james;
  const bridge = await w.picture(he, "bridge");
  const first = await w.send(he, w.olena.id, "My spring", [bridge, await w.picture(he, "garden")]);
  for (const digests of [[], ["garden"], ["garden", "bridge"]]) {
    const again = await Promise.all(digests.map((digest) => w.picture(he, digest)));
    const sent = await w.send(he, w.olena.id, "My spring", again);
    expect([sent.letter.id, sent.isRepeat]).toEqual([first.letter.id, true]);
  }
  expect((await w.send(he, w.olena.id, "My spring", [bridge])).isRepeat).toBe(true);
  expect(await balanceOf(w.store, he)).toBe(190);
  // A picture that she has not got makes another letter, and the first one is still known after it.
  const second = await w.send(he, w.olena.id, "My spring", [await w.picture(he, "river")]);
  expect(second.isRepeat).toBe(false);
  expect((await w.send(he, w.olena.id, "My spring", [await w.picture(he, "garden")])).letter.id).toBe(first.letter.id);
  expect((await w.send(he, w.olena.id, "My spring")).letter.id).toBe(second.letter.id);
  const both = [await w.picture(he, "river"), await w.picture(he, "garden")];
  expect((await w.send(he, w.olena.id, "My spring", both)).isRepeat).toBe(false);
  expect(await balanceOf(w.store, he)).toBe(170);
});

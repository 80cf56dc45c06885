/** A city that is taken down goes from the letters of its owner that name it, and from no others. */
import { expect } from "expect";
import type { User } from "../accounts/users.ts";
import { changeOwn } from "../ladies/profiles.ts";
import { audit } from "../records/audit.ts";
import { sections } from "../records/own_data/export.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { prefixes } from "../store/prefixes.ts";
import { storeWithAdmins } from "../testing/safety.ts";
import { createPeople, type TestStore } from "../testing/store.ts";
import { shownTextsOf, textMark } from "../vetting/shown_texts.ts";
import { takeTextDown } from "../vetting/text_takedown.ts";
import { deleteLetter } from "./deletion.ts";
import type { Letter } from "./letter.ts";
import { letterById } from "./letters.ts";
import { clearLetterPlaces } from "./places.ts";
import { sendLetter } from "./sending.ts";

const ada = 9001;
const number = "0700 900 900";

/** James, who gave a telephone number as his city after he had moved to Leeds, and wrote to Olena from each. */
async function jamesWorld() {
  const store = await storeWithAdmins(ada);
  const { james, olena } = await createPeople(store);
  const livesIn = async (city: string) => void await changeOwn(store, james.id, { account: { city } });
  let forms = 0;
  const write = async (author: User, reader: User): Promise<Letter> => {
    const wanted = { authorId: author.id, recipientId: reader.id, body: "Dear you", sendKey: `form-${++forms}` };
    const sent = await sendLetter(store, wanted);
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  await livesIn("Leeds");
  const fromLeeds = await write(james, olena);
  await livesIn(number);
  const fromNumber = [await write(james, olena), await write(james, olena)];
  const hers = await write(olena, james);
  const takeDown = async () => {
    const text = (await shownTextsOf(store, { ...james, city: number })).find(({ kind }) => kind === "city")!;
    const wanted = { userId: james.id, text: "city", seen: textMark(text), reason: "A number.", actorId: ada };
    expect(await takeTextDown(store, wanted)).toMatchObject({ ok: true });
  };
  const placeOf = async ({ id }: Letter) => (await letterById(store, id))!.place?.city;
  return {
    store,
    james,
    olena,
    write,
    livesIn,
    fromLeeds,
    fromNumber,
    hers,
    takeDown,
    placeOf,
    [Symbol.dispose]: () => store.close(),
  };
}

const clearDue = (store: TestStore) =>
  runDueJobs(store, async (job) => {
    if (job.kind === "clear_letter_places") await clearLetterPlaces(store, job.userId, job.mark);
  }, (_job, error) => {
    throw error;
  });

Deno.test("letters from a city that was taken down name no place, put away or not; all others keep theirs", async () => {
  using w = await jamesWorld();
  const { store, fromLeeds, fromNumber, hers } = w;
  const [first, second] = fromNumber as [Letter, Letter];
  await deleteLetter(store, w.james.id, second.id);
  await w.takeDown();
  for await (const { value } of store.kv.list({ prefix: prefixes.jobs() })) {
    expect(JSON.stringify(value)).not.toContain("0700");
  }
  await clearDue(store);
  const places = await Promise.all([fromLeeds, first, second, hers].map(w.placeOf));
  expect(places).toEqual(["Leeds", undefined, undefined, "Kyiv"]);
  for (const reader of [w.james, w.olena]) {
    expect(JSON.stringify(await Array.fromAsync(sections.letters(store, reader)))).not.toContain("0700");
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter that was being sent in that moment loses the place a minute later, and one from elsewhere does not", async () => {
  using w = await jamesWorld();
  const { store } = w;
  await w.takeDown();
  await clearDue(store);
  await w.livesIn(number);
  const late = await w.write(w.james, w.olena);
  await w.livesIn("York");
  const fromYork = await w.write(w.james, w.olena);
  await clearDue(store);
  expect(await w.placeOf(late)).toBe(number);
  w.store.clock.advance({ minutes: 1 });
  await clearDue(store);
  expect([await w.placeOf(late), await w.placeOf(fromYork)]).toEqual([undefined, "York"]);
});

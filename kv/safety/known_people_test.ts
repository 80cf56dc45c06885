/** Nobody learns by counting up numbers who is here and shown to nobody. */
import { expect } from "expect";
import { createLady, createMan, createPeople, testStore } from "../testing/store.ts";
import { openChat } from "../testing/chats.ts";
import { takeDown } from "../testing/publication.ts";
import { send } from "../testing/translators.ts";
import { setBlocked } from "./blocks.ts";
import { isKnownTo } from "./known_people.ts";

Deno.test("of a lady who is not shown, and of men to her, only those know who met before, or blocked each other", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const hidden = await createLady(store, { firstname: "Iryna", isPublished: false });
  for (
    const [one, other] of [[james, hidden], [hidden, james], [james, wei], [olena, daria], [james, james]] as const
  ) {
    expect(await isKnownTo(store, one, other.id)).toBe(false);
  }
  for (const id of [0, 4711, 0.5]) expect(await isKnownTo(store, james, id)).toBe(false);
  for (const [one, other] of [[james, olena], [olena, james]] as const) {
    expect(await isKnownTo(store, one, other.id)).toBe(true);
  }
  const [paul, sam] = [await createMan(store), await createMan(store)];
  await send(store, james, olena);
  await openChat(store, { manId: wei.id, ladyId: olena.id });
  await setBlocked(store, paul.id, olena.id, true);
  await takeDown(store, olena.id);
  const known = await Promise.all(
    [james, wei, paul, sam].map(async (man) => [
      await isKnownTo(store, man, olena.id),
      await isKnownTo(store, olena, man.id),
    ]),
  );
  // Paul knows whom he blocked; that he did, she does not.
  expect(known).toEqual([[true, true], [true, true], [true, false], [false, false]]);
});

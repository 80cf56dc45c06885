/** Where no chat begins, though it was agreed: across a block, and on an instance that was declared dead. */
import { expect } from "expect";
import type { Store } from "../open.ts";
import { setBlocked } from "../safety/blocks.ts";
import { refuse } from "../store/refusals.ts";
import { agree } from "../testing/chats.ts";
import { afterMeanwhile, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { chatOfPerson, startChat } from "./chats.ts";
import { declareDead, type SeenInstance, seenInstances, showAlive } from "./instances.ts";
import type { Pair } from "./pairs.ts";

/** James and Olena have agreed to chat. */
async function world(store: TestStore) {
  const { james, olena } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  await agree(store, pair);
  return { james, olena, pair };
}

const startText = (store: Store, pair: Pair, instanceId = "here") =>
  startChat(store, pair, { starterId: pair.manId, kind: "text", instanceId });

for (const isLate of [false, true]) {
  Deno.test(`an instance that was declared dead ${isLate ? "in the same moment " : ""}begins no chat`, async () => {
    using store = await testStore();
    const { james, pair } = await world(store);
    await showAlive(store, "here");
    const [{ sign }] = await seenInstances(store) as [SeenInstance];
    const declare = () => declareDead(store, { id: "here", sign });
    if (!isLate) await declare();
    expect(await startText(isLate ? afterMeanwhile(store, declare) : store, pair))
      .toEqual(refuse("store_unavailable"));
    expect(await chatOfPerson(store, james.id)).toBeNull();
    // The acceptance is not used up: another instance may begin the chat.
    expect(await startText(store, pair, "there")).toMatchObject({ ok: true });
  });
}

for (const isLate of [false, true]) {
  for (const side of ["man", "lady"] as const) {
    Deno.test(`no chat begins across a block of the ${side}'s, made ${isLate ? "in the same moment" : "before"}`, async () => {
      using store = await testStore();
      const { james, olena, pair } = await world(store);
      const [blocker, blocked] = side === "man" ? [james, olena] : [olena, james];
      const block = () => setBlocked(store, blocker.id, blocked.id, true);
      if (!isLate) await block();
      expect(await startText(isLate ? afterMeanwhile(store, block) : store, pair)).toEqual(refuse("blocked"));
      for (const { id } of [james, olena]) expect(await chatOfPerson(store, id)).toBeNull();
    });
  }
}

import { expect } from "expect";
import { asDistantProcess, Way } from "../testing/distant_store.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { send } from "../testing/translators.ts";
import { letterOf } from "./letters.ts";
import { openLetter } from "./opening.ts";

Deno.test("a letter that another process opens while this one reads it is open for both, and paid once", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await send(store, james, olena);
  const { id } = await send(store, olena, james, { body: "Dear James, open me" });
  const there = asDistantProcess(store, new Way(), "there", 60_000);
  const opened = await there.memory.duringRequest(async () => {
    expect((await letterOf(there, james.id, id))?.paidAt).toBe(null);
    const first = await openLetter(store, james.id, id, true);
    expect(first).toMatchObject({ ok: true, balanceCredits: 185 });
    return await openLetter(there, james.id, id, true);
  });
  expect(opened).toMatchObject({ ok: true, letter: { paidAt: store.now() }, balanceCredits: 185 });
});

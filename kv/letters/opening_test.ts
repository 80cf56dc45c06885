import { expect } from "expect";
import { balanceOf, post } from "../credits/ledger/ledger.ts";
import { suspend } from "../safety/suspensions.ts";
import { refuse } from "../store/refusals.ts";
import { asDistantProcess, Way } from "../testing/distant_store.ts";
import { createVera } from "../testing/safety.ts";
import { afterMeanwhile, createPeople, testStore } from "../testing/store.ts";
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

Deno.test("where another process has just made the posting, nothing that refuses because of it is told", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const there = asDistantProcess(store, new Way(), "there", 60_000);
  const opening = {
    manId: james.id,
    operation: "opened_letter",
    reference: {},
    idempotencyKey: "letter-open:1",
  } as const;
  for (const deltaCredits of [-5, -200]) {
    const posting = { ...opening, deltaCredits, idempotencyKey: `letter-open:${deltaCredits}` };
    const posted = await post(there, posting, {
      // By now the key has been looked for, and was not there.
      async read() {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await post(store, { ...posting, deltaCredits: -5 });
      },
      add: () => refuse("conflict"),
    });
    expect(posted).toMatchObject({ ok: true, isRepeat: true, entry: { deltaCredits: -5 } });
  }
});

Deno.test("nobody pays for the letter of a lady who is suspended in the same moment", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const vera = await createVera(store);
  await send(store, james, olena);
  const { id } = await send(store, olena, james, { body: "Dear James, open me" });
  const late = afterMeanwhile(
    store,
    () => suspend(store, { userId: olena.id, kind: "conduct", reason: "Rude words", actorId: vera.id }),
  );
  expect(await openLetter(late, james.id, id, true)).toMatchObject({ reason: "partner_suspended" });
  expect(await balanceOf(store, james.id)).toBe(190);
});

/** Several entries in one commit: all or none, after whatever another process wrote, and under the limit of the moment. */
import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { afterMeanwhile, asOtherProcess, createJames, giveCredits, testStore } from "../../testing/store.ts";
import { balanceOf, post, type Posting } from "./ledger.ts";
import { postTogether } from "./ledger_together.ts";
import { setSpendingLimit } from "./spending_limit.ts";

const spending = (manId: number, deltaCredits: number, idempotencyKey: string): Posting => ({
  manId,
  operation: "chat_session",
  deltaCredits,
  reference: {},
  idempotencyKey,
});

const together = (store: Store, manId: number, ...postings: Posting[]) =>
  postTogether(store, manId, postings, { read: () => Promise.resolve(), add: () => {} });

Deno.test("what another process posts at the moment of the commit is neither overwritten nor forgotten", async () => {
  using store = await testStore();
  const james = await createJames(store, 100);
  const other = asOtherProcess(store);
  const slow = afterMeanwhile(store, () => giveCredits(other, james.id, 50));
  const posted = await together(slow, james.id, spending(james.id, -10, "one"), spending(james.id, -5, "two"));
  expect(posted).toMatchObject({ ok: true, entries: [{ balanceAfter: 140 }, { balanceAfter: 135 }] });
  expect([await balanceOf(other, james.id), await audit(store)]).toEqual([135, []]);
});

Deno.test("what another process spends at the moment of the commit is not spent twice", async () => {
  using store = await testStore();
  const james = await createJames(store, 20);
  const slow = afterMeanwhile(store, () => post(asOtherProcess(store), spending(james.id, -15, "there")));
  expect(await together(slow, james.id, spending(james.id, -5, "one"), spending(james.id, -5, "two")))
    .toEqual(refuse("insufficient_credits"));
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([5, []]);
});

Deno.test("a limit that he sets at the moment of the commit holds for it", async () => {
  using store = await testStore();
  const james = await createJames(store, 100);
  const slow = afterMeanwhile(store, () => setSpendingLimit(asOtherProcess(store), james.id, 10));
  expect(await together(slow, james.id, spending(james.id, -10, "one"), spending(james.id, -5, "two")))
    .toEqual(refuse("spending_limit_reached"));
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([100, []]);
});

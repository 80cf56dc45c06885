import { expect } from "expect";
import type { Entry } from "../../credits/ledger/entry.ts";
import { lastEntry, nextEntry } from "../../credits/ledger/ledger.ts";
import { chained } from "../../credits/ledger/ledger_chain.ts";
import { refundCharge } from "../../credits/ledger/refunds.ts";
import { sendLetter } from "../../letters/sending.ts";
import { audit } from "../../records/audit.ts";
import { asOtherProcess, createPeople, testStore } from "../../testing/store.ts";
import { keys } from "../keys.ts";
import { refundsForward } from "./refunds_forward.ts";

Deno.test("what an earlier build gave back under another name is not given back again, and stands as it was", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (const sendKey of ["1", "2"]) {
    await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "A letter.", sendKey });
  }
  const last = (await lastEntry(store, james.id))!;
  const [charge, other] = [last.seq - 1, last.seq];
  const idempotencyKey = `reversal:${charge}`;
  const posting = { manId: james.id, operation: "refund", deltaCredits: 10, reference: {}, idempotencyKey } as const;
  const following = { ...nextEntry(last, posting, store.now()) as Entry, spentOfDay: 10, reversesSeq: charge };
  const refund = chained(store, james.id, last, following);
  await store.kv.atomic().set(keys.entry(james.id, refund.seq), refund)
    .set(keys.entrySeqByIdempotencyKey(james.id, idempotencyKey), refund.seq).commit();

  const own = asOtherProcess(store);
  expect((await audit(own)).join()).toMatch(/gives back entry \d+, whose refund is unknown/);
  // Run again, as after a break, it does no more.
  for (let times = 0; times < 2; times++) await refundsForward(store.kv);
  expect(await audit(own)).toEqual([]);
  const again = (seq: number) => refundCharge(own, { manId: james.id, seq, reason: "Again", actorId: 1 });
  expect(await again(charge)).toEqual({ ok: false, reason: "already_refunded" });
  expect(await again(other)).toMatchObject({ ok: true, isRepeat: false });
  expect((await lastEntry(own, james.id))!.balanceAfter).toBe(200);
  expect(await audit(own)).toEqual([]);
});

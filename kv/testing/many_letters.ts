/** For tests of many: letters of men to one lady, each charged, written in few commits and without a single check. */
import { nextEntry, readLastEntry } from "../credits/ledger/ledger.ts";
import { chained } from "../credits/ledger/ledger_chain.ts";
import { addLetter, readCorrespondence } from "../letters/delivery.ts";
import type { Letter } from "../letters/letter.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

const lettersOfCommit = 50;

/** One letter of each man, now; whoever has too few credits is given a letter's price first. */
export async function writeMany(store: Store, ladyId: number, manIds: number[]): Promise<void> {
  const firstId = await store.ids.reserveRange("letter", manIds.length);
  for (let from = 0; from < manIds.length; from += lettersOfCommit) {
    const op = store.kv.atomic();
    const unchecked = new Proxy(op, {
      get(target, name) {
        if (name === "check") return () => unchecked;
        // No jobs are added, as if these letters were announced long ago.
        if (name === "set") {
          return (...of: Parameters<typeof op.set>) => (of[0][0] !== prefixes.jobs()[0] && op.set(...of), unchecked);
        }
        return Reflect.get(target, name, target);
      },
    });
    await Promise.all(
      manIds.slice(from, from + lettersOfCommit).map(async (manId, place) => {
        const [last, read] = await Promise.all([readLastEntry(store, manId), readCorrespondence(store, manId, ladyId)]);
        const id = firstId + from + place;
        let before = last;
        const move = (operation: "refill" | "sent_letter", deltaCredits: number, idempotencyKey: string) => {
          const reference = operation === "sent_letter" ? { letterId: id, partnerId: ladyId } : {};
          const posting = { manId, operation, deltaCredits, reference, idempotencyKey };
          const following = nextEntry(before, posting, store.now());
          if ("ok" in following) throw new Error(following.reason);
          const entry = chained(store, manId, before, following);
          op.set(keys.entry(manId, entry.seq), entry).set(
            keys.entrySeqByIdempotencyKey(manId, idempotencyKey),
            entry.seq,
          );
          before = entry;
        };
        if ((last?.balanceAfter ?? 0) < 10) move("refill", 10, `for-letter:${id}`);
        move("sent_letter", -10, `letter-send:${id}`);
        const letter: Letter = {
          id,
          manId,
          ladyId,
          author: "man",
          sentAt: store.now(),
          deliveredAt: store.now(),
          isIntroduction: false,
          openingPriceCredits: 0,
          paidAt: null,
          readAt: null,
          deletedAt: { man: null, lady: null },
        };
        addLetter(store, unchecked, letter, { body: "A letter.", translation: null, attachments: [] }, read);
      }),
    );
    await op.commit();
  }
}

/** For tests: ladies who are shown, and ladies who are taken down until they are verified anew. */
import { ladyById, publishedTopic, reindex } from "../ladies/ladies.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { stepVerification } from "../vetting/verification_steps.ts";
import { graceDays, noVerification, putVerification, type Verification } from "../vetting/verifications.ts";

/**
 * Publishes a lady like those who came before there was any verification: without a record of one. For the site's own way,
 * with a document and a live check, see verifications.ts.
 */
export async function publish(store: Store, ladyId: number): Promise<void> {
  await store.mutexes.run(`lady:${ladyId}`, async () => {
    const before = await knownLady(store, ladyId);
    const record = { ...before, isPublished: true, firstTimeActivatedAt: before.firstTimeActivatedAt ?? store.now() };
    await store.kv.set(keys.lady(ladyId), record);
    reindex(store, record);
  });
  store.pubsub.publish([publishedTopic(ladyId)]);
}

/** Takes a lady's profile down as the site does: her verification ended, and its grace is over. */
export async function takeDown(store: Store, ladyId: number): Promise<void> {
  await endGrace(store, ladyId);
  await stepVerification(store, ladyId);
}

/** Leaves a lady's verification in the state in which its next step takes her profile down. */
export async function endGrace(store: Store, ladyId: number): Promise<void> {
  await knownLady(store, ladyId);
  const ended = { at: store.now() - graceDays * dayMs, because: "time" } as const;
  const op = store.kv.atomic();
  const seen = (await store.kv.get<Verification>(keys.verification(ladyId))).value ?? noVerification;
  putVerification(store, op, ladyId, { ...seen, live: null, verifiedAt: null, endsAt: null, ended, takenDownAt: null });
  await commitNow(op);
}

async function knownLady(store: Store, ladyId: number): Promise<LadyRecord> {
  const record = await ladyById(store, ladyId);
  if (!record) throw new Error(`there is no lady ${ladyId}`);
  return record;
}

/** Erases favourites, searches, visits, votes, mutes and blocks: somebody's own, and those of others about her or him. */
import { man } from "../../../accounts/users.ts";
import type { LadyRecord } from "../../../ladies/record.ts";
import type { Vote } from "../../../ladies/votes.ts";
import type { Store } from "../../../open.ts";
import { transact } from "../../../store/commit.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseBonds: Step = async ({ store, deletion: { userId, groupId } }) => {
  await deleteUnder<number>(store, prefixes.favouritesOf(userId), undefined, ({ key, value }) => [
    keys.admirer(Number(key[2]), value, userId),
  ]);
  await deleteUnder(store, prefixes.admirersOf(userId), undefined, ({ key }) => [
    keys.favourite(Number(key[3]), userId),
  ]);
  await deleteKeys(store, [keys.savedSearches(userId)]);
  if (groupId === man) await eraseVotesOf(store, userId);
  else await deleteUnder<Vote>(store, prefixes.allVotes(), ({ value }) => value.ladyId === userId);

  await deleteUnder<number>(store, prefixes.visitorsOf(userId));
  await deleteUnder(store, prefixes.visitsOf(userId));
  // There is no list of a man's visits; all of the last thirty days are looked through.
  await deleteUnder<number>(store, prefixes.allVisits(), ({ key }) => key[2] === userId, ({ key, value }) => [
    keys.recentVisit(Number(key[1]), value, userId),
  ]);
  await deleteUnder(store, prefixes.introductionsOf(userId));
  await deleteUnder(store, prefixes.allIntroductionMutes(), ({ key }) => key[1] === userId || key[2] === userId);
  await deleteUnder(store, prefixes.blocks(userId), undefined, ({ key }) => [keys.blockOf(Number(key[2]), userId)]);
  await deleteUnder(store, prefixes.blocksOf(userId), undefined, ({ key }) => [keys.block(Number(key[2]), userId)]);
};

/** Deletes his votes. Each lady's sum keeps them, as votes before all others (`votesBefore`), whose voter nobody knows. */
async function eraseVotesOf(store: Store, manId: number): Promise<void> {
  for await (const { key, value } of store.kv.list<Vote>({ prefix: prefixes.votesOf(manId) }, { batchSize: 500 })) {
    await store.mutexes.run(`lady:${value.ladyId}`, () =>
      transact<void>(async () => {
        const [vote, lady] = await store.kv.getMany<[Vote, LadyRecord]>([key, keys.lady(value.ladyId)]);
        if (!vote.value) return { done: undefined };
        const op = store.kv.atomic().check(vote, lady).delete(key);
        const { votesBefore = 0 } = lady.value ?? {};
        if (lady.value) op.set(lady.key, { ...lady.value, votesBefore: votesBefore + 1 } satisfies LadyRecord);
        return { commit: op, result: undefined };
      }));
  }
}

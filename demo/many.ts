/** Writes generated ladies in large commits: each with an account, so that letters reach her, but without a password. */
import { lady, newUser, type User } from "../kv/accounts/users.ts";
import { countryById, ladyCountryIsos } from "../kv/ladies/countries.ts";
import type { LadyRecord } from "../kv/ladies/record.ts";
import type { Store } from "../kv/open.ts";
import { forgetFigures } from "../kv/records/figures.ts";
import { seedDomain } from "../kv/store/format/belonging.ts";
import { keys } from "../kv/store/keys.ts";
import { tongues } from "./generate/facts.ts";

/** Keeps a commit below 800 KiB and 1,000 mutations. */
const ladiesPerCommit = 100;

/**
 * Adds the ladies that `generate` makes from the first reserved id on. A second run with the same count adds nothing.
 * Returns how many were added.
 */
export async function addGeneratedLadies(
  store: Store,
  count: number,
  generate: (firstId: number) => Iterable<LadyRecord>,
): Promise<number> {
  const marker = keys.counter("generated_ladies");
  const before = (await store.kv.get<number>(marker)).value ?? 0;
  if (before >= count) return 0;
  const firstId = await store.ids.reserveRange("user", count);
  let op = store.kv.atomic();
  let inOp = 0;
  for (const record of generate(firstId)) {
    const account = accountOf(record);
    op.set(keys.user(record.id), account).set(keys.userIdByEmail(account.email), record.id).set(
      keys.lady(record.id),
      record,
    );
    if (++inOp < ladiesPerCommit) continue;
    await op.commit();
    op = store.kv.atomic();
    inOp = 0;
  }
  await op.set(marker, count).commit();
  // They joined on days that may be counted already.
  await forgetFigures(store);
  return count;
}

function accountOf(record: LadyRecord): User {
  const iso = ladyCountryIsos.find((each) => each === countryById(record.countryId)?.iso)!;
  const joinedAt = record.firstTimeActivatedAt ?? 0;
  return newUser({
    id: record.id,
    groupId: lady,
    email: `lady-${record.id}@${seedDomain}`,
    firstname: record.firstname,
    birthdate: record.birthdate,
    countryId: record.countryId,
    city: record.city,
    createdAt: joinedAt,
    confirmedAt: joinedAt,
    readsLanguages: [...tongues[iso], ...(record.englishRating === "beginner" ? [] : ["en" as const])],
  });
}

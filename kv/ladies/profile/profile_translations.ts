/**
 * The translators' queue of profiles: a lady's words for each locale that has no translation of them as they are now. A
 * translator holds one by a lease, which every save renews and the clock ends. The work on a profile that somebody holds
 * is in kv/ladies/profile/profile_translation_work.ts.
 */
import type { User } from "../../accounts/users.ts";
import { leaseMs } from "../../letters/translating/translations.ts";
import type { Store } from "../../open.ts";
import { changeRecord, commitNow, transact } from "../../store/commit.ts";
import { isLeaseAt } from "../../store/jobs/leases.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { listKeys } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isShown, type LadyRecord, type WordLocale, wordLocales } from "../record.ts";
import { languageForMachine, lengthOf, missingLanguage, versionOf } from "./words.ts";

/** How many profiles a translator may hold at once. */
const profilesAtMost = 3;

export interface ProfileTranslation {
  ladyId: number;
  locale: WordLocale;
  /** The language of her own words, BCP 47. */
  from: string;
  /** The version of her words that is asked for; once it is done, the version that was translated. */
  version: number;
  /** Of all of her words, in UTF-16 units. */
  lengthUnits: number;
  askedAt: number;
  /** A claim whose lease is over counts as waiting: ask `profileHolderAt`. */
  state: "waiting" | "claimed" | "done";
  claimedBy: number | null;
  leaseUntil: number | null;
  /** Everybody who has held it, the latest last; absent if nobody has, and in records of an earlier build. */
  heldBy?: number[];
  closedAt: number | null;
  closedBy: number | null;
}

/** Names the translation of one lady's words. */
export type ProfilePart = Pick<ProfileTranslation, "ladyId" | "locale">;

export const profileTranslationOf = async (store: Store, part: ProfilePart): Promise<ProfileTranslation | null> =>
  (await store.kv.get<ProfileTranslation>(keyOf(part))).value;

export const keyOf = ({ ladyId, locale }: ProfilePart): Deno.KvKey => keys.profileTranslation(ladyId, locale);

export const queueKeyOf = ({ askedAt, ladyId, locale }: ProfileTranslation): Deno.KvKey =>
  keys.profileTranslationQueue(askedAt, ladyId, locale);

/** Who holds it at a moment; null if it may be taken or is done. */
export const profileHolderAt = ({ state, claimedBy, leaseUntil }: ProfileTranslation, atMs: number): number | null =>
  state === "claimed" && isLeaseAt(leaseUntil!, atMs, leaseMs) ? claimedBy : null;

/** Whether this translator holds it or has held it. */
export const hasHeld = ({ claimedBy, heldBy = [] }: ProfileTranslation, translatorId: number): boolean =>
  claimedBy === translatorId || heldBy.includes(translatorId);

/** Whether it is open and free, and this translator held it last: words that come late then take nobody's place. */
export const isFreeSince = (translation: ProfileTranslation, translatorId: number, atMs: number): boolean =>
  translation.state !== "done" && profileHolderAt(translation, atMs) === null &&
  (translation.claimedBy ?? translation.heldBy?.at(-1)) === translatorId;

// ── what is asked for ─────────────────────────────────────────────────────

/**
 * Asks translators, and a machine, for the translations that a lady lacks, and withdraws what is asked for without need.
 * A lady who was never published lacks none. What a translator holds stays in those hands, with her newer words.
 */
export async function askForProfile(store: Store, ladyId: number): Promise<void> {
  for (const locale of wordLocales) {
    await transact<void>(async () => {
      const [lady, account, known] = await store.kv.getMany<[LadyRecord, User, ProfileTranslation]>([
        keys.lady(ladyId),
        keys.user(ladyId),
        keys.profileTranslation(ladyId, locale),
      ]);
      const from = lady.value && account.value && missingLanguage(lady.value, account.value, locale);
      if (!from) return withdraw(store, lady, known);
      const version = versionOf(lady.value!);
      const before = known.value;
      if (before && before.state !== "done" && before.version === version && before.from === from) {
        return { done: undefined };
      }
      const isOpen = before !== null && before.state !== "done";
      const asked: ProfileTranslation = {
        ...isOpen ? before : unclaimed,
        ...(before?.heldBy && { heldBy: before.heldBy }),
        ladyId,
        locale,
        from,
        version,
        lengthUnits: lengthOf(lady.value!),
        askedAt: isOpen ? before.askedAt : store.now(),
      };
      const op = store.kv.atomic().check(lady, known).set(known.key, asked).set(queueKeyOf(asked), null);
      return { commit: op, result: undefined };
    });
  }
  await askMachine(store, ladyId);
}

const unclaimed = {
  state: "waiting",
  claimedBy: null,
  leaseUntil: null,
  closedAt: null,
  closedBy: null,
} as const;

/** Withdraws an open translation that is no longer missing. */
function withdraw(
  store: Store,
  lady: Deno.KvEntryMaybe<LadyRecord>,
  known: Deno.KvEntryMaybe<ProfileTranslation>,
): { done: undefined } | { commit: Deno.AtomicOperation; result: undefined } {
  if (!known.value || known.value.state === "done") return { done: undefined };
  const op = store.kv.atomic().check(lady, known).delete(known.key).delete(queueKeyOf(known.value));
  return { commit: op, result: undefined };
}

/** Adds jobs for a machine's texts, which stand until a translator's are there; none if the site has no machine. */
async function askMachine(store: Store, ladyId: number): Promise<void> {
  if (store.without.has("machine_profile")) return;
  const [lady, account] = await store.kv.getMany<[LadyRecord, User]>([keys.lady(ladyId), keys.user(ladyId)]);
  const [record, person] = [lady.value, account.value];
  if (!record || !person) return;
  const op = store.kv.atomic();
  const lacking = wordLocales.filter((locale) => languageForMachine(record, person, locale) !== null);
  for (const locale of lacking) addJob(store, op, { kind: "machine_profile", ladyId, locale });
  if (lacking.length > 0) await commitNow(op);
}

/** Ladies of one part: a lease holds for a minute, and other work of the night waits behind it. */
const profilesAtOnce = 200;

/**
 * Asks the same for ladies who were ever published, from the id after `afterId` on, for what no commit has asked for: once
 * a night, some at a time. The next part is a job of its own.
 */
export async function askForProfilesAfter(store: Store, afterId: number): Promise<void> {
  const range = { start: keys.lady(afterId + 1), end: [...prefixes.ladies(), Infinity] };
  const limits = { limit: profilesAtOnce, batchSize: profilesAtOnce };
  const ladies = await Array.fromAsync(store.kv.list<LadyRecord>(range, limits), ({ value }) => value);
  for (const lady of ladies) if (lady.firstTimeActivatedAt !== null) await askForProfile(store, lady.id);
  if (ladies.length < profilesAtOnce) return;
  const lastId = ladies.at(-1)!.id;
  const op = store.kv.atomic();
  addJob(store, op, { kind: "profile_sweep", afterId: lastId }, store.now(), `profile-sweep:${lastId}`);
  await commitNow(op);
}

// ── who does it ───────────────────────────────────────────────────────────

/** A profile as the queue shows it: only what is on the site for everybody. */
export interface ProfileItem {
  translation: ProfileTranslation;
  firstname: string;
  /** Her country, which decides how her name is spelled in other letters. */
  countryId: number;
}

/** Profiles of ladies who are shown, oldest first: those that nobody holds, and those in this translator's hands. */
export async function profileQueue(
  store: Store,
  translatorId: number,
): Promise<{ free: ProfileItem[]; mine: ProfileItem[] }> {
  const waiting = (await listKeys(store, prefixes.profileTranslationQueue())).reverse();
  const wanted = waiting.map(([, , ladyId, locale]) => keys.profileTranslation(Number(ladyId), String(locale)));
  const found = (await getAll<ProfileTranslation>(store, wanted)).filter((each) => each !== null);
  const ladyIds = [...new Set(found.map(({ ladyId }) => ladyId))];
  const records = await getAll<LadyRecord>(store, ladyIds.map(keys.lady));
  const ladies = new Map(records.filter((each) => each !== null).filter(isShown).map((each) => [each.id, each]));
  const items = found.flatMap((translation) => {
    const lady = ladies.get(translation.ladyId);
    return lady ? [{ translation, firstname: lady.firstname, countryId: lady.countryId }] : [];
  });
  const now = store.now();
  return {
    free: items.filter(({ translation }) => profileHolderAt(translation, now) === null),
    mine: items.filter(({ translation }) => profileHolderAt(translation, now) === translatorId),
  };
}

/**
 * Gives a profile to a translator for an hour; claiming it again renews the hour. Refuses `not_found`,
 * `conflict` (somebody else holds it, or it is done), and `too_many_claims` above three.
 */
export function claimProfile(
  store: Store,
  translatorId: number,
  part: ProfilePart,
): Promise<Result<{ record: ProfileTranslation }>> {
  return store.mutexes.run(`translator:${translatorId}`, async () => {
    const { mine } = await profileQueue(store, translatorId);
    const others = mine.filter(({ translation: { ladyId, locale } }) =>
      ladyId !== part.ladyId || locale !== part.locale
    );
    return await changeRecord<ProfileTranslation>(store, keyOf(part), async (current) => {
      const holder = profileHolderAt(current, store.now());
      if (current.state === "done" || (holder !== null && holder !== translatorId)) return refuse("conflict");
      if (others.length >= profilesAtMost) return refuse("too_many_claims");
      const lady = (await store.kv.get<LadyRecord>(keys.lady(part.ladyId))).value;
      if (!lady || !isShown(lady)) return refuse("not_found");
      const heldBy = [...(current.heldBy ?? []).filter((id) => id !== translatorId), translatorId];
      return { ...current, state: "claimed", claimedBy: translatorId, leaseUntil: store.now() + leaseMs, heldBy };
    });
  });
}

/** Gives a profile back to the queue; its words stay for whoever takes it next. Refuses `conflict`, `not_found`. */
export const releaseProfile = (
  store: Store,
  translatorId: number,
  part: ProfilePart,
): Promise<Result<{ record: ProfileTranslation }>> =>
  changeRecord<ProfileTranslation>(store, keyOf(part), (current) => {
    if (profileHolderAt(current, store.now()) !== translatorId) return refuse("conflict");
    return { ...current, state: "waiting", claimedBy: null, leaseUntil: null };
  });

/** Gives back everything held by a translator who no longer works here. */
export async function releaseProfilesOf(store: Store, translatorId: number): Promise<void> {
  const { mine } = await profileQueue(store, translatorId);
  for (const { translation } of mine) await releaseProfile(store, translatorId, translation);
}

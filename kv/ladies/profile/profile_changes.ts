/**
 * A lady's changes to her profile (design, section 4). What she asks for waits until a staff member approves it; until
 * then her profile is shown as it is. What was refused stays there for her to read and to ask for again.
 */
import type { User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { addApproval, type Decider, endApproval, removeApproval } from "../../vetting/approvals.ts";
import { asOf, noVerification, putPublishing, type Verification } from "../../vetting/verifications.ts";
import { isAdult } from "../age.ts";
import { checkAgencyDeed } from "../agencies/agency_log.ts";
import { askedBy, type AskedFacts, withAskers } from "./askers.ts";
import { transactLady } from "./changing.ts";
import { ladyCountries } from "../countries.ts";
import { given } from "../profiles.ts";
import type { LadyRecord } from "../record.ts";
import { type Asking, meantIn } from "./seen_facts.ts";
import { addProfileTranslations, withWords } from "./words.ts";

/** What a lady may ask for; her first name waits on its own (first_names.ts). */
export const changeableFacts = [
  "birthdate",
  "countryId",
  "city",
  "heightCm",
  "weightKg",
  "hairColor",
  "eyeColor",
  "maritalStatus",
  "childrenNumber",
  "education",
  "profession",
  "religion",
  "smoking",
  "drinking",
  "englishRating",
  "motherTongue",
  "lookingFor",
  "interests",
  "quote",
  "about",
  "idealPartner",
] as const satisfies (keyof LadyRecord)[];

export type LadyFacts = Required<Pick<LadyRecord, typeof changeableFacts[number]>>;

/** `wanted` holds only what differs from her profile; of a first profile that nothing refused stands beside, all of it. */
export interface ProfileChange extends AskedFacts<LadyFacts> {
  /** Ms since the epoch. */
  askedAt: number;
  /** Null while it waits. */
  refusedAt: number | null;
  /** Why it was refused, if a reason was given; those of several refusals stand one below the other. */
  refusedFor?: string;
  /** An earlier refused change that she has not answered, kept beside the waiting one for her to read; it asks nothing. */
  stillRefused?: ProfileChange;
}

export const isChangeWaiting = (change: ProfileChange | null): change is ProfileChange => change?.refusedAt === null;

export async function profileChangeOf(store: Store, ladyId: number): Promise<ProfileChange | null> {
  return (await store.kv.get<ProfileChange>(keys.profileChange(ladyId))).value;
}

/** Her facts as they would be with everything that she asked for. */
export function factsWith(record: LadyRecord, change: ProfileChange | null): LadyFacts {
  const standing = { ...record, motherTongue: record.motherTongue ?? null };
  const asked: Partial<LadyFacts> = { ...change?.stillRefused?.wanted, ...change?.wanted };
  const facts = changeableFacts.map((name) => [name, asked[name] ?? standing[name]]);
  const cleared = Object.entries(asked).filter(([, value]) => value === null);
  return { ...Object.fromEntries(facts), ...Object.fromEntries(cleared) } as LadyFacts;
}

/**
 * Asks for changes, in addition to what waits already; asking for a fact as it stands takes the wish for it back. A wish
 * for any fact of a refused change answers the refusal, and asks for the rest of that change again; other wishes leave the
 * refusal as it is. Without one, a new lady's whole first profile waits (`wholeWish`). `change` is null if
 * nothing is left to wait for. The audit log names an agency that asks in her stead, and so does the queue at each fact that
 * the agency was the last to change. Refuses `not_found`, `invalid` for minors and for countries other than the ladies',
 * `conflict` as seen_facts.ts does, and what `checkAgencyDeed` refuses.
 */
export async function askProfileChange(
  store: Store,
  ladyId: number,
  wanted: Partial<LadyFacts>,
  { agencyId, seen }: Asking = {},
): Promise<Result<{ change: ProfileChange | null }>> {
  if (wanted.birthdate !== undefined && !isAdult(wanted.birthdate, store.now())) {
    return refuse("invalid", { fields: { birthdate: "adult" } });
  }
  if (wanted.countryId !== undefined && !ladyCountries.some(({ id }) => id === wanted.countryId)) {
    return refuse("invalid", { fields: { country: "country" } });
  }
  return await transact<Result<{ change: ProfileChange | null }>>(async () => {
    const [record, present, verification] = await store.kv.getMany<[LadyRecord, ProfileChange, Verification]>([
      keys.lady(ladyId),
      keys.profileChange(ladyId),
      keys.verification(ladyId),
    ]);
    if (!record.value) return { done: refuse("not_found") };
    const subject = { kind: "profile", subjectId: ladyId, userId: ladyId } as const;
    const said = meantIn(given(wanted), factsWith(record.value, present.value), seen);
    if (!said.ok) return { done: said };
    const waiting = isChangeWaiting(present.value) ? present.value : null;
    const refused = waiting ? waiting.stillRefused : present.value ?? undefined;
    const isAnswered = Object.keys(said.meant).some((name) => Object.hasOwn(refused?.wanted ?? {}, name));
    const again = isAnswered ? refused : undefined;
    const differing = differenceOf(record.value, { ...again?.wanted, ...waiting?.wanted, ...said.meant });
    const stillRefused = isAnswered ? undefined : refused;
    const asks = stillRefused ? differing : wholeWish(record.value, verification.value, differing);
    const isNew = !isSame(asks, waiting?.wanted ?? {}) ||
      isWholeNow(record.value, verification.value, { before: waiting, stillRefused });
    const asked = askedBy(agencyId === undefined ? undefined : { agencyId }, saidAnew(said.meant, waiting));
    const change: ProfileChange | null = Object.keys(asks).length === 0 ? null : {
      ...withAskers(differing, [asked, waiting, again]),
      wanted: asks,
      askedAt: waiting && !isNew ? waiting.askedAt : store.now(),
      refusedAt: null,
      ...(stillRefused && { stillRefused }),
    };
    const kept = change ?? stillRefused ?? null;
    if (isSame(kept, present.value)) return { done: { ok: true, change } };
    const op = store.kv.atomic().check(record, present, verification);
    const fields = Object.keys(said.meant).length;
    const notHers = await checkAgencyDeed(store, op, agencyId, "profile_asked", ladyId, { fields });
    if (notHers) return { done: notHers };
    if (isNew && change) await addApproval(store, op, subject);
    if (isNew && !change) await removeApproval(store, op, subject);
    return { commit: kept ? op.set(present.key, kept) : op.delete(present.key), result: { ok: true, change } };
  });
}

/** Whether a first profile of hers was approved; of ladies from before verification her record tells it. */
const isFirstApproved = ({ firstTimeActivatedAt }: LadyRecord, verification: Verification | null): boolean =>
  (verification ? verification.profileApprovedAt : firstTimeActivatedAt) !== null;

/** What a lady names as she signs up, before she has a profile. */
const namedBefore: readonly (keyof LadyFacts)[] = ["birthdate", "countryId", "city"];

/**
 * What a new lady's profile holds while her first profile is not approved: each of these facts was approved beside others
 * that were refused and are gone. They are asked for once more, because nobody has seen them as all that there is. Nothing
 * if her first profile is approved.
 */
function firstProfileOf(record: LadyRecord, verification: Verification | null): Partial<LadyFacts> {
  if (isFirstApproved(record, verification)) return {};
  const filled = changeableFacts.filter((name) => !namedBefore.includes(name) && isFilled(record[name] ?? null));
  return Object.fromEntries(filled.map((name) => [name, record[name]]));
}

/**
 * What waits where nothing refused stands beside it: what she asks for, and of a new lady her first profile around it, because
 * approving the one is approving the other.
 */
export function wholeWish(
  record: LadyRecord,
  verification: Verification | null,
  wanted: Partial<LadyFacts>,
): Partial<LadyFacts> {
  const whole = { ...firstProfileOf(record, verification), ...wanted };
  const inOrder = changeableFacts.filter((name) => whole[name] !== undefined);
  return Object.fromEntries(inOrder.map((name) => [name, whole[name]]));
}

/**
 * Whether approving what waits of a new lady approves her first profile, and did not before, because a refusal that stood
 * beside it is gone: then it is another wish, even if it holds the same facts.
 */
export const isWholeNow = (
  record: LadyRecord,
  verification: Verification | null,
  { before, stillRefused }: { before: ProfileChange | null; stillRefused?: ProfileChange },
): boolean => !isFirstApproved(record, verification) && before?.stillRefused !== undefined && !stillRefused;

export const isFilled = (fact: unknown): boolean =>
  fact !== null && fact !== "" && !(Array.isArray(fact) && fact.length === 0);

/** What is said without what waits already: whoever says that once more is not its asker. */
const saidAnew = (said: Partial<LadyFacts>, waiting: ProfileChange | null): Partial<LadyFacts> =>
  Object.fromEntries(
    Object.entries(said).filter(([name, value]) => !isSame(value, waiting?.wanted[name as keyof LadyFacts])),
  );

/** The wanted facts that differ from the record. A mother tongue that is absent from an older record counts as null. */
function differenceOf(record: LadyRecord, wanted: Partial<LadyFacts>): Partial<LadyFacts> {
  const differs = changeableFacts.filter((name) =>
    wanted[name] !== undefined && !isSame(wanted[name], record[name] ?? null)
  );
  return Object.fromEntries(differs.map((name) => [name, wanted[name]]));
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Puts the change into her profile, or leaves it to her as refused. Approving the first profile of a new lady publishes
 * her if her verification lacks nothing else. The first profile does not count as approved while she has not answered the
 * refusal of a part of it.
 */
export const decideProfile: Decider = (store, approval, verdict, tell) => {
  const ladyId = approval.value.subjectId;
  return transactLady<Result<object>>(store, ladyId, async (tries) => {
    const present = tries === 0 ? approval : await store.kv.get<typeof approval.value>(approval.key);
    const [lady, user, change] = await store.kv.getMany<[LadyRecord, User, ProfileChange]>([
      keys.lady(ladyId),
      keys.user(ladyId),
      keys.profileChange(ladyId),
    ]);
    if (!present.value || !lady.value || !user.value || !change.value) return { done: refuse("not_found") };
    const op = store.kv.atomic().check(lady, user, change);
    endApproval(store, op, present, verdict);
    const noAdmin = await tell(op);
    if (noAdmin) return { done: noAdmin };
    const { stillRefused, ...asked } = change.value;
    if (!verdict.isApproved) {
      const reasons = new Set([stillRefused?.refusedFor, verdict.reason].filter((each) => typeof each === "string"));
      const refused: ProfileChange = {
        ...asked,
        ...withAskers({ ...stillRefused?.wanted, ...asked.wanted }, [asked, stillRefused]),
        refusedAt: store.now(),
        ...(reasons.size > 0 && { refusedFor: [...reasons].join("\n") }),
      };
      return { commit: op.set(change.key, refused), result: { ok: true } };
    }
    const changed = withFacts(lady.value, asked.wanted);
    const published = stillRefused ? null : await approveFirst(store, op, changed);
    const record = published ?? changed;
    if (record.wordsVersion !== lady.value.wordsVersion) addProfileTranslations(store, op, ladyId);
    const { birthdate, countryId, city } = record;
    op.set(lady.key, record).set(user.key, { ...user.value, birthdate, countryId, city });
    if (stillRefused) op.set(change.key, stillRefused);
    else op.delete(change.key);
    return { commit: op, result: { ok: true }, lady: record, isVisibilityChanged: published !== null };
  });
};

/** Adds that a new lady's profile was approved; returns her record if that publishes her, else null. Costs one check. */
async function approveFirst(
  store: Store,
  op: Deno.AtomicOperation,
  record: LadyRecord,
): Promise<LadyRecord | null> {
  const entry = await store.kv.get<Verification>(keys.verification(record.id));
  op.check(entry);
  if (isFirstApproved(record, entry.value)) return null;
  const approved = asOf({ ...entry.value ?? noVerification, profileApprovedAt: store.now() }, store.now());
  return putPublishing(store, op, record, approved);
}

/**
 * Returns the profile with changed facts. Changed words replace their translations as well: readers of every language see
 * them as she wrote them, until somebody translates them.
 */
function withFacts(record: LadyRecord, wanted: Partial<LadyFacts>): LadyRecord {
  const { quote, about, idealPartner, interests, city } = wanted;
  return withWords({ ...record, ...wanted }, { quote, about, idealPartner, interests, city });
}

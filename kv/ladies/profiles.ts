/**
 * What people tell of themselves: the facts of every account, and a man's own profile. Changes here hold at once; what a
 * lady shows of herself waits for approval (profile_changes.ts). E-mail, password, group and credits are not changed here.
 */
import { languagesTopic, readableLanguages, readingOf } from "../accounts/languages.ts";
import { wishesMail, withWishTime } from "../accounts/mail_wishes.ts";
import { lady, man, shownTopic, type User } from "../accounts/users.ts";
import { acceptsIntroductions, addIntroductionsEnd } from "../letters/introductions.ts";
import type { Store } from "../open.ts";
import { addContactEnd } from "../safety/background/contact_ends.ts";
import { transact } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { keys } from "../store/keys.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { isAdult } from "./age.ts";
import { ladyById, reindex } from "./ladies.ts";
import { countNameChange } from "./profile/name_changes.ts";
import { saidIn, type Seen } from "./profile/seen_facts.ts";
import type {
  Drinking,
  Education,
  EyeColor,
  HairColor,
  LookingFor,
  MaritalStatus,
  Profession,
  Religion,
  Smoking,
} from "./attributes.ts";

/**
 * The facts of every account: who this is and how the site reaches her or him. Nobody else sees more than name, age and
 * place.
 */
export type AccountFacts = Pick<
  User,
  | "firstname"
  | "lastname"
  | "birthdate"
  | "countryId"
  | "city"
  | "phone"
  | "address"
  | "zipCode"
  | "promoEmails"
  | "letterEmails"
  | "talkEmails"
  | "invitationEmails"
  | "acceptsIntroductions"
  | "firstQuestions"
  | "locale"
  | "timeZone"
  | "deviceZone"
  | "readsLanguages"
  | "readingLanguage"
  | "wantsTranslation"
>;

/** Those that a lady may change here. The others stand on her profile as well, or are a man's alone. */
const ladyAccountFacts = [
  "lastname",
  "phone",
  "address",
  "zipCode",
  "promoEmails",
  "letterEmails",
  "talkEmails",
  "invitationEmails",
  "locale",
  "timeZone",
  "deviceZone",
  "readsLanguages",
  "readingLanguage",
  "wantsTranslation",
] as const satisfies (keyof AccountFacts)[];

/** What a man tells of himself and of whom he looks for; ladies who correspond with him may read it. */
export interface ManProfile {
  heightCm: number | null;
  weightKg: number | null;
  hairColor: HairColor | null;
  eyeColor: EyeColor | null;
  maritalStatus: MaritalStatus | null;
  childrenNumber: number | null;
  education: Education | null;
  profession: Profession | null;
  religion: Religion | null;
  smoking: Smoking | null;
  drinking: Drinking | null;
  interests: string[];
  about: string;
  /** At most 50 UTF-16 units. */
  quote: string;
  lookingFor: LookingFor[];
  idealPartner: string;
  /** Years; either may be open. */
  ageFrom: number | null;
  ageTo: number | null;
}

export const emptyManProfile: ManProfile = {
  heightCm: null,
  weightKg: null,
  hairColor: null,
  eyeColor: null,
  maritalStatus: null,
  childrenNumber: null,
  education: null,
  profession: null,
  religion: null,
  smoking: null,
  drinking: null,
  interests: [],
  about: "",
  quote: "",
  lookingFor: [],
  idealPartner: "",
  ageFrom: null,
  ageTo: null,
};

/** A man's profile; an empty one where he has told nothing yet. */
export async function manProfileOf(store: Store, manId: number): Promise<ManProfile> {
  const kept = await store.memory.recall(
    ["man_profile", manId],
    async () => (await store.kv.get<Partial<ManProfile>>(keys.manProfile(manId))).value,
  );
  return { ...emptyManProfile, ...kept };
}

export interface OwnChanges {
  account?: Partial<AccountFacts>;
  profile?: Partial<ManProfile>;
}

/** The facts of an account and a man's profile as forms show them: one that was never said has its default. */
export function standingFacts(user: User, profile: ManProfile = emptyManProfile) {
  const { firstname, lastname, birthdate, countryId, city, phone, address, zipCode, promoEmails, locale } = user;
  const { reads, into: readingLanguage, wantsTranslation } = readingOf(user);
  // In the order in which a form's boxes send them, with the language of translations: another order alone is no change.
  const readsLanguages = readableLanguages.filter((each) => reads.includes(each));
  return {
    ...profile,
    ...{ firstname, lastname, birthdate, countryId, city, phone, address, zipCode, promoEmails, locale },
    ...{ readsLanguages, readingLanguage, wantsTranslation },
    timeZone: user.timeZone ?? "",
    letterEmails: wishesMail(user, "letters"),
    talkEmails: wishesMail(user, "talks"),
    invitationEmails: wishesMail(user, "invitations"),
    acceptsIntroductions: acceptsIntroductions(user),
  };
}

/**
 * Changes somebody's own account and, for a man, his profile, all in one commit. What is left out stays, and so does what
 * the form only showed (`seen`) and another window has changed since. Refuses `not_found`, `wrong_role` for facts that
 * this person may not change here, `invalid` for minors and for ages in the wrong order, `conflict` as seen_facts.ts does, and
 * `too_many_requests` for a name (name_changes.ts).
 */
export async function changeOwn(
  store: Store,
  userId: number,
  { account = {}, profile = {} }: OwnChanges,
  seen?: Seen,
): Promise<Result<{ user: User; profile: ManProfile }>> {
  const changing = transact<Result<{ user: User; profile: ManProfile }>>(async () => {
    const [user, kept] = await store.kv.getMany<[User, Partial<ManProfile>]>([
      keys.user(userId),
      keys.manProfile(userId),
    ]);
    if (!user.value) return { done: refuse("not_found") };
    const present = { ...emptyManProfile, ...kept.value };
    const said: object = { ...given(account), ...given(profile) };
    const read = saidIn(said, standingFacts(user.value, present), seen);
    if (!read.ok) return { done: read };
    const meantOf = <T extends object>(facts: T): T =>
      Object.fromEntries(Object.entries(given(facts)).filter(([name]) => Object.hasOwn(read.meant, name))) as T;
    const next = {
      user: withWishTime(user.value, { ...user.value, ...meantOf(account) }, store.now()),
      profile: { ...present, ...meantOf(profile) },
    };
    const refusal = refusalOf(store, user.value, { account, profile }, next);
    if (refusal) return { done: refusal };
    const op = store.kv.atomic().check(user, kept).set(user.key, next.user);
    const tooOften = await countNameChange(store, op, user.value, next.user);
    if (tooOften) return { done: tooOften };
    if (Object.keys(given(profile)).length > 0) op.set(kept.key, next.profile);
    if (next.user.groupId === man && next.user.countryId !== user.value.countryId) addContactEnd(store, op, userId);
    addIntroductionsEnd(store, op, user.value, next.user);
    return { commit: op, result: { ok: true, ...next } };
  });
  const { locale, readsLanguages, readingLanguage } = account;
  const saysLanguages = (locale ?? readsLanguages ?? readingLanguage) !== undefined;
  const topics = [shownTopic(userId), ...(saysLanguages ? [languagesTopic(userId)] : [])];
  const tell = () => store.pubsub.publish(topics);
  const changed = await alsoIfLate(changing, tell);
  if (changed.ok) tell();
  // Her profile names the languages that she reads: kept pages of it are old now.
  if (changed.ok && changed.user.groupId === lady && readsLanguages) {
    await store.mutexes.run(`lady:${userId}`, async () => {
      const record = await ladyById(store, userId);
      if (record) reindex(store, record);
    });
  }
  return changed;
}

function refusalOf(
  store: Store,
  { groupId }: User,
  { account, profile }: Required<OwnChanges>,
  next: { user: User; profile: ManProfile },
): Refusal | null {
  const own: readonly string[] = ladyAccountFacts;
  if (groupId === lady && Object.keys(given(account)).some((name) => !own.includes(name))) return refuse("wrong_role");
  if (groupId !== man && Object.keys(given(profile)).length > 0) return refuse("wrong_role");
  if (account.birthdate !== undefined && !isAdult(next.user.birthdate, store.now())) {
    return refuse("invalid", { fields: { birthdate: "adult" } });
  }
  const { ageFrom, ageTo } = next.profile;
  if (ageFrom !== null && ageTo !== null && ageFrom > ageTo) {
    // The age that the form only showed may have fitted, while what another window has made of it since does not.
    const ages = ["ageFrom", "ageTo"] as const;
    const stale = ages.find((name) => profile[name] !== undefined && profile[name] !== next.profile[name]);
    if (stale) return refuse("conflict", { fields: { [stale]: "changed" } });
    return refuse("invalid", { fields: { ageTo: "too_small" } });
  }
  return null;
}

/** The changes without undefined values, which would otherwise overwrite what stands. */
export const given = <T extends object>(changes: T): T =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;

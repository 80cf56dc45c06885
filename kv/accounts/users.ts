/** Accounts: who may sign in and what is known of them. Ladies' public profiles are kv/ladies/ladies.ts. */
import type { Currency } from "../credits/prices/currencies.ts";
import { noteOnDay } from "../store/daily/day_index.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Refusal, refuse } from "../store/refusals.ts";
import { withAsciiDomain } from "./email_domains.ts";
import type { Languages, ReadableLanguage } from "./languages.ts";

/** 1 man, 2 lady, 3 admin, 4 agency, 5 translator. */
export type GroupId = 1 | 2 | 3 | 4 | 5;
export const man = 1, lady = 2, admin = 3, agency = 4, translator = 5;

/** Whether somebody is staff, and so never a correspondent. */
export const isStaff = ({ groupId }: { groupId: GroupId }): boolean => groupId !== man && groupId !== lady;

export interface Photo {
  id: number;
  path: string;
  pathOfQuad: string;
  sizes: Record<string, string>;
}

export interface User extends Languages {
  id: number;
  groupId: GroupId;
  /** As `normaliseEmail` writes it. */
  email: string;
  firstname: string;
  lastname: string;
  /** "YYYY-MM-DD". */
  birthdate: string;
  countryId: number;
  city: string;
  phone: string;
  address: string;
  zipCode: string;
  photo: Photo | null;
  /** Whether the person wants newsletters. */
  promoEmails: boolean;
  /** When `promoEmails` was last changed, ms since the epoch; absent if not since the sign-up. */
  promoEmailsAt?: number;
  /** The time zone that this person chose; absent or empty means the browser's. */
  timeZone?: string;
  /** The time zone that this person's browser reported last. */
  deviceZone?: string;
  /** The currency in which this man wants to see prices and pay; absent until he chooses one. */
  currency?: Currency;
  /** Whether this person is mailed about new letters; absent means yes (mail_wishes.ts). */
  letterEmails?: boolean;
  /** Whether this person is mailed about times to talk, and reminded of them by mail; absent means yes. */
  talkEmails?: boolean;
  /** Whether this man is mailed about his saved searches at all; absent means yes. */
  searchEmails?: boolean;
  /** Whether this person is mailed when somebody asked to talk; absent means no (mail_wishes.ts). */
  invitationEmails?: boolean;
  /** Whether a lady may write to this man first; absent means yes (introductions.ts). */
  acceptsIntroductions?: boolean;
  /** Where this man is with the questions after his sign-up (first_questions.ts); absent while they are open. */
  firstQuestions?: "over" | "letGo";
  /** The agency that keeps this lady's profile (agencies.ts); absent if she keeps it herself. */
  agencyId?: number;
  /** The languages that a translator works in; absent or empty means all (translators.ts). */
  worksIn?: ReadableLanguage[];
  /** Present if the demo itself speaks for this lady (demo/companions); whoever talks with her is told so. */
  isCompanion?: true;
  createdAt: number;
  confirmedAt: number;
  /** Which mailbox had the credits for joining, hashed, if this man's address is another one by now (sign_up_bonus.ts). */
  bonusMailbox?: string;
  /** Present while mails do not reach this person's address (mail_reach.ts). */
  unreachable?: Unreachable;
  /** Present while the site keeps this person out (suspensions.ts). */
  suspension?: Suspension;
}

/** The time zone in which this person is shown times: the chosen one, else the browser's; null if neither is known. */
export const zoneOf = ({ timeZone, deviceZone }: Pick<User, "timeZone" | "deviceZone">): string | null =>
  timeZone || deviceZone || null;

/** Why and since when (ms since the epoch) mails do not reach somebody's address. */
export interface Unreachable {
  /** `refused`: its mail server takes none. `bounced`: mails came back, as the provider that sends them reports. */
  why: "refused" | "bounced";
  at: number;
}

/** Why, since when and by whom a person was suspended. */
export interface Suspension {
  /** Ms since the epoch. */
  at: number;
  /** `fraud`, of a lady: men get back what they paid for letters to and from her in the last 30 days (fraud_cases.ts). */
  kind: "conduct" | "fraud";
  /** For the staff; the person reads the decision. */
  reason: string;
  /** The decision, with the reasons that the person reads (decisions.ts); absent in older suspensions. */
  decisionId?: number;
  /** The admin. */
  by: number;
  /** A keyed hash of the account in which it was first made, if this account began with it (lasting_suspensions.ts). */
  begunIn?: string;
  /** The suspension that this one replaced, which applies again if this one is taken back; gone once taken back itself. */
  replaced?: Suspension;
}

export const isSuspended = (user: Pick<User, "suspension">): boolean => user.suspension !== undefined;

/** What is known of everybody who has an account. */
type Known = Pick<
  User,
  "id" | "groupId" | "email" | "firstname" | "birthdate" | "countryId" | "createdAt" | "confirmedAt"
>;

/** A new account with these facts; everything else is left empty, and newsletters are not wanted. */
export const newUser = (facts: Known & Partial<User>): User => ({
  lastname: "",
  city: "",
  phone: "",
  address: "",
  zipCode: "",
  photo: null,
  promoEmails: false,
  locale: "en",
  ...facts,
});

/** The topic of a person; it gets a message when what others see of her or him may have changed. */
export const shownTopic = (userId: number): string => `${shownKind}:${userId}`;
export const shownKind = "shown";

/** The form in which addresses are compared and stored. */
export const normaliseEmail = (email: string): string => withAsciiDomain(email.trim().toLowerCase());

export async function userById(store: BareStore, userId: number): Promise<User | null> {
  if (!Number.isSafeInteger(userId)) return null;
  return await store.memory.recall(["user", userId], async () => (await store.kv.get<User>(keys.user(userId))).value);
}

export async function userByEmail(store: BareStore, email: string): Promise<User | null> {
  const id = (await store.kv.get<number>(keys.userIdByEmail(normaliseEmail(email)))).value;
  return id === null ? null : await userById(store, id);
}

/** Whether this is an acting admin: one who is not suspended, and may decide for the site. */
export const isActing = (user: User | null): boolean => user?.groupId === admin && !isSuspended(user);

/** Adds a check to a commit that a user is an acting admin. Refuses `wrong_role` if the user is not. */
export async function checkActingAdmin(
  store: BareStore,
  op: Deno.AtomicOperation,
  userId: number,
): Promise<Refusal | null> {
  const entry = await store.kv.get<User>(keys.user(userId));
  if (!isActing(entry.value)) return refuse("wrong_role");
  op.check(entry);
  return null;
}

/** The number of acting admins. Walks all accounts. */
export async function actingAdmins(store: BareStore): Promise<number> {
  let count = 0;
  for await (const { value } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    if (isActing(value)) count++;
  }
  return count;
}

/** Several users at once, in the order of their ids; null where there is none. */
export async function usersByIds(store: BareStore, userIds: number[]): Promise<(User | null)[]> {
  return await Promise.all(userIds.map((userId) => userById(store, userId)));
}

/** Adds a new account to a commit, which fails if the address was taken in the meantime. Adds two checks. */
export function addUser(op: Deno.AtomicOperation, user: User, passwordHash: string): void {
  op.check({ key: keys.userIdByEmail(user.email), versionstamp: null })
    .check({ key: keys.user(user.id), versionstamp: null })
    .set(keys.userIdByEmail(user.email), user.id)
    .set(keys.user(user.id), user)
    .set(keys.password(user.id), { hash: passwordHash });
  noteOnDay(op, "joined", user.confirmedAt, user.id);
}

/** Accounts: who may sign in and what is known of them. Ladies' public profiles are kv/ladies/ladies.ts. */
import type { Currency } from "../credits/prices/currencies.ts";
import { noteOnDay } from "../store/day_index.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Refusal, refuse } from "../store/refusals.ts";
import type { Languages, ReadableLanguage } from "./languages.ts";

/** 1 man, 2 lady, 3 admin, 4 agency, 5 translator. */
export type GroupId = 1 | 2 | 3 | 4 | 5;
export const man = 1, lady = 2, admin = 3, agency = 4, translator = 5;

/** Whether somebody works here: never a correspondent. */
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
  /** Trimmed and lower-case. */
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
  /** Whether newsletters are wished for. */
  promoEmails: boolean;
  /** When that was said, ms since the epoch; absent where it was at the sign-up. */
  promoEmailsAt?: number;
  /** The time zone that this person chose; absent or empty where it is the browser's. */
  timeZone?: string;
  /** The time zone that this person's browser told last. */
  deviceZone?: string;
  /** In which currency this man wishes to see prices and pay; absent until he says it. */
  currency?: Currency;
  /** Whether a new letter is told of by mail; absent means yes (mail_wishes.ts). */
  letterEmails?: boolean;
  /** Whether a man's saved searches may tell him by mail at all; absent means yes. */
  searchEmails?: boolean;
  /** Whether it is told by mail that somebody asked to talk; absent means no (mail_wishes.ts). */
  invitationEmails?: boolean;
  /** Whether a lady may write to this man first; absent means yes (introductions.ts). */
  acceptsIntroductions?: boolean;
  /** Where this man is with the questions after his sign-up (first_questions.ts); absent while they are open. */
  firstQuestions?: "over" | "letGo";
  /** The agency that keeps this lady's profile (agencies.ts); absent where she keeps it herself. */
  agencyId?: number;
  /** The languages that a translator works in; absent or empty where they are all (translators.ts). */
  worksIn?: ReadableLanguage[];
  /** Present where the demo itself speaks for this lady (demo/companions); whoever talks with her is told so. */
  isCompanion?: true;
  createdAt: number;
  confirmedAt: number;
  /** Present while mails do not reach this person's address (mail_reach.ts). */
  unreachable?: Unreachable;
  /** Present while the site keeps this person out (suspensions.ts). */
  suspension?: Suspension;
}

/** In which time zone this person is told of moments; null where neither she or he nor a browser has said. */
export const zoneOf = ({ timeZone, deviceZone }: Pick<User, "timeZone" | "deviceZone">): string | null =>
  timeZone || deviceZone || null;

/** Why and since when (ms since the epoch) mails do not reach somebody's address. */
export interface Unreachable {
  /** `refused`: its server takes none for it. `bounced`: they came back, as the provider that sends them says. */
  why: "refused" | "bounced";
  at: number;
}

/** Why, since when and by whose hand somebody is kept out. */
export interface Suspension {
  /** Ms since the epoch. */
  at: number;
  /** `fraud` of a lady gives back what men paid for her letters of the last 30 days (fraud_cases.ts). */
  kind: "conduct" | "fraud";
  /** For the staff; the person reads the decision. */
  reason: string;
  /** Its reasons for the person (decisions.ts); absent in suspensions from before there were any. */
  decisionId?: number;
  /** The admin. */
  by: number;
  /** The one whose place it took, and which holds again where this one is taken back; gone once it was itself. */
  replaced?: Suspension;
}

export const isSuspended = (user: Pick<User, "suspension">): boolean => user.suspension !== undefined;

/** What is known of everybody who has an account. */
type Known = Pick<
  User,
  "id" | "groupId" | "email" | "firstname" | "birthdate" | "countryId" | "createdAt" | "confirmedAt"
>;

/** An account of which only this is known: all else is left empty, and no news by mail is wished. */
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

/** The form in which addresses are compared and stored. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export async function userById(store: BareStore, userId: number): Promise<User | null> {
  if (!Number.isSafeInteger(userId)) return null;
  return await store.memory.recall(["user", userId], async () => (await store.kv.get<User>(keys.user(userId))).value);
}

export async function userByEmail(store: BareStore, email: string): Promise<User | null> {
  const id = (await store.kv.get<number>(keys.userIdByEmail(normaliseEmail(email)))).value;
  return id === null ? null : await userById(store, id);
}

/** Whether this is somebody who decides for the site now: an admin who is not kept out. */
export const isActing = (user: User | null): boolean => user?.groupId === admin && !isSuspended(user);

/** Lets a commit hold only while somebody decides for the site. Refuses `wrong_role` where she or he does not. */
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

/** How many decide for the site now. It walks all accounts. */
export async function actingAdmins(store: BareStore): Promise<number> {
  let count = 0;
  for await (const { value } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    if (isActing(value)) count++;
  }
  return count;
}

/** Several users at once, in the order asked, null where there is none. */
export async function usersByIds(store: BareStore, userIds: number[]): Promise<(User | null)[]> {
  return await Promise.all(userIds.map((userId) => userById(store, userId)));
}

/** Adds a new account to a commit, which then fails when the address was taken in the meantime. */
export function addUser(op: Deno.AtomicOperation, user: User, passwordHash: string): void {
  op.check({ key: keys.userIdByEmail(user.email), versionstamp: null })
    .check({ key: keys.user(user.id), versionstamp: null })
    .set(keys.userIdByEmail(user.email), user.id)
    .set(keys.user(user.id), user)
    .set(keys.password(user.id), { hash: passwordHash });
  noteOnDay(op, "joined", user.confirmedAt, user.id);
}

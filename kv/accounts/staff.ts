/**
 * Staff accounts: only the operator, who has access to the machine, can add, list and remove them, or reset the second
 * factor after a lost phone. No password passes through anybody's hands: a new account begins with a link.
 */
import { dropDrafts } from "../ladies/agencies/agencies.ts";
import { releaseProfilesOf } from "../ladies/profile/profile_translations.ts";
import { heldBy, releaseTranslation } from "../letters/translating/translations.ts";
import { monthsOf } from "../letters/translating/translator_months.ts";
import type { Store } from "../open.ts";
import { deleteDecisionsOf } from "../safety/decisions.ts";
import { deleteNoticesOf } from "../safety/notices.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow, transact } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { nameFault } from "../store/one_line.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { removePhoto } from "../vetting/photo_changes.ts";
import { photosOf } from "../vetting/photos.ts";
import type { ReadableLanguage } from "./languages.ts";
import { beginInvitation, invitationSeconds } from "./signing_in/password_reset.ts";
import { hashPassword, passwordOf } from "./signing_in/passwords.ts";
import { dropPendingSignInsOf } from "./signing_in/pending_sign_ins.ts";
import { dropFactor, secondFactorOf } from "./signing_in/second_factors.ts";
import { addSessionsEnd, endEarlierSessions, type SessionsEnd } from "./signing_in/session_ends.ts";
import { deleteSession, endOtherSessions, otherSessionsOf, sessionTopic } from "./signing_in/sessions.ts";
import {
  addUser,
  admin,
  agency,
  type GroupId,
  isStaff,
  newUser,
  normaliseEmail,
  translator,
  type User,
  userByEmail,
} from "./users.ts";
import { forgetKnownPlaces } from "./visitors.ts";

export const staffGroups = { admin, agency, translator } as const satisfies Record<string, GroupId>;
export type StaffGroup = keyof typeof staffGroups;

export interface StaffMember {
  id: number;
  email: string;
  group: StaffGroup;
  name: string;
  createdAt: number;
  /** Null if no authenticator app was set up. */
  factorSince: number | null;
  recoveryCodesLeft: number;
}

/** All staff, by number. Walks all accounts. */
export async function staffList(store: Store): Promise<StaffMember[]> {
  const members: StaffMember[] = [];
  for await (const { value: user } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    if (!isStaff(user)) continue;
    const factor = await secondFactorOf(store, user.id);
    members.push({
      id: user.id,
      email: user.email,
      group: groupOf(user),
      name: [user.firstname, user.lastname].filter(Boolean).join(" "),
      createdAt: user.createdAt,
      factorSince: factor?.enrolledAt ?? null,
      recoveryCodesLeft: factor?.recoveryHashes.length ?? 0,
    });
  }
  return members;
}

/** UTF-16 units of both names together. */
export const staffNameLengthMax = 80;

const groupOf = ({ groupId }: User): StaffGroup =>
  (Object.keys(staffGroups) as StaffGroup[]).find((group) => staffGroups[group] === groupId)!;

/** What the link to a new account's first password is made of. */
export interface Invited {
  email: string;
  recoveryKey: string;
  /** How long the link works; afterwards "forgot password" makes another. */
  seconds: number;
}

/**
 * Creates an account that nobody can sign in to before its link is used. Refuses `invalid` for a faulty name and for
 * languages of anybody but a translator, and `conflict` for a taken address.
 */
export async function addStaff(
  store: Store,
  wanted: { email: string; group: StaffGroup; name: string; languages?: ReadableLanguage[] },
): Promise<Result<{ invited: Invited }>> {
  const email = normaliseEmail(wanted.email);
  if (await userByEmail(store, email)) return refuse("conflict");
  const fault = nameFault(wanted.name.trim(), staffNameLengthMax);
  if (fault) return refuse("invalid", { fields: { name: fault } });
  const { languages = [] } = wanted;
  if (languages.length > 0 && wanted.group !== "translator") {
    return refuse("invalid", { fields: { languages: "wrong_value" } });
  }
  const [firstname = "", ...rest] = wanted.name.trim().split(/\s+/);
  const user = newUser({
    id: await store.ids.next("user"),
    groupId: staffGroups[wanted.group],
    email,
    firstname,
    lastname: rest.join(" "),
    // Staff are not asked for these two, and they are shown nowhere.
    birthdate: "1970-01-01",
    countryId: 0,
    createdAt: store.now(),
    confirmedAt: store.now(),
    ...(languages.length > 0 && { worksIn: languages }),
  });
  const op = store.kv.atomic();
  // A password that nobody knows: the link replaces it.
  addUser(op, user, await hashPassword(`${store.randomToken()}${store.randomToken()}`));
  const recoveryKey = beginInvitation(store, op, user.id);
  note(store, op, "staff_added", user.id, { groupId: user.groupId });
  if (!await commitNow(op)) return refuse("conflict");
  return { ok: true, invited: { email, recoveryKey, seconds: invitationSeconds } };
}

/**
 * After a lost phone: removes the second factor and ends all sessions; the next sign-in sets up another app. Refuses
 * `not_found` if no staff account has the address.
 */
export async function resetFactor(store: Store, email: string): Promise<Result<{ hadOne: boolean }>> {
  const user = await staffByEmail(store, email);
  if (!user) return refuse("not_found");
  const hadOne = await secondFactorOf(store, user.id) !== null;
  const end = await transact<SessionsEnd>(async () => {
    const op = dropFactor(store.kv.atomic(), user.id);
    note(store, op, "second_factor_reset", user.id, { hadOne });
    const password = await passwordOf(store, user.id);
    return { commit: op, result: addSessionsEnd(store, op, password, { userId: user.id, keepTokenHash: null }) };
  });
  await endEarlierSessions(store, end);
  return { ok: true, hadOne };
}

/**
 * Removes an account with its sessions, its second factor, and the decisions against the person. What a translator holds
 * goes back to the queue; what the person did stays in the audit log under the number of the account. Refuses
 * `not_found`, and `conflict` for an agency that still keeps ladies: they must leave it, or it must let them go, first.
 */
export async function removeStaff(store: Store, email: string): Promise<Result<{ id: number }>> {
  const user = await staffByEmail(store, email);
  if (!user) return refuse("not_found");
  const { id } = user;
  if (await keepsLadies(store, id)) return refuse("conflict");
  for (const { letterId } of await heldBy(store, id)) await releaseTranslation(store, id, letterId);
  await releaseProfilesOf(store, id);
  await dropDrafts(store, id);
  // A draft may have been accepted until it was dropped.
  if (await keepsLadies(store, id)) return refuse("conflict");
  await removePhotosOf(store, user);
  // Before the account: as long as it exists, an interrupted removal can be repeated.
  await deleteToldOf(store, id);
  const months = await monthsOf(store, id);
  const sessions = await otherSessionsOf(store, id, null);
  const tell = () => store.pubsub.publish(sessions.map(sessionTopic));
  const removing = transact<boolean>(async () => {
    // Reads the address with the account: a new one may have been confirmed a moment ago.
    const entry = await store.kv.get<User>(keys.user(id));
    if (!entry.value) return { done: false };
    const op = dropFactor(store.kv.atomic().check(entry), id)
      .delete(entry.key)
      .delete(keys.userIdByEmail(entry.value.email))
      .delete(keys.password(id))
      .delete(keys.passwordResetOfUser(id))
      .delete(keys.emailChange(id))
      .delete(keys.translatorHold(id))
      .delete(keys.translatorAbout(id))
      .delete(keys.photos(id));
    // Once the account is gone, its monthly figures are nobody's.
    for (const { key } of months) op.delete(key);
    for (const tokenHash of sessions.slice(0, 100)) deleteSession(op, { userId: id, tokenHash });
    note(store, op, "staff_removed", id, { groupId: user.groupId });
    addJob(store, op, { kind: "clear_staff", userId: id });
    return { commit: op, result: true };
  });
  if (!await alsoIfLate(removing, tell)) return refuse("not_found");
  // The page of translators no longer shows the name.
  store.pageChanges.count++;
  tell();
  await clearRemovedStaff(store, id);
  return { ok: true, id };
}

/** Clears what is left of an account of staff once it is gone; a job repeats it, should this process not get to it. */
export async function clearRemovedStaff(store: Store, userId: number): Promise<void> {
  await endOtherSessions(store, userId, null);
  await dropPendingSignInsOf(store, userId);
  await forgetKnownPlaces(store, userId);
  // Also what was decided in the meantime.
  await deleteToldOf(store, userId);
}

/** Deletes the decisions against a person, the appeals to them, and the notices about both. */
async function deleteToldOf(store: Store, userId: number): Promise<void> {
  await deleteDecisionsOf(store, userId);
  await deleteNoticesOf(store, userId);
}

/** Removes all photos; jobs of the same commits delete their files. */
async function removePhotosOf(store: Store, user: User): Promise<void> {
  for (const { id } of await photosOf(store, user)) await removePhoto(store, user.id, id);
}

async function keepsLadies(store: Store, agencyId: number): Promise<boolean> {
  const range = { prefix: prefixes.ladiesOfAgency(agencyId) };
  return (await Array.fromAsync(store.kv.list(range, { limit: 1 }))).length > 0;
}

async function staffByEmail(store: Store, email: string): Promise<User | null> {
  const user = await userByEmail(store, email);
  return user && isStaff(user) ? user : null;
}

/** Adds an audit record without an actor: the operator has no account. */
const note = (
  store: Store,
  op: Deno.AtomicOperation,
  action: string,
  userId: number,
  details: Record<string, number | boolean>,
): void => putAuditRecord(store, op, { action, actorId: null, subject: `user:${userId}`, details });

/**
 * Agencies: an account of group 4 that keeps the profiles of ladies who agreed to it. It drafts a profile; the lady whose
 * address it names reads it by a mailed link and answers (draft_answers.ts). It never signs in as her, and reads neither
 * letters nor chats. A lady belongs to one agency at most, and can leave it by herself.
 */
import { dayMs, isRecent } from "../../store/days.ts";
import { mailboxOf } from "../../accounts/mailboxes.ts";
import { agency, isSuspended, lady, normaliseEmail, type User, userById } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { commitNow } from "../../store/commit.ts";
import { deleteUnder } from "../../store/deleting.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { type Act, justDoneMs, noteDone, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isSameSecret } from "../../store/same_secret.ts";
import { isAdult } from "../age.ts";
import { type DeclinedDraft, declinedKeys, isDeclined } from "./declined_drafts.ts";
import { ladyCountries } from "../countries.ts";
import type { LadyFacts } from "../profile/profile_changes.ts";

/** A draft that nobody answers is gone after this. */
export const draftDays = 14;

/** What an agency wrote for somebody who has no account yet. */
export interface AgencyDraft {
  id: string;
  agencyId: number;
  email: string;
  firstname: string;
  birthdate: string;
  countryId: number;
  city: string;
  /** What the profile is to say; only what was filled in. */
  facts: Partial<LadyFacts>;
  /** The language of the mail to her. */
  locale: User["locale"];
  createdAt: number;
  expiresAt: number;
  /** When its mail was last sent again; absent if it never was. */
  sentAgainAt?: number;
  /** Where it was written; see MailJob. */
  origin?: string;
}

export type DraftFacts = Omit<AgencyDraft, "id" | "agencyId" | "createdAt" | "expiresAt" | "sentAgainAt">;

/** Returns an agency's name as ladies read it. */
export const agencyName = ({ firstname, lastname }: Pick<User, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

/** The agency that keeps a lady's profile, or null. */
export async function agencyOf(store: Store, { agencyId }: Pick<User, "agencyId">): Promise<User | null> {
  return agencyId === undefined ? null : await userById(store, agencyId);
}

/** An agency's own ladies, by their numbers. */
export async function ladiesOfAgency(store: Store, agencyId: number): Promise<User[]> {
  const found = await Array.fromAsync(store.kv.list({ prefix: prefixes.ladiesOfAgency(agencyId) }));
  const users = await getAll<User>(store, found.map(({ key }) => keys.user(Number(key[2]))));
  return users.filter((user) => user !== null);
}

/** One of an agency's own ladies; null for everybody else, whether there is such a person or not. */
export async function ladyOfAgency(store: Store, agencyId: number, ladyId: number): Promise<User | null> {
  const user = await userById(store, ladyId);
  return user?.groupId === lady && user.agencyId === agencyId ? user : null;
}

// ── drafts ────────────────────────────────────────────────────────────────

/**
 * Saves a draft and mails her the link, once, however often a form (`formKey`) comes with the same facts. The answer does
 * not tell whether the address has an account: only its owner learns it, and the draft then expires unanswered. Refuses
 * `invalid` for minors, for other countries and for a mailbox that has just declined (declined_drafts.ts), and
 * `too_many_requests`.
 */
export async function draftLady(
  store: Store,
  agencyId: number,
  said: DraftFacts,
  formKey: string = store.randomToken(),
): Promise<Result<{ draft: AgencyDraft }>> {
  if (!isAdult(said.birthdate, store.now())) return refuse("invalid", { fields: { birthdate: "adult" } });
  if (!ladyCountries.some(({ id }) => id === said.countryId)) {
    return refuse("invalid", { fields: { country: "country" } });
  }
  const facts = { ...said, email: normaliseEmail(said.email) };
  // The id depends on every fact: made from a key that the agency chose alone, the link of one draft would open the next.
  const id = store.sign(`agency-draft-form:${JSON.stringify([agencyId, formKey, facts])}`);
  const [made, ...declined] = await store.kv.getMany<[AgencyDraft, ...DeclinedDraft[]]>([
    keys.agencyDraft(id),
    ...declinedKeys(store, { agencyId, email: facts.email }),
  ]);
  if (made.value) return { ok: true, draft: made.value };
  if (declined.some(({ value }) => isDeclined(value, store.now()))) {
    return refuse("invalid", { fields: { email: "declined" } });
  }
  const attempt = await takeAttempt(store, limits.agencyDrafts, String(agencyId));
  if (!attempt.ok) return attempt;
  const now = store.now();
  const draft: AgencyDraft = {
    ...facts,
    id,
    agencyId,
    createdAt: now,
    expiresAt: now + draftDays * dayMs,
  };
  const expireIn = draftDays * dayMs;
  const op = store.kv.atomic().check(made, ...declined)
    .set(made.key, draft, { expireIn })
    .set(keys.draftOfAgency(agencyId, draft.id), null, { expireIn });
  await addDraftMail(store, op, draft);
  putAuditRecord(store, op, {
    action: "agency_draft_made",
    actorId: agencyId,
    subject: `draft:${draft.id}`,
    details: {},
  });
  if (await commitNow(op)) return { ok: true, draft };
  // In this moment the same form has saved the draft, or she has said no.
  return await draftLady(store, agencyId, said, formKey);
}

/** Adds the mail to her, at most three a day: a stranger's mailbox must not be flooded. The answer stays the same. */
async function addDraftMail(store: Store, op: Deno.AtomicOperation, { id, email, origin }: AgencyDraft): Promise<void> {
  if (!(await takeAttempt(store, limits.agencyDraftMail, mailboxOf(email))).ok) return;
  addJob(store, op, { kind: "agency_draft_mail", draftId: id, origin });
}

/** The drafts of an agency that wait for their ladies, the newest first. */
export async function draftsOfAgency(store: Store, agencyId: number): Promise<AgencyDraft[]> {
  const found = await Array.fromAsync(store.kv.list({ prefix: prefixes.draftsOfAgency(agencyId) }));
  const drafts = await getAll<AgencyDraft>(store, found.map(({ key }) => keys.agencyDraft(String(key[2]))));
  const open = drafts.filter((draft) => draft !== null && draft.expiresAt > store.now()) as AgencyDraft[];
  return open.sort((one, other) => other.createdAt - one.createdAt);
}

export const draftById = async (store: Store, draftId: string): Promise<AgencyDraft | null> =>
  (await store.kv.get<AgencyDraft>(keys.agencyDraft(draftId))).value;

/** The key of the mailed link; made from the secret, stored nowhere. */
export const draftKeyOf = (store: Store, { id }: Pick<AgencyDraft, "id">): string => store.sign(`agency-draft:${id}`);

/** The draft that a mailed link may still answer; null for a wrong, used or late key. Changes nothing. */
export async function openDraft(
  store: Store,
  link: { draftId: string; key: string },
): Promise<Deno.KvEntry<AgencyDraft> | null> {
  const entry = await store.kv.get<AgencyDraft>(keys.agencyDraft(link.draftId));
  if (!entry.value || !isSameSecret(link.key, draftKeyOf(store, entry.value))) return null;
  return entry.value.expiresAt > store.now() ? entry : null;
}

type DraftChange = "send_again" | "withdraw";

/**
 * Mails the link again, within the three mails a day, or withdraws the draft. What was just withdrawn, or just sent again, is
 * told as done once more, and mails nothing. Refuses `not_found` for another agency's draft, `too_many_requests`, and
 * `conflict` if the draft changed meanwhile.
 */
export async function changeDraft(
  store: Store,
  agencyId: number,
  draftId: string,
  change: DraftChange,
): Promise<Result<object>> {
  // Of two presses at once the second one waits, and takes no mail of the day.
  const changed = await store.mutexes.run(
    `agency-draft:${draftId}`,
    () => changeOnce(store, agencyId, draftId, change),
  );
  const isRepeat = !changed.ok && change === "withdraw" && await wasJustDone(store, withdrawnAct(agencyId, draftId));
  return isRepeat ? { ok: true } : changed;
}

const withdrawnAct = (agencyId: number, draftId: string): Act => ["draft_withdrawn", agencyId, draftId];

async function changeOnce(
  store: Store,
  agencyId: number,
  draftId: string,
  change: DraftChange,
): Promise<Result<object>> {
  const entry = await store.kv.get<AgencyDraft>(keys.agencyDraft(draftId));
  if (entry.value?.agencyId !== agencyId) return refuse("not_found");
  const op = store.kv.atomic().check(entry);
  if (change === "send_again") {
    if (isRecent(store.now(), entry.value.sentAgainAt ?? -Infinity, justDoneMs)) return { ok: true };
    const attempt = await takeAttempt(store, limits.agencyDraftMail, mailboxOf(entry.value.email));
    if (!attempt.ok) return attempt;
    const expireIn = Math.max(1, entry.value.expiresAt - store.now());
    op.set(entry.key, { ...entry.value, sentAgainAt: store.now() }, { expireIn });
    addJob(store, op, { kind: "agency_draft_mail", draftId, origin: entry.value.origin });
  } else {
    deleteDraft(op, entry.value);
    noteDone(store, op, { act: withdrawnAct(agencyId, draftId), told: { userId: agencyId } });
  }
  const action = change === "withdraw" ? "agency_draft_withdrawn" : "agency_draft_sent_again";
  putAuditRecord(store, op, { action, actorId: agencyId, subject: `draft:${draftId}`, details: {} });
  return await commitNow(op) ? { ok: true } : refuse("conflict");
}

/** Deletes all drafts of an agency whose account is closed: nobody can accept them any more. */
export const dropDrafts = (store: Store, agencyId: number): Promise<void> =>
  deleteUnder(store, prefixes.draftsOfAgency(agencyId), undefined, ({ key }) => [keys.agencyDraft(String(key[2]))]);

/** Adds to a commit that a draft is gone. */
export function deleteDraft(op: Deno.AtomicOperation, { id, agencyId }: AgencyDraft): void {
  op.delete(keys.agencyDraft(id)).delete(keys.draftOfAgency(agencyId, id));
}

/** The agency that made a draft; null while it may ask nobody. */
export async function askingAgency(store: Store, { agencyId }: Pick<AgencyDraft, "agencyId">): Promise<User | null> {
  const keeper = await userById(store, agencyId);
  return mayAsk(keeper) ? keeper : null;
}

/** Whether an agency may ask ladies and get new ones: not while it is suspended. */
export const mayAsk = (keeper: User | null): boolean => keeper?.groupId === agency && !isSuspended(keeper);

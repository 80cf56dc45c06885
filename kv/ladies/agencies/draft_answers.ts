/** What a lady answers to an agency's draft, by its mailed link: she chooses her own password and agrees, or declines. */
import { mailboxOf } from "../../accounts/mailboxes.ts";
import { hashPassword, newPasswordFault } from "../../accounts/signing_in/passwords.ts";
import { type Again, beginAgain, noteOpened } from "../../accounts/signing_in/second_presses.ts";
import { beginSession, newSession } from "../../accounts/signing_in/sessions.ts";
import { recordSignIn } from "../../accounts/signing_in/sign_in_records.ts";
import { addUser, lady, newUser, type User } from "../../accounts/users.ts";
import type { Visitor } from "../../accounts/visitors.ts";
import type { Store } from "../../open.ts";
import { continueSuspension } from "../../safety/lasting_suspensions.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { nobody } from "../../store/ids.ts";
import { type Act, noteDone, type Press, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { addApproval } from "../../vetting/approvals.ts";
import { addNewLady } from "../new_ladies.ts";
import { askedBy } from "../profile/askers.ts";
import type { ProfileChange } from "../profile/profile_changes.ts";
import { type AgencyDraft, deleteDraft, draftsOfAgency, mayAsk, openDraft } from "./agencies.ts";
import { putDeclined } from "./declined_drafts.ts";

interface DraftLink {
  draftId: string;
  key: string;
}

const declinedAct = ({ key }: DraftLink): Act => ["draft_declined", key];
const acceptedAct = ({ key }: DraftLink): Act => ["draft_accepted", key];

/** Whether a draft was declined, or accepted, within the last minute. */
export const wasJustDeclined = (store: Store, link: DraftLink): Promise<boolean> =>
  wasJustDone(store, declinedAct(link));
export const wasJustAccepted = (store: Store, link: DraftLink): Promise<boolean> =>
  wasJustDone(store, acceptedAct(link));

/**
 * Declines a draft for her: it is deleted with everything in it, and so are the agency's other drafts for her mailbox.
 * Refuses `expired`.
 */
export function declineDraft(store: Store, link: DraftLink): Promise<Result<object>> {
  return transact<Result<object>>(async () => {
    const entry = await openDraft(store, link);
    if (!entry) return { done: refuse("expired") };
    const { id, agencyId, email } = entry.value;
    const op = store.kv.atomic().check(entry);
    for (const draft of await draftsOfAgency(store, agencyId)) {
      if (mailboxOf(draft.email) === mailboxOf(email)) deleteDraft(op, draft);
    }
    putDeclined(store, op, entry.value);
    noteDone(store, op, { act: declinedAct(link), told: { userId: nobody } });
    const subject = `draft:${id}`;
    putAuditRecord(store, op, { action: "agency_draft_declined", actorId: null, subject, details: {} });
    return { commit: op, result: { ok: true } };
  });
}

interface Accepting extends DraftLink {
  password: string;
  /** What the button was pressed in. */
  press?: Press;
  /** The browser in which her session begins; absent if none is to begin. */
  begins?: { visitor: Visitor; userAgent?: string };
}

/**
 * Accepts a draft for her, in one commit: her account with her own password, her session, her place at the agency, the
 * drafted profile, which waits for approval, and the end of the draft; whose mailbox is kept out begins suspended. The same
 * press is answered so once more (second_presses.ts). Refuses `expired`, also while the agency is suspended or if the address has
 * an account, and `invalid` for a weak password.
 */
export async function acceptDraft(store: Store, accepting: Accepting): Promise<Result<Again>> {
  const fault = await newPasswordFault(accepting.password);
  if (fault) return refuse("invalid", { fields: { newPassword: fault } });
  const accepted = await acceptOnce(store, accepting);
  if (accepted.ok) return accepted;
  const { press = null, begins } = accepting;
  const again = await beginAgain(store, { act: acceptedAct(accepting), press }, begins?.visitor ?? null);
  return again.ok ? again : accepted;
}

async function acceptOnce(
  store: Store,
  { password, press = null, begins, ...link }: Accepting,
): Promise<Result<Again>> {
  if (!await openDraft(store, link)) return refuse("expired");
  const by = "confirmation";
  const passwordHash = await hashPassword(password);
  const id = await store.ids.next("user");
  return await transact<Result<Again>>(async () => {
    const entry = await openDraft(store, link);
    if (!entry) return { done: refuse("expired") };
    const draft = entry.value;
    // Somebody has an account with the address, perhaps since before the draft.
    if ((await store.kv.get(keys.userIdByEmail(draft.email))).value !== null) return { done: refuse("expired") };
    const keeper = await store.kv.get<User>(keys.user(draft.agencyId));
    if (!mayAsk(keeper.value)) return { done: refuse("expired") };
    const op = store.kv.atomic().check(entry, keeper);
    const user = await continueSuspension(store, op, userOf(store, id, draft));
    deleteDraft(op, draft);
    addUser(op, user, passwordHash);
    const hasFacts = Object.keys(draft.facts).length > 0;
    addNewLady(op, user, hasFacts);
    op.set(keys.ladyOfAgency(draft.agencyId, id), null);
    if (hasFacts) {
      const asked = askedBy({ agencyId: draft.agencyId, isAgreed: true }, draft.facts);
      const change: ProfileChange = { ...asked, askedAt: store.now(), refusedAt: null };
      op.set(keys.profileChange(id), change);
      await addApproval(store, op, { kind: "profile", subjectId: id, userId: id });
    }
    const details = { agencyId: draft.agencyId };
    putAuditRecord(store, op, { action: "agency_accepted", actorId: id, subject: `lady:${id}`, details });
    const started = begins ? newSession(store, id, false, { ...begins, mark: begins.visitor.mark }) : null;
    if (begins && started) {
      beginSession(op, started.session, null);
      recordSignIn(store, op, user, { by, visitor: begins.visitor });
    }
    noteOpened(store, op, { act: acceptedAct(link), press }, { userId: id, by, started, passwordHash });
    return { commit: op, result: { ok: true, user, started, next: "" } };
  });
}

function userOf(store: Store, id: number, draft: AgencyDraft): User {
  const { email, firstname, birthdate, countryId, city, locale, agencyId, createdAt } = draft;
  return newUser({
    id,
    groupId: lady,
    email,
    firstname,
    birthdate,
    countryId,
    city,
    locale,
    agencyId,
    createdAt,
    confirmedAt: store.now(),
  });
}

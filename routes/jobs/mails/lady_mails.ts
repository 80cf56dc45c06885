/** Mails to ladies about their verification, and to a person whom an agency asks to become a lady of the site. */
import { type User, userByEmail } from "../../../kv/accounts/users.ts";
import { agencyName, askingAgency, draftById, draftKeyOf } from "../../../kv/ladies/agencies/agencies.ts";
import type { Store } from "../../../kv/open.ts";
import { commitNow } from "../../../kv/store/commit.ts";
import { dayMs } from "../../../kv/store/days.ts";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import type { MailJob, VerificationNotice } from "../../../kv/store/jobs/work.ts";
import { verificationOf, warnsAt } from "../../../kv/vetting/verifications.ts";
import type { Words } from "./account_mails.ts";
import type { Addressed } from "./addressed.ts";
import { link, type MailLetter, text } from "./mail_layout.tsx";

/** Null for `ends_soon` if the verification has no end any more, or if its end was put off. */
export async function verificationMailFor(
  store: Store,
  user: User,
  notice: VerificationNotice,
): Promise<Addressed | null> {
  const verification = await verificationOf(store, user.id);
  // The photo that it holds for may be the first again.
  if (notice === "ended_by_photo" && verification?.verifiedAt != null) return null;
  const endsAt = notice === "ends_soon" ? verification?.endsAt ?? null : null;
  const now = store.now();
  if (notice === "ends_soon" && (endsAt === null || now < warnsAt(endsAt))) return null;
  const days = endsAt === null ? undefined : Math.ceil((endsAt - now) / dayMs);
  return { to: user.email, locale: user.locale, write: (words) => verificationMail(words, user, notice, days) };
}

/** Why a live check was refused stands on her page alone; `days` remain until the verification ends. */
function verificationMail({ t, linkTo }: Words, user: User, notice: VerificationNotice, days?: number): MailLetter {
  const words = `verification:mail.${notice}`;
  return {
    subject: t(`${words}.subject`, { count: days }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t(`${words}.lead`)),
      link(t(`${words}.link`), linkTo("lady", "verification"), true),
    ],
  };
}

/** How often to look whether an agency that is kept out is back. */
const heldMailEveryMs = 3600_000;

/**
 * To the address that the agency named: what it asks, or, if the address already has an account, that it asked. Null if
 * the draft is gone or too old, and if its agency is kept out: the mail then waits until the agency is back.
 */
export async function draftMailFor(store: Store, job: DraftMail): Promise<Addressed | null> {
  const draft = await draftById(store, job.draftId);
  if (!draft || draft.expiresAt <= store.now()) return null;
  const keeper = await askingAgency(store, draft);
  if (!keeper) {
    await holdDraftMail(store, job);
    return null;
  }
  const owner = await userByEmail(store, draft.email);
  if (owner) return { to: owner.email, locale: owner.locale, write: takenMail };
  const key = draftKeyOf(store, draft);
  const asked = { ...draft, name: agencyName(keeper), key, days: Math.ceil((draft.expiresAt - store.now()) / dayMs) };
  return { to: draft.email, locale: draft.locale, write: (words) => draftMail(words, asked) };
}

type DraftMail = MailJob & { kind: "agency_draft_mail" };

/** Due at a full hour and named after it, so that a job that runs twice holds back only one mail. */
async function holdDraftMail(store: Store, { kind, draftId, origin }: DraftMail): Promise<void> {
  const dueAt = (Math.floor(store.now() / heldMailEveryMs) + 1) * heldMailEveryMs;
  const op = store.kv.atomic();
  addJob(store, op, { kind, draftId, origin }, dueAt, `agency-draft-${draftId}-${dueAt}`);
  await commitNow(op);
}

/** No word of the draft stands here: what an agency typed is shown only on our own page. */
function draftMail(
  { t, brand, linkTo }: Words,
  { id, name, key, days }: { id: string; name: string; key: string; days: number },
): MailLetter {
  return {
    subject: t("agency:mail.subject", { brand }),
    blocks: [
      text(t("agency:mail.lead", { brand, name })),
      link(t("agency:mail.link"), linkTo("agency-invitation", id, key), true),
      text(t("agency:mail.valid", { count: days })),
      text(t("agency:mail.ignore")),
    ],
  };
}

const takenMail = ({ t, brand, linkTo }: Words): MailLetter => ({
  subject: t("agency:mail.takenSubject", { brand }),
  blocks: [
    text(t("agency:mail.takenLead", { brand })),
    link(t("agency:mail.takenLink"), linkTo("auth", "sign-in"), true),
  ],
});

/** What ladies are written about their verification, and somebody whom an agency asks to become one. */
import { type User, userByEmail } from "../../kv/accounts/users.ts";
import {
  type AgencyDraft,
  agencyName,
  askingAgency,
  draftById,
  draftDays,
  draftKeyOf,
} from "../../kv/ladies/agencies.ts";
import type { Store } from "../../kv/open.ts";
import type { VerificationNotice } from "../../kv/store/jobs/work.ts";
import type { Words } from "./account_mails.ts";
import type { Addressed } from "./addressed.ts";
import { link, type MailLetter, text } from "./mail_layout.tsx";

/** Why a live check was refused stands on her page alone. */
export function verificationMail({ t, linkTo }: Words, user: User, notice: VerificationNotice): MailLetter {
  const words = `verification:mail.${notice}`;
  return {
    subject: t(`${words}.subject`),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t(`${words}.lead`)),
      link(t(`${words}.link`), linkTo("lady", "verification"), true),
    ],
  };
}

/**
 * To the address that the agency named: what is asked, or, where somebody has an account with it, that it was asked.
 * Null where the draft is gone, or its agency is kept out.
 */
export async function draftMailFor(store: Store, draftId: string): Promise<Addressed | null> {
  const draft = await draftById(store, draftId);
  const keeper = draft && await askingAgency(store, draft);
  if (!draft || !keeper) return null;
  const owner = await userByEmail(store, draft.email);
  if (owner) return { to: owner.email, locale: owner.locale, write: takenMail };
  const key = draftKeyOf(store, draft);
  return { to: draft.email, locale: draft.locale, write: (words) => draftMail(words, draft, agencyName(keeper), key) };
}

/** No word of the draft stands here: what an agency typed is read on our own page alone. */
function draftMail({ t, brand, linkTo }: Words, { id }: AgencyDraft, name: string, key: string): MailLetter {
  return {
    subject: t("agency:mail.subject", { brand }),
    blocks: [
      text(t("agency:mail.lead", { brand, name })),
      link(t("agency:mail.link"), linkTo("agency-invitation", id, key), true),
      text(t("agency:mail.valid", { count: draftDays })),
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

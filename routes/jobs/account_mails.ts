/** What the four mails of an account say. Names that somebody else may have typed never stand in them. */
import type { Translate } from "../../i18n/translate.ts";
import { resetSeconds } from "../../kv/password_reset.ts";
import { signUpBonusCredits } from "../../kv/prices.ts";
import { codeSeconds } from "../../kv/sign_up.ts";
import { man, type User } from "../../kv/users.ts";
import type { MailBlock, MailLetter } from "./mail_layout.tsx";
import type { LinkTo } from "./mail_links.ts";

export interface Words {
  t: Translate;
  brand: string;
  linkTo: LinkTo;
}

const text = (words: string): MailBlock => ({ kind: "text", text: words });
const link = (label: string, href: string, isMain = false): MailBlock => ({ kind: "link", label, href, isMain });

/** The code is the text's only run of six digits (contract, HTTP): no name, date or telephone number stands here. */
export function confirmationMail(
  { t, brand, linkTo }: Words,
  facts: { email: string; code: string; activationKey: string; groupId: number },
): MailLetter {
  const bonus = facts.groupId === man ? [text(t("mails:confirmation.bonus", { credits: signUpBonusCredits }))] : [];
  return {
    subject: t("mails:confirmation.subject", { brand }),
    blocks: [
      text(t("mails:confirmation.lead", { brand })),
      { kind: "code", code: facts.code },
      text(t("mails:confirmation.valid", { minutes: codeSeconds / 60 })),
      link(t("mails:confirmation.link"), linkTo("email-confirmation", facts.email, facts.activationKey), true),
      ...bonus,
      text(t("mails:confirmation.ignore")),
    ],
  };
}

export function alreadyRegisteredMail({ t, brand, linkTo }: Words, user: User): MailLetter {
  return {
    subject: t("mails:already_registered.subject", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t("mails:already_registered.lead", { brand })),
      link(t("mails:already_registered.signIn"), linkTo("auth", "sign-in"), true),
      link(t("mails:already_registered.forgot"), linkTo("auth", "forgot-password")),
      text(t("mails:already_registered.ignore")),
    ],
  };
}

export function passwordResetMail({ t, brand, linkTo }: Words, user: User, recoveryKey: string): MailLetter {
  return {
    subject: t("mails:password_reset.subject", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t("mails:password_reset.lead", { brand })),
      link(t("mails:password_reset.link"), linkTo("password-reset", user.email, recoveryKey), true),
      text(t("mails:password_reset.valid", { minutes: resetSeconds / 60 })),
      text(t("mails:password_reset.ignore")),
    ],
  };
}

export function passwordChangedMail({ t, brand, linkTo }: Words, user: User): MailLetter {
  return {
    subject: t("mails:password_changed.subject", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t("mails:password_changed.lead", { brand })),
      text(t("mails:password_changed.notYou")),
      link(t("mails:password_changed.link"), linkTo("auth", "forgot-password"), true),
    ],
  };
}

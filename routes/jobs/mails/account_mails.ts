/** What the mails of an account say. Names that somebody else may have typed never stand in them. */
import type { Translate } from "../../../i18n/translate.ts";
import { emailChangeSeconds } from "../../../kv/accounts/email_change.ts";
import { resetSeconds } from "../../../kv/accounts/signing_in/password_reset.ts";
import { ticketSeconds } from "../../../kv/accounts/signing_in/sign_in_tickets.ts";
import { codeSeconds } from "../../../kv/accounts/sign_up.ts";
import type { BonusAhead } from "../../../kv/accounts/sign_up_bonus.ts";
import { man, translator, type User } from "../../../kv/accounts/users.ts";
import { signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import type { Decision, TextKind } from "../../../kv/safety/decisions.ts";
import { homeOfGroup } from "../../http/next_path.ts";
import { decisionBlocks } from "./decision_blocks.ts";
import { link, type MailLetter, text } from "./mail_layout.tsx";
import { type LinkTo, withoutSixDigits } from "./mail_links.ts";

export interface Words {
  t: Translate;
  brand: string;
  linkTo: LinkTo;
}

/** The code is the text's only run of six digits (contract, HTTP): no name, date or telephone number stands here. */
export function confirmationMail(
  { t, brand, linkTo }: Words,
  facts: {
    email: string;
    code: string;
    activationKey: string;
    groupId: number;
    letterCredits: number;
    bonus: BonusAhead;
  },
): MailLetter {
  const letters = Math.floor(signUpBonusCredits / facts.letterCredits);
  const promised = t(letters > 0 ? "mails:confirmation.bonusLetters" : "mails:confirmation.bonus", {
    credits: t("common:credits", { count: signUpBonusCredits }),
    count: letters,
  });
  const bonuses = { comes: [text(promised)], had: [text(t("mails:confirmation.hadBonus"))], out: [] };
  return {
    subject: t("mails:confirmation.subject", { brand }),
    blocks: [
      text(t("mails:confirmation.lead", { brand })),
      { kind: "code", code: facts.code },
      text(t("mails:confirmation.valid", { count: codeSeconds / 60 })),
      link(t("mails:confirmation.link"), linkTo("email-confirmation", facts.email, facts.activationKey), true),
      ...facts.groupId === man ? bonuses[facts.bonus] : [],
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
      text(t("mails:password_reset.valid", { count: resetSeconds / 60 })),
      text(t("mails:password_reset.ignore")),
    ],
  };
}

/** The link signs in on the first page of the reader's role, which says once more whose account it is. */
export function signInLinkMail({ t, brand, linkTo }: Words, user: User, token: string): MailLetter {
  const page = linkTo(...homeOfGroup(user.groupId).split("/").slice(1));
  return {
    subject: t("mails:sign_in_link.subject", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t("mails:sign_in_link.lead", { brand })),
      link(t("mails:sign_in_link.link"), `${page}?access_token=${withoutSixDigits(token)}`, true),
      text(t("mails:sign_in_link.valid", { count: ticketSeconds / 60 })),
      text(t("mails:sign_in_link.ignore")),
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

/** To the new address, whose owner is not known yet: no name stands here. */
export function emailChangeMail({ t, brand, linkTo }: Words, user: User, key: string): MailLetter {
  return {
    subject: t("mails:email_change.subject", { brand }),
    blocks: [
      text(t("mails:email_change.lead", { brand })),
      link(t("mails:email_change.link"), linkTo("email-change", String(user.id), key), true),
      text(t("mails:email_change.valid", { count: emailChangeSeconds / 3600 })),
      text(t("mails:email_change.ignore")),
    ],
  };
}

/** To the old address: its reader learns in time that somebody moves the account to another address. */
export function emailChangeNoticeMail({ t, brand, linkTo }: Words, user: User, isDone: boolean): MailLetter {
  const words = isDone ? "email_changed" : "email_change_asked";
  return {
    subject: t(`mails:${words}.subject`, { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t(`mails:${words}.lead`, { brand })),
      text(t(`mails:${words}.notYou`)),
      isDone
        ? link(t("mails:email_changed.link"), linkTo("contact-us"), true)
        : link(t("mails:email_change_asked.link"), linkTo("auth", "forgot-password"), true),
    ],
  };
}

export interface Decided {
  isApproved: boolean;
  about?: "profile" | "name" | "photo" | "shown_photo" | "shown_text";
  /** Why it was refused. */
  reason?: string | null;
  /** The refusal with its reasons; null if it was approved, or is from before decisions were kept. */
  decision?: Decision | null;
}

/**
 * Tells what was decided on a request, a lady's changes to her profile or a photo, or that a photo or a text was taken down.
 */
export function approvalMail(wording: Words, user: User, decided: Decided): MailLetter {
  const { t, brand, linkTo } = wording;
  const { isApproved, about, reason, decision } = decided;
  const isCaption = decision?.text === "caption";
  const isPhoto = about === "photo" || about === "shown_photo" || isCaption;
  const words = isApproved ? "approved" : refusedWords[about ?? "profile"];
  const page = writtenAnewAt(user, isPhoto, decision?.text);
  return {
    subject: t(`mails:${words}.subject`, { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t(`mails:${words}.lead`, { brand })),
      ...(reason ? [text(t("mails:not_approved.reason", { reason }))] : []),
      // Without the facts: the reason above tells them already.
      ...(decision ? decisionBlocks(wording, user, { ...decision, facts: "" }) : []),
      link(t(linkOf(decision?.text) ?? `mails:${words}.link`), linkTo(...page), true),
    ],
  };
}

/** What the way to a text is called that does not stand in a profile. */
function linkOf(text?: TextKind): string | null {
  if (text === "caption") return "mails:photo_taken_down.link";
  return text === "aboutTranslator" ? "translation:about.title" : null;
}

const refusedWords: Readonly<Record<NonNullable<Decided["about"]>, string>> = {
  profile: "not_approved",
  name: "not_approved",
  photo: "photo_not_approved",
  shown_photo: "photo_taken_down",
  shown_text: "text_taken_down",
};

function writtenAnewAt({ groupId }: User, isPhoto: boolean, text?: TextKind): string[] {
  if (groupId === translator) return ["agency", "mail", "about-you"];
  const home = groupId === man ? ["man", "men-account"] : ["lady", "profile"];
  if (isPhoto) return [...home, "photos"];
  const tab = groupId === man && text ? tabsOfTexts[text] : undefined;
  return tab ? [...home, tab] : home;
}

/** Where a man writes a text, if not on the first page of his account; a lady has all of hers on one page. */
const tabsOfTexts: Partial<Record<TextKind, string>> = {
  quote: "about",
  about: "about",
  interest: "about",
  idealPartner: "looking-for",
};

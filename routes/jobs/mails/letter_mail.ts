/** The mail that tells of a new letter: who wrote, where it lies, how to end such mails; never a word of the letter. */
import { wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { isSuspended, lady, type User, usersByIds } from "../../../kv/accounts/users.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../kv/ladies/record.ts";
import { homeBoxFor, isLocked, type Letter, partnerIdFor, recipientIdOf } from "../../../kv/letters/letter.ts";
import { letterById } from "../../../kv/letters/letters.ts";
import {
  claimLetterMail,
  type LetterNotification,
  letterNotificationOf,
  noteLetterMailSent,
} from "../../../kv/letters/notifications.ts";
import { whyParted } from "../../../kv/letters/parted.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import type { Dependencies } from "../../http/env.ts";
import { conversationPath, ladySide, manSide } from "../../letters/sides.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailLetter, text } from "./mail_layout.tsx";
import { segmentsOf } from "./mail_links.ts";
import { unsubscribingOf } from "./unsubscribing.ts";
import { isChinese } from "../../../i18n/locales.ts";

type LetterMailJob = Job & { kind: "letter_mail" };

/** Sends it unless the letter has been read, its recipient wishes no such mails, or another mail stands for it. */
export async function sendLetterMail(deps: Dependencies, job: LetterMailJob): Promise<void> {
  const { store } = deps;
  const notification = await letterNotificationOf(store, job.letterId);
  if (!notification || !wishesMail(notification.recipient, "letters")) return;
  if (!await claimLetterMail(store, notification.letter, job)) return;
  const { recipient } = notification;
  const known = await nameFor(deps, notification);
  const name = known && nameBeforeWords(recipient.locale, known);
  const { href, headers } = unsubscribingOf(store, recipient.id, "letters");
  await sendMail(deps, {
    to: recipient.email,
    locale: recipient.locale,
    write: (words) => letterMail(words, notification, name, href(words)),
    headers,
  }, job);
  await noteLetterMailSent(store, notification.letter, job);
}

/**
 * Tells one of the two that the requested translation is there. Who asked for it is told in any case, and asked for no more
 * than that: this mail has no link that ends others. The other is told like of a letter: if that person wishes such mails
 * and the two are not parted.
 */
export async function sendTranslationMail(
  deps: Dependencies,
  job: Job & { kind: "translation_mail" },
): Promise<void> {
  const { store } = deps;
  const letter = await letterById(store, job.letterId);
  if (!letter) return;
  const userId = job.userId ?? recipientIdOf(letter);
  const [user, partner] = await usersByIds(store, [userId, partnerIdFor(letter, userId)]);
  if (!user || !partner || isSuspended(user)) return;
  const isAsker = letter.asked?.by === userId;
  if (!isAsker && (!wishesMail(user, "letters") || await whyParted(store, letter))) return;
  const unsubscribing = isAsker ? null : unsubscribingOf(store, user.id, "letters");
  await sendMail(deps, {
    to: user.email,
    locale: user.locale,
    write: (words) => {
      const { t, brand, linkTo } = words;
      const place = linkTo(...letterPlace(letter, user));
      return {
        subject: t("mails:translation.subject"),
        blocks: [
          text(t("mails:translation.lead")),
          link(t("mails:letter.link"), place, true),
          ...unsubscribing ? [link(t("mails:letter.off"), unsubscribing.href(words))] : [],
        ],
        reason: t(unsubscribing ? "mails:letter.reason" : "mails:translation.reason", { brand }),
      };
    },
    ...(unsubscribing && { headers: unsubscribing.headers }),
  }, job);
}

function letterMail(
  { t, brand, linkTo }: Words,
  notification: LetterNotification,
  name: string | null,
  offHref: string,
): MailLetter {
  const { letter, recipient } = notification;
  const price = isLocked(letter)
    ? [text(t("mails:letter.price", { credits: t("common:credits", { count: letter.openingPriceCredits }) }))]
    : [];
  const kind = letter.isIntroduction ? "introduction" : "letter";
  return {
    subject: name ? t(`mails:letter.${kind}.subject`, { name }) : t("mails:letter.unnamed.subject", { brand }),
    blocks: [
      text(name ? t(`mails:letter.${kind}.lead`, { name }) : t("mails:letter.unnamed.lead")),
      ...price,
      link(t("mails:letter.link"), linkTo(...letterPlace(letter, recipient)), true),
      link(t("mails:letter.off"), offHref),
    ],
    reason: t("mails:letter.reason", { brand }),
  };
}

/** Where one of the two reads the letter, as path segments. */
export function letterPlace(letter: Letter, { id, groupId }: Pick<User, "id" | "groupId">): string[] {
  const side = groupId === lady ? ladySide : manSide;
  return segmentsOf(conversationPath(side, homeBoxFor(letter, id), partnerIdFor(letter, id), letter.id));
}

/** Adds a space between a Latin name and the Chinese after it: in a mail no style sheet does so. */
export const nameBeforeWords = (locale: User["locale"], name: string): string =>
  !isChinese(locale) || /\p{Script=Han}$/u.test(name) ? name : `${name} `;

/** The author's name as the recipient knows it; null if mail programs might take it for a link or a number. */
export async function nameFor(
  { store }: Dependencies,
  { author, recipient }: Pick<LetterNotification, "author" | "recipient">,
): Promise<string | null> {
  const name = author.groupId === lady ? await ladysName(author, recipient) : author.firstname;
  return /^[\p{L}\p{M}'’·\- ]{1,40}$/u.test(name) ? name : null;

  async function ladysName({ id, firstname }: User, { locale }: User): Promise<string> {
    const profile = await ladyById(store, id);
    return profile ? wordsOf(profile, locale).firstname : firstname;
  }
}

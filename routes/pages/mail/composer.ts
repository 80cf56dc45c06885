/** What a page tells the letter composer: prices in words, what was refused, and the fresh key of the form. */
import { languageName } from "../../../i18n/languages.ts";
import { readableLanguages } from "../../../kv/accounts/languages.ts";
import { destinationOf } from "../../../components/frame/not_yet.ts";
import { formatNumber } from "../../../i18n/format.ts";
import type { LetterComposerProps } from "../../../islands/letter_composer/island.tsx";
import { draftKeyOf } from "../../../islands/letter_composer/local_draft.ts";
import type { ComposerFailure } from "../../../islands/letter_composer/state.ts";
import { letterLengthMax } from "../../../kv/credits/prices/prices.ts";
import { letterDraftTo } from "../../../kv/letters/letter_drafts.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { actPricesNow } from "../../credits/credit_price.ts";
import { loosePictures, shownDraft } from "../../files/letter_drafts.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";
import { fieldMessages, messageOf } from "../../http/refusal_answer.tsx";
import { boxPath, type MailSide } from "../../letters/sides.ts";
import { backgroundHref } from "../../safety/background_links.ts";
import { type Partner, whyNoLetter } from "./partners.ts";
import { besideButton, lackAboveSheet, lackBesideButton, type WayOut } from "./paying_words.tsx";
import { canPay, isBeyondLimit, type Spendable } from "./spendable.ts";
import { questionOf } from "./questions.ts";
import type { SendFailure } from "./send_form.ts";
import { gapOf, type Locale, paragraphOf } from "../../../i18n/locales.ts";

/** The link to the page where a man gets credits; afterwards he is led back to this very page. */
export function buyCreditsOf(c: AppContext): WayOut {
  const { t, prefix, path } = c.var.facts;
  const purchase = localHref(prefix, destinationOf("/man/balance/purchase"));
  return { href: `${purchase}?next=${encodeURIComponent(localHref(prefix, path))}`, label: t("common:buyCredits") };
}

/** The link to where he can change his own limit of the day. */
const limitOf = (c: AppContext): WayOut => ({
  href: `${localHref(c.var.facts.prefix, "/man/balance/history")}#limit`,
  label: c.var.facts.t("balance:limit.title"),
});

/** The link that helps if a price cannot be paid, or contact waits for something; null if there is none. */
export function wayOutOf(
  c: AppContext,
  { reason, wording }: Pick<Refusal, "reason" | "wording">,
  partnerId?: number,
): WayOut | null {
  if (reason === "spending_limit_reached") return limitOf(c);
  const background = backgroundHref(c, { reason, wording }, partnerId);
  if (background) return { href: background, label: c.var.facts.t("background:toPage") };
  return reason === "insufficient_credits" || reason === "credits_owed" ? buyCreditsOf(c) : null;
}

/** The link that helps a man who cannot pay a price, before he tries to. */
export const wayToPay = (c: AppContext, spendable: Spendable, priceCredits: number): WayOut =>
  isBeyondLimit(spendable, priceCredits) ? limitOf(c) : buyCreditsOf(c);

export async function composerOf(
  c: MemberContext,
  side: MailSide,
  partner: Partner,
  spendable: Spendable | null,
  /** Path of the page that the form stands on, before localising. */
  path: string,
  failed: SendFailure | null,
): Promise<LetterComposerProps> {
  const { facts, deps, signedIn } = c.var;
  const begun = await letterDraftTo(deps.store, signedIn.user.id, partner.id);
  // A refused sheet does not continue what another device has saved since: both are kept.
  const isUnseen = failed !== null && failed.base !== begun?.revision;
  const draft = begun && !isUnseen ? await shownDraft(deps.store, signedIn.user.id, begun) : null;
  return {
    action: localHref(facts.prefix, path),
    recipientName: partner.name,
    draftKey: draftKeyOf(signedIn.user.id, partner.id),
    writerId: signedIn.user.id,
    draftPath: `${localHref(facts.prefix, `/api/mail/drafts/${partner.id}`)}?user=${signedIn.user.id}`,
    picturesPath: `${localHref(facts.prefix, "/api/mail/attachments")}?user=${signedIn.user.id}`,
    draft,
    sendKey: failed?.sendKey ?? draft?.sendKey ?? deps.store.randomToken(),
    body: failed?.body ?? draft?.body ?? questionOf(c),
    // Nobody has to choose the pictures of a refused letter again.
    pictures: failed ? await loosePictures(deps.store, signedIn.user.id, failed.pictures) : draft?.pictures ?? [],
    lengthMax: letterLengthMax,
    ...(partner.reading?.wantsTranslation && {
      translate: {
        label: facts.t("translation:compose.wish", { name: partner.name }),
        isChosen: failed?.translate ?? true,
      },
    }),
    language: {
      label: facts.t("translation:compose.language"),
      emptyLabel: facts.t("translation:compose.recognised"),
      options: languagesIn(facts.locale),
      value: failed?.language ?? "",
    },
    ...(spendable && pricesOf(c, spendable)),
    ...(failed && { failure: await failureOf(c, side, partner, failed) }),
  };
}

const languages = new Map<Locale, LetterComposerProps["language"]["options"]>();

/** The languages that a letter can be declared to be in; made once for each locale. */
function languagesIn(locale: Locale): LetterComposerProps["language"]["options"] {
  const known = languages.get(locale) ??
    readableLanguages.map((value) => ({ value, label: languageName(locale, value) }));
  languages.set(locale, known);
  return known;
}

function pricesOf(c: AppContext, spendable: Spendable): Partial<LetterComposerProps> {
  const { facts } = c.var;
  const { sendLetter } = spendable.inMoney.acts;
  const wayOut = wayToPay(c, spendable, sendLetter);
  return {
    price: spendable.inMoney.price(sendLetter),
    priceCredits: sendLetter,
    picturesNote: gapOf(facts.locale) + facts.t("mail:compose.picturesNote"),
    wayOut,
    ...(canPay(spendable, sendLetter)
      ? { remains: besideButton(remainsOf(c, spendable, sendLetter)) }
      : lackOf(c, spendable, wayOut)),
  };
}

/** Says twice why he cannot pay: on a telephone the button is far below the first line of the sheet. */
function lackOf(c: AppContext, spendable: Spendable, wayOut: WayOut): Partial<LetterComposerProps> {
  const { t, locale } = c.var.facts;
  const { sendLetter } = spendable.inMoney.acts;
  const short = t("mail:compose.lack", {
    price: t("common:credits", { count: sendLetter }),
    balance: t("common:credits", { count: spendable.balanceCredits }),
  });
  const lack = whyNotPayable(c, spendable, sendLetter, short);
  const above = lack === short ? [short, t("mail:compose.lackLater")].join(gapOf(locale)) : lack;
  return { remains: lackBesideButton(lack, wayOut), lowNotice: lackAboveSheet(above, wayOut) };
}

/** Why a man cannot pay a price, before he tries to; `short` says that his credits do not suffice. */
export function whyNotPayable(c: AppContext, spendable: Spendable, priceCredits: number, short: string): string {
  if (spendable.owedCredits > 0) return c.var.facts.t("refusals:credits_owed");
  return isBeyondLimit(spendable, priceCredits) ? messageOf(c, { reason: "spending_limit_reached" }) : short;
}

/** "You have 184; after this, 174." */
export function remainsOf(c: AppContext, spendable: Spendable, priceCredits: number): string {
  const { locale, t } = c.var.facts;
  return t("mail:remains", {
    before: formatNumber(locale, spendable.balanceCredits),
    after: formatNumber(locale, spendable.balanceCredits - priceCredits),
  });
}

/** What went wrong, in words, as the composer shows it. */
export async function failureOf(
  c: AppContext,
  side: MailSide,
  partner: Partner,
  failed: SendFailure,
): Promise<ComposerFailure> {
  const { refusal } = failed;
  const { t, locale, prefix, path } = c.var.facts;
  const { reason, fields } = refusal;
  return {
    message: paragraphOf(locale, [
      // What is wrong is told at its field.
      reason === "invalid" ? t("mail:compose.notSent") : await sentenceOf(c, refusal, partner),
      failed.isKept && t("background:kept"),
      isReturned(refusal) && failed.pictureNames.length > 0 && t("mail:compose.returnedPictures"),
    ]),
    ...(fields?.body && {
      fieldError: fields.body === "required" ? t("mail:compose.empty") : fieldMessages(c, fields).body,
    }),
    ...pictureErrorsOf(c, failed),
    needsCredits: reason === "insufficient_credits" || reason === "credits_owed",
    ...(reason === "spending_limit_reached" && { earlier: limitOf(c) }),
    ...(reason === "background_required" && { earlier: wayOutOf(c, refusal, partner.id) ?? undefined }),
    ...(reason === "quote_changed" && {
      earlier: { href: localHref(prefix, path), label: t("mail:compose.seePrice") },
    }),
    ...(reason === "idempotency_key_reused" && {
      earlier: {
        href: localHref(prefix, boxPath(side, "outbox")),
        label: t(`mail:compose.${isReturned(refusal) ? "seeReturned" : "seeEarlier"}`),
      },
    }),
  };
}

/** An error for each faulty picture, which it names by its file, or by its place if it has no name. */
function pictureErrorsOf(
  c: AppContext,
  { refusal, pictureNames }: SendFailure,
): Pick<ComposerFailure, "pictureErrors"> {
  const { t } = c.var.facts;
  const pictureErrors = Object.entries(fieldMessages(c, refusal.fields)).flatMap(([field, error]) => {
    if (field === "attachments") return [error];
    const place = /^attachments\[(\d)\]$/.exec(field)?.[1];
    if (place === undefined) return [];
    const name = pictureNames[Number(place)] ?? t("islands:letter_composer.pictures.nth", { n: Number(place) + 1 });
    return [t("islands:letter_composer.pictures.fault", { name, error })];
  });
  return pictureErrors.length > 0 ? { pictureErrors } : {};
}

const hasPictureFault = ({ fields = {} }: Refusal): boolean =>
  Object.keys(fields).some((field) => field.startsWith("attachments"));

/** Whether the letter that was sent with this key came back undelivered. */
const isReturned = ({ reason, wording }: Refusal): boolean =>
  reason === "idempotency_key_reused" && wording === "returned";

async function sentenceOf(c: AppContext, refusal: Refusal, partner: Partner): Promise<string> {
  const { t } = c.var.facts;
  if (hasPictureFault(refusal)) return t("mail:compose.pictureFault");
  if (isReturned(refusal)) return t("mail:compose.returnedBefore");
  if (refusal.reason === "idempotency_key_reused") return t("mail:compose.usedKey");
  if (refusal.reason === "forbidden") return t("mail:compose.otherWriter");
  if (refusal.reason === "conflict") return t("mail:compose.staleForm");
  if (refusal.reason === "quote_changed") {
    const { sendLetter } = await actPricesNow(c);
    return t("mail:compose.priceChanged", { price: t("common:credits", { count: sendLetter }) });
  }
  if (refusal.reason === "not_found") return whyNoLetter(t, partner);
  return messageOf(c, refusal);
}

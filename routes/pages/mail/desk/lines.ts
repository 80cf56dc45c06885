/** How a desk tells of one letter: the envelope of an unread one, the stations of a sent one, the words of a draft. */
import type { PostmarkProps } from "../../../../components/postmark.tsx";
import { datesFor, dayFor } from "../../../../i18n/format.ts";
import { shownCity } from "../../../../kv/ladies/cities.ts";
import { homeBoxFor, isLocked, type Letter, partnerIdFor, placeFor } from "../../../../kv/letters/letter.ts";
import type { LetterDraft } from "../../../../kv/letters/letter_drafts.ts";
import type { SentLetter, SentState } from "../../../../kv/letters/boxes/on_the_way.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { letterPath, type MailSide, newConversationPath } from "../../../letters/sides.ts";
import { languageOf, snippetOf } from "../boxes/letter_excerpt.ts";
import type { Partner } from "../partners.ts";
import type { Spendable } from "../spendable.ts";
import type { Pile } from "./pile.ts";

export interface Envelope {
  id: number;
  href: string;
  name: string;
  /** What opening it costs, or that it is free; and how many letters of the same writer lie there. */
  about: string;
  isSealed: boolean;
  date: { iso: string; text: string };
  postmark: PostmarkProps;
}

export type WayStep = "written" | "translator" | "delivered" | "read";

export interface OnTheWay {
  id: number;
  href: string;
  name: string;
  text: string;
  /** The stations of this letter, and how many of them it has reached; none for one that came back. */
  steps: WayStep[];
  reached: number;
}

export interface Begun {
  partnerId: number;
  /** Null if no letter can go to this person; `words` then holds the whole text. */
  href: string | null;
  name: string;
  words: string;
  lang: string;
  date: { iso: string; text: string };
  hasOthers: boolean;
}

/** The address at which the reader finds a letter. */
export function hrefOf(c: MemberContext, side: MailSide, letter: Letter): string {
  const me = c.var.signedIn.user;
  const path = letterPath(side, homeBoxFor(letter, me.id), partnerIdFor(letter, me.id), letter.id);
  return localHref(c.var.facts.prefix, path);
}

function dateOf(c: MemberContext, atMs: number): { iso: string; text: string } {
  return { iso: new Date(atMs).toISOString(), text: datesFor(c.var.facts)(atMs, "short") };
}

/** What the reader sees of an unread letter: everything but its words. */
export function envelope(
  c: MemberContext,
  side: MailSide,
  partners: Map<number, Partner>,
  { letter, count }: Pile,
  spendable: Spendable | null,
): Envelope {
  const { t, locale } = c.var.facts;
  const { place, sentAt } = letter;
  const me = c.var.signedIn.user;
  const isSealed = spendable !== null && isLocked(letter);
  const price = t("common:credits", { count: letter.openingPriceCredits });
  const kind = isSealed ? t("desk:pile.sealed", { price }) : t("desk:pile.free");
  const his = count > 1 ? t("desk:pile.many", { count, kind }) : kind;
  return {
    id: letter.id,
    href: hrefOf(c, side, letter),
    name: partners.get(partnerIdFor(letter, me.id))!.name,
    about: spendable ? his : t("desk:pile.letters", { count }),
    isSealed,
    date: dateOf(c, placeFor(letter, me.id).at),
    postmark: {
      id: letter.id,
      town: place ? shownCity(place.city, place.countryId, locale) : null,
      day: datesFor(c.var.facts)(sentAt, "short"),
      year: dayFor(c.var.facts, sentAt).slice(0, 4),
    },
  };
}

const reachedOf: Record<SentState, WayStep | null> = {
  returned: null,
  translating: "translator",
  delivered: "delivered",
  read: "read",
};

/** Where a sent letter is, among the stations that it has. */
export function onTheWay(
  c: MemberContext,
  side: MailSide,
  partners: Map<number, Partner>,
  { letter, state, at }: SentLetter,
): OnTheWay {
  const { t } = c.var.facts;
  const isTranslated = letter.translationState === "waiting" || letter.translationState === "done";
  const steps: WayStep[] = isTranslated
    ? ["written", "translator", "delivered", "read"]
    : ["written", "delivered", "read"];
  const last = reachedOf[state];
  return {
    id: letter.id,
    href: hrefOf(c, side, letter),
    name: partners.get(partnerIdFor(letter, c.var.signedIn.user.id))!.name,
    text: t(`desk:way.at.${state}`, { date: datesFor(c.var.facts)(at, "short") }),
    steps: last === null ? [] : steps,
    reached: last === null ? 0 : steps.indexOf(last) + 1,
  };
}

/** A draft: its first words, or all of them if no letter can go to this person. */
export function begun(c: MemberContext, side: MailSide, partners: Map<number, Partner>, draft: LetterDraft): Begun {
  const { partnerId, body, writtenAt, others } = draft;
  const { name, canReceive } = partners.get(partnerId)!;
  return {
    partnerId,
    href: canReceive ? localHref(c.var.facts.prefix, newConversationPath(side, partnerId)) : null,
    name,
    words: canReceive ? snippetOf(body) : body,
    lang: languageOf(body, []),
    date: dateOf(c, writtenAt),
    hasOthers: others.length > 0,
  };
}

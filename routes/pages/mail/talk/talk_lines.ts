/** The line about a time to talk, in a conversation and on the desk. */
import { man, zoneOf } from "../../../../kv/accounts/users.ts";
import { partnerIn } from "../../../../kv/chats/pairs.ts";
import type { Talk } from "../../../../kv/talks/talk.ts";
import { standingTalksOf } from "../../../../kv/talks/kept_talks.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { type MailSide, talkPath } from "../../../letters/sides.ts";
import { tellMoment } from "../../../talks/told_moments.ts";
import type { Partner } from "../partners.ts";

/** The times to talk that the reader has with anybody, proposed or agreed, the nearest first. */
export const readersTalks = (c: MemberContext, side: MailSide): Promise<Talk[]> =>
  standingTalksOf(c.var.deps.store, c.var.signedIn.user.id, side.groupId === man);

export interface TalkLine {
  href: string;
  /** What the two have proposed or agreed; null if there is nothing yet, and one of them may propose. */
  text: string | null;
  /** The words of the link. */
  label: string;
}

/** The line above the letters of two people; null if they cannot talk. */
export async function talkLineOf(
  c: MemberContext,
  side: MailSide,
  partner: Partner,
  mayWrite: boolean,
): Promise<TalkLine | null> {
  if (!partner.canReceive || !mayWrite) return null;
  const { t, prefix } = c.var.facts;
  const me = c.var.signedIn.user.id;
  const talk = (await readersTalks(c, side)).find((each) => partnerIn(each, me) === partner.id);
  const href = localHref(prefix, talkPath(side, partner.id));
  if (!talk) return { href, text: null, label: t("talks:link") };
  return {
    href,
    text: t(`talks:line.inLetters.${keyOf(c, talk)}`, { name: partner.name, ...wordsOf(c, partner, talk) }),
    label: t(`talks:line.${keyOf(c, talk) === "theirs" ? "answer" : "look"}`),
  };
}

export interface DeskTalk {
  href: string;
  name: string;
  text: string;
  /** Whether the reader is to answer. */
  isAsked: boolean;
}

/** The line of a time to talk on the desk; null if the two can no longer talk. */
export function deskTalkOf(c: MemberContext, side: MailSide, partner: Partner, talk: Talk): DeskTalk | null {
  if (!partner.canReceive) return null;
  const { t, prefix } = c.var.facts;
  return {
    href: localHref(prefix, talkPath(side, partner.id)),
    name: partner.name,
    text: t(`talks:line.${keyOf(c, talk)}`, wordsOf(c, partner, talk)),
    isAsked: keyOf(c, talk) === "theirs",
  };
}

const keyOf = (c: MemberContext, { state, proposerId }: Talk): "agreed" | "mine" | "theirs" =>
  state === "agreed" ? "agreed" : proposerId === c.var.signedIn.user.id ? "mine" : "theirs";

function wordsOf(c: MemberContext, partner: Partner, { kind, at, moments }: Talk): { kind: string; when: string } {
  const { t, locale } = c.var.facts;
  const reader = { locale, zone: zoneOf(c.var.signedIn.user) };
  return { kind: t(`talks:kind.${kind}`), when: tellMoment(t, reader, partner, at ?? moments[0]!).mine };
}

/** A time to talk with one person: proposing moments, answering, calling off; and its file for calendars. */
import { datesFor } from "../../../../i18n/format.ts";
import { localTimeAt } from "../../../../i18n/local_times.ts";
import { knownZone } from "../../../../i18n/zones.ts";
import { man, zoneOf } from "../../../../kv/accounts/users.ts";
import { type Pair, pairWith } from "../../../../kv/chats/pairs.ts";
import { dayMs } from "../../../../kv/store/days.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import { talkBetween } from "../../../../kv/talks/kept_talks.ts";
import { daysAheadAtMost, isStanding, type Talk } from "../../../../kv/talks/talk.ts";
import { answerTalk, callOffTalk, mayTalk, proposeTalk } from "../../../../kv/talks/talks.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import { actPricesNow } from "../../../credits/credit_price.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../../http/refusal_answer.tsx";
import { boxPath, type MailSide, newConversationPath, talkFilePath, talkPath } from "../../../letters/sides.ts";
import { backgroundHref } from "../../../safety/background_links.ts";
import { homeOf } from "../../../middleware/locale.ts";
import { calendarOf } from "../../../talks/calendar.ts";
import { placeOf, tellMoment, type ToldMoment, withPlace } from "../../../talks/told_moments.ts";
import { type ReadMoments, readMoments } from "../../../talks/written_moments.ts";
import { type Partner, partnersOf } from "../partners.ts";
import { type FormWords, type StandingWords, TalkView } from "./talk_view.tsx";

const pathOf = (side: MailSide): string => talkPath(side, 0).replace(/0$/, ":recipientId");

export const talkPage = (side: MailSide): PageDefinition => ({
  paths: [pathOf(side)],
  access: side.access,
  get: (c) => withPartner(c, side, (asked) => show(c, asked)),
  post: (c, body) =>
    body.action === "callOff" ? callOff(c, side, body) : withPartner(c, side, (asked) => act(c, asked, body)),
});

/** The file for calendars. It must not be cached, because it says with whom somebody talks, and when. */
export const talkFile = (side: MailSide): PageDefinition => ({
  paths: [`${pathOf(side)}/talk.ics`],
  access: side.access,
  get: (c) => withPartner(c, side, (asked) => answerFile(c, asked)),
});

interface Asked {
  side: MailSide;
  partner: Partner;
  pair: Pair;
}

async function withPartner(
  c: MemberContext,
  side: MailSide,
  answer: (asked: Asked) => Response | Promise<Response>,
): Promise<Response> {
  const id = idOf(c.req.param("recipientId"));
  if (id === null) return await answerRefusal(c, refuse("not_found"));
  const [allowed, partners] = await Promise.all([
    mayTalk(c.var.deps.store, c.var.signedIn.user.id, id),
    partnersOf(c, side, [id]),
  ]);
  if (!allowed.ok) {
    const background = backgroundHref(c, allowed, id);
    if (background) return c.redirect(background, 303);
    return await answerRefusal(c, allowed.reason === "forbidden" ? refuse("not_found") : allowed);
  }
  return await answer({ side, partner: partners.get(id)!, pair: allowed.pair });
}

async function act(c: MemberContext, asked: Asked, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin } } = c.var;
  const me = c.var.signedIn.user;
  const talkId = talkIdOf(body);
  switch (body.action) {
    case "propose":
      return await propose(c, asked, body);
    case "accept": {
      const at = Number(body.at);
      const answer = { talkId, at: Number.isSafeInteger(at) ? at : 0, origin };
      return await done(c, asked, "agreed", await answerTalk(store, me.id, asked.pair, answer));
    }
    case "decline":
      return await done(
        c,
        asked,
        "declined",
        await answerTalk(store, me.id, asked.pair, { talkId, at: null, origin }),
      );
    default:
      return await answerRefusal(c, refuse("malformed"));
  }
}

const talkIdOf = ({ talkId }: Body): string => typeof talkId === "string" ? talkId : "";

/** Calls off what stands between the two, even if they may not talk any more. */
async function callOff(c: MemberContext, side: MailSide, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin }, signedIn: { user } } = c.var;
  const id = idOf(c.req.param("recipientId"));
  if (id === null) return await answerRefusal(c, refuse("not_found"));
  const called = await callOffTalk(store, user.id, pairWith(user, id), { talkId: talkIdOf(body), origin });
  if (!called.ok) return await withPartner(c, side, (asked) => show(c, asked, called));
  const partner = (await partnersOf(c, side, [id])).get(id)!;
  if ((await mayTalk(store, user.id, id)).ok) return leave(c, side, partner, "calledOff");
  // The page of their times is closed to people who may not talk.
  leaveFlash(c, "success", "talks:flash.calledOff", { name: partner.name });
  return c.redirect(localHref(c.var.facts.prefix, boxPath(side, "inbox")), 303);
}

async function propose(c: MemberContext, asked: Asked, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin } } = c.var;
  const me = c.var.signedIn.user;
  const read = readMoments(body, zoneOf(me), store.now());
  const form: Form = { kind: body.kind === "video" ? "video" : "text", read };
  if (read.faults.size > 0) return await show(c, asked, refuse("invalid"), form);
  const proposed = await proposeTalk(store, {
    proposerId: me.id,
    partnerId: asked.partner.id,
    kind: form.kind,
    moments: read.moments,
    origin,
  });
  return proposed.ok ? await done(c, asked, "proposed", proposed) : await show(c, asked, proposed, form);
}

type Done = "proposed" | "agreed" | "declined" | "calledOff";

const done = async (c: MemberContext, asked: Asked, flash: Done, result: { ok: true } | Refusal): Promise<Response> =>
  result.ok ? leave(c, asked.side, asked.partner, flash) : await show(c, asked, result);

function leave(c: MemberContext, side: MailSide, { id, name }: Partner, flash: Done): Response {
  leaveFlash(c, "success", `talks:flash.${flash}`, { name });
  return c.redirect(localHref(c.var.facts.prefix, talkPath(side, id)), 303);
}

interface Form {
  kind: Talk["kind"];
  read: ReadMoments | null;
}

/** Shows the page; what was written stands in the form again. */
async function show(
  c: MemberContext,
  asked: Asked,
  refused: Refusal | null = null,
  form: Form = { kind: "text", read: null },
): Promise<Response> {
  const { side, partner, pair } = asked;
  const { t, prefix } = c.var.facts;
  const [talk, cost] = await Promise.all([talkBetween(c.var.deps.store, pair), costOf(c, side)]);
  if (refused?.retryAfterSeconds) c.header("retry-after", String(refused.retryAfterSeconds));
  const isFault = form.read !== null && form.read.faults.size > 0;
  return await answerPage(c, {
    title: t("talks:title", { name: partner.name }),
    robots: "noindex",
    status: statusOf(refused),
    view: (
      <TalkView
        partner={partner}
        letterHref={localHref(prefix, newConversationPath(side, partner.id))}
        cost={cost}
        problem={refused && (isFault ? t("talks:fault.some") : messageOf(c, refused))}
        standing={talk && standingOf(c, asked, talk)}
        form={talk && isStanding(talk, c.var.deps.store.now()) ? null : formOf(c, asked, form)}
      />
    ),
  });
}

function standingOf(c: MemberContext, { side, partner }: Asked, talk: Talk): StandingWords | null {
  const { t, locale, prefix } = c.var.facts;
  const now = c.var.deps.store.now();
  const me = c.var.signedIn.user;
  const isMine = talk.proposerId === me.id;
  const stands = isStanding(talk, now);
  // A proposed or agreed time that has simply passed needs no words.
  if (!stands && (talk.state === "proposed" || talk.state === "agreed")) return null;
  const { state, kind, at } = talk;
  const key = {
    proposed: isMine ? "mine" : "theirs",
    agreed: "agreed",
    declined: isMine ? "declinedMine" : "declinedTheirs",
    called_off: "calledOff",
  }[state];
  const moments = at === null ? talk.moments : [at];
  const reader = { locale, zone: zoneOf(me) };
  const tellOwn = (told: ToldMoment) => isMine ? { ...told, mine: withPlace(t, reader.zone, told.mine) } : told;
  return {
    id: talk.id,
    text: t(`talks:state.${key}`, { name: partner.name }),
    kind: t(`talks:kind.${kind}`),
    isVideo: kind === "video",
    moments: moments.map((each) => ({
      ...tellOwn(tellMoment(t, reader, partner, each)),
      at: each,
      mayAccept: stands && state === "proposed" && !isMine && each > now,
    })),
    mayDecline: stands && state === "proposed" && !isMine,
    callOff: stands && (state === "agreed" || isMine)
      ? t(`talks:do.${state === "agreed" ? "callOff" : "takeBack"}`)
      : null,
    file: at === null || at + dayMs < now ? null : {
      href: localHref(prefix, talkFilePath(side, partner.id)),
      label: t(`talks:do.${state === "called_off" ? "fileOff" : "file"}`),
    },
    chatHref: stands && state === "agreed"
      ? localHref(prefix, side.groupId === man ? "/man/chat" : "/lady/chat")
      : null,
  };
}

function formOf(c: MemberContext, { side, partner }: Asked, { kind, read }: Form): FormWords {
  const { t } = c.var.facts;
  const now = c.var.deps.store.now();
  const isMan = side.groupId === man;
  const mine = knownZone(read ? read.zone : zoneOf(c.var.signedIn.user));
  const theirs = knownZone(partner.zone);
  const { name } = partner;
  return {
    kind,
    first: localTimeAt(mine, now).date,
    last: localTimeAt(mine, now + daysAheadAtMost * dayMs).date,
    moments: (["first", "second", "third"] as const).map((each, place) => {
      const fault = read?.faults.get(place);
      return {
        legend: t(`talks:moment.${each}`),
        date: read?.written[place]?.date ?? "",
        time: read?.written[place]?.time ?? "",
        fault: fault
          ? {
            text: t(`talks:fault.${fault}`, { count: daysAheadAtMost }),
            of: fault === "date" || fault === "time" ? fault : "both",
          }
          : null,
      };
    }),
    zone: mine ?? "",
    zoneText: mine ? t("talks:zone.own", { place: placeOf(mine) }) : t("talks:zone.unknown"),
    zoneLink: {
      href: localHref(c.var.facts.prefix, isMan ? "/man/men-account/information" : "/lady/profile/settings"),
      label: t(`talks:zone.${mine ? "change" : "set"}`),
    },
    theirs: theirs !== null && theirs === mine ? null : zoneOfOther(c, name, theirs),
  };
}

/** Where the other's clock stands now, or that nobody knows. */
function zoneOfOther(c: MemberContext, name: string, zone: string | null): string {
  const { t, locale } = c.var.facts;
  if (!zone) return t("talks:zone.theirsUnknown", { name });
  const time = datesFor({ locale, zone })(c.var.deps.store.now(), "time");
  return t(`talks:zone.${zone === "UTC" ? "theirsUtc" : "theirs"}`, { name, place: placeOf(zone), time });
}

/** What the chat itself costs, which the page says before anybody agrees. */
async function costOf(c: MemberContext, side: MailSide): Promise<string> {
  const { t } = c.var.facts;
  if (side.groupId !== man) return t("talks:cost.lady");
  const credits = (count: number) => t("common:credits", { count });
  const prices = await actPricesNow(c);
  return t("talks:cost.man", { text: credits(prices.textMinute), video: credits(prices.videoMinute) });
}

async function answerFile(c: MemberContext, { side, partner, pair }: Asked): Promise<Response> {
  const { deps: { store, config }, facts: { t, locale, prefix, origin } } = c.var;
  const talk = await talkBetween(store, pair);
  const { brand } = homeOf(config, locale);
  const file = talk && calendarOf(talk, new URL(config.english.url ?? config.chinese.url ?? origin).hostname, {
    brand,
    summary: t(`talks:calendar.${talk.kind}`, { name: partner.name }),
    description: t("talks:calendar.description", { brand }),
    url: origin + localHref(prefix, talkPath(side, partner.id)),
  });
  if (!file) return await answerRefusal(c, refuse("not_found"));
  return c.body(file, 200, {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'attachment; filename="talk.ics"',
    "cache-control": "private, no-store",
  });
}

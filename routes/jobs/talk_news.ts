/** What two people are told of their talk: a mail in their own zone and language, and a note to their devices. */
import { translatorFor } from "../../i18n/translate.ts";
import { wishesMail } from "../../kv/accounts/mail_wishes.ts";
import { man, zoneOf } from "../../kv/accounts/users.ts";
import type { Job, TalkJob } from "../../kv/store/jobs/work.ts";
import { type TalkTold, talkToTell } from "../../kv/talks/telling.ts";
import type { Dependencies } from "../http/env.ts";
import { boxPath, ladySide, manSide, talkPath } from "../letters/sides.ts";
import { tellMoment } from "../talks/told_moments.ts";
import type { Words } from "./mails/account_mails.ts";
import { nameBeforeWords, nameFor } from "./mails/letter_mail.ts";
import { sendMail } from "./mails/mail_jobs.tsx";
import { link, type MailLetter, text } from "./mails/mail_layout.tsx";
import { linksFor, segmentsOf } from "./mails/mail_links.ts";
import { dayDelivery, sendNote } from "./push_jobs.ts";
import { unsubscribingOf } from "./mails/unsubscribing.ts";

type TalkMailJob = Job & Extract<TalkJob, { kind: "talk_mail" }>;

/** Sends it if it is still true and the reader wishes mails about times to talk. Throws when it must be tried again. */
export async function sendTalkMail(deps: Dependencies, job: TalkMailJob): Promise<void> {
  const { store } = deps;
  const told = await talkToTell(store, job);
  if (!told || !wishesMail(told.reader, "talks")) return;
  const { reader, partner } = told;
  const { email: to, locale } = reader;
  const name = partner && await nameFor(deps, { author: partner, recipient: reader });
  const { href, headers } = unsubscribingOf(store, reader.id, "talks");
  await sendMail(deps, {
    to,
    locale,
    write: (words) => talkMail(words, told, job, name, href(words)),
    headers,
  }, job);
}

function talkMail(
  { t, brand, linkTo }: Words,
  told: TalkTold,
  { news }: TalkMailJob,
  known: string | null,
  offHref: string,
): MailLetter {
  const { talk, reader, partner } = told;
  const { locale } = reader;
  const bare = known ?? t("talks:somebody");
  const name = nameBeforeWords(locale, bare);
  const moments = talk.at === null ? talk.moments : [talk.at];
  const zone = zoneOf(reader);
  const other = { name: bare, zone: partner ? zoneOf(partner) : zone };
  const lines = moments.map((at) => {
    const { mine, theirs } = tellMoment(t, { locale, zone }, other, at);
    return text(theirs === null ? mine : t("talks:both", { mine, theirs }));
  });
  return {
    subject: t(`talks:mail.${news}.subject`, { name }),
    blocks: [
      text(t(`talks:mail.${news}.lead`, { name, kind: t(`talks:kind.${talk.kind}`) })),
      ...lines,
      link(t("talks:mail.link"), linkTo(...placeOf(told)), true),
      link(t("talks:mail.off"), offHref),
    ],
    reason: t("talks:mail.reason", { brand }),
  };
}

/** Where the reader finds the talk, as path segments; the own inbox if the two have no page together any more. */
function placeOf({ reader, partner }: TalkTold): string[] {
  const side = reader.groupId === man ? manSide : ladySide;
  return segmentsOf(partner ? talkPath(side, partner.id) : boxPath(side, "inbox"));
}

/** Sends the note to one device if it is still true. It names nobody. Throws when it must be tried again. */
export async function sendTalkPush(
  deps: Dependencies,
  job: Job & Extract<TalkJob, { kind: "talk_push" }>,
): Promise<void> {
  const { store, config } = deps;
  const told = await talkToTell(store, job);
  if (!told) return;
  const { reader: { locale }, partnerId, untilMs } = told;
  // A push service keeps a note for a device that is off: it must not say "soon" of a talk that is over.
  const leftSeconds = Math.ceil((untilMs - store.now()) / 1000);
  const delivery = { ...dayDelivery, ttlSeconds: Math.min(dayDelivery.ttlSeconds, leftSeconds) };
  await sendNote(deps, job, delivery, ({ origin = job.origin }) => {
    const t = translatorFor(locale);
    return {
      title: t("talks:push.title"),
      body: t(`talks:push.${job.news}`),
      lang: locale,
      url: linksFor(config, locale, origin)(...placeOf(told)),
      // Two people have one talk at a time: later news of it replaces earlier.
      tag: `talk-${partnerId}`,
    };
  });
}

/**
 * Tells men of newly published ladies who match their saved searches: once a day, of each lady once, in one mail for all
 * searches that tell by mail, and in one note to each device for those that tell by notes.
 */
import { translatorFor } from "../../../i18n/translate.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { subscriptionsOf } from "../../../kv/accounts/push_subscriptions.ts";
import { isSuspended, type User, userById } from "../../../kv/accounts/users.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import type { LadyQuery } from "../../../kv/ladies/index/query.ts";
import { shownLadiesByIds } from "../../../kv/ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../../kv/ladies/record.ts";
import { type SavedSearch, savedSearchesOf, tellSearches } from "../../../kv/ladies/saved_searches.ts";
import type { Store } from "../../../kv/open.ts";
import { blockedWith } from "../../../kv/safety/blocks.ts";
import { commitNow } from "../../../kv/store/commit.ts";
import { nextAtHour } from "../../../kv/store/days.ts";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import type { Dependencies } from "../../http/env.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { placeOf } from "../../ladies/lady_cards.ts";
import { newLadiesOf, savedSearchesPath } from "../../ladies/saved_query.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailLetter, text } from "./mail_layout.tsx";
import { linksFor, segmentsOf } from "./mail_links.ts";
import { dayDelivery, sendNote } from "../push_jobs.ts";
import { unsubscribingOf } from "./unsubscribing.ts";

/** How many ladies a mail names; of the others it says only how many there are. */
export const ladiesInMail = 12;

/** The evening in Taipei, the morning in New York. */
export const alertsHourUtc = 11;
/** After this time, this instance knows the ladies whom another one has published. */
const knownAfterMs = 60_000;
/** How many men one part looks at. */
const menAtOnce = 100;

type Part = { startsAt: number; cursor: string };

/** Plans the next day's news, if they are not planned; calling it again changes nothing. */
export async function planSearchAlerts(store: Store): Promise<void> {
  const op = store.kv.atomic();
  addPart(store, op, { startsAt: nextAtHour(store.now(), alertsHourUtc), cursor: "" });
  await commitNow(op);
}

const addPart = (store: Store, op: Deno.AtomicOperation, { startsAt, cursor }: Part): void =>
  addJob(store, op, { kind: "search_alerts", startsAt, cursor }, startsAt, `search-alerts-${startsAt}-${cursor}`);

/**
 * Looks at some men's searches and plans the next part; after the last part, the first of tomorrow. A job that runs twice
 * tells nobody twice: the commit that adds the mail and the notes also records what they tell of.
 */
export async function tellOfNewLadies(deps: Dependencies, { startsAt, cursor }: Part): Promise<void> {
  const { store } = deps;
  const options = { limit: menAtOnce, ...(cursor && { cursor }) };
  const men = store.kv.list<SavedSearch[]>({ prefix: prefixes.savedSearches() }, options);
  let looked = 0;
  for await (const { key, value } of men) {
    looked++;
    if (value.some(({ alert }) => alert !== "none")) await tellMan(deps, Number(key[1]), startsAt - knownAfterMs);
  }
  const next = looked < menAtOnce
    ? { startsAt: nextAtHour(store.now(), alertsHourUtc), cursor: "" }
    : { startsAt, cursor: men.cursor };
  const op = store.kv.atomic();
  addPart(store, op, next);
  await commitNow(op);
}

async function tellMan({ store, push }: Dependencies, manId: number, untilMs: number): Promise<void> {
  const man = await userById(store, manId);
  if (!man || isSuspended(man)) return;
  const [hiddenIds, devices] = await Promise.all([
    blockedWith(store, manId),
    push ? subscriptionsOf(store, manId) : [],
  ]);
  await tellSearches(store, manId, untilMs, (due, op) => {
    const telling = (by: SavedSearch["alert"]) => due.filter(({ alert }) => alert === by);
    const asked = (searches: SavedSearch[]) =>
      queriesOf(searches.map((search) => ({ search, afterMs: search.toldUntil })), man, hiddenIds, untilMs);
    // If no mail would reach him, the note counts those ladies as well.
    const mailed = wishesMail(man, "searches") && !man.unreachable ? telling("mail") : [];
    if (store.ladies.searchAny(asked(mailed), store.now(), 0).total > 0) {
      const since = Object.fromEntries(mailed.map(({ id, toldUntil }) => [id, toldUntil]));
      addJob(store, op, { kind: "search_mail", userId: manId, since, untilMs });
    }
    const { total: count } = store.ladies.searchAny(asked(telling("push")), store.now(), 0, asked(mailed));
    if (count === 0) return;
    for (const { id } of devices) {
      addJob(store, op, { kind: "search_note", userId: manId, subscriptionId: id, count });
    }
  });
}

/** The queries for the index: the ladies of each search who were published after its `afterMs`. */
function queriesOf(
  asked: readonly { search: SavedSearch; afterMs: number }[],
  man: User,
  withoutIds: ReadonlySet<number>,
  untilMs: number,
): LadyQuery[] {
  return asked.flatMap(({ search, afterMs }) => {
    const query = newLadiesOf(search, man, afterMs, untilMs);
    return query ? [{ ...query, withoutIds }] : [];
  });
}

/**
 * Sends one mail for all of a man's searches, about the ladies who are shown to him now; none if he wishes no more, or if
 * no lady is left. Throws when it must be tried again.
 */
export async function sendSearchMail(deps: Dependencies, job: Job & { kind: "search_mail" }): Promise<void> {
  const { store } = deps;
  const man = await userById(store, job.userId);
  if (!man || isSuspended(man) || !wishesMail(man, "searches")) return;
  const [searches, hiddenIds] = await Promise.all([savedSearchesOf(store, man.id), blockedWith(store, man.id)]);
  const asked = searches.flatMap((search) => {
    const afterMs = job.since[search.id];
    return search.alert === "mail" && afterMs !== undefined ? [{ search, afterMs }] : [];
  });
  const queries = queriesOf(asked, man, hiddenIds, job.untilMs);
  const { ladies, total } = await shownNow(store, queries);
  if (ladies.length === 0) return;
  const { href, headers } = unsubscribingOf(store, man.id, "searches");
  await sendMail(deps, {
    to: man.email,
    locale: man.locale,
    write: (words) => searchMail(words, man, { ladies, total, nowMs: store.now() }, href(words)),
    headers,
  }, job);
}

/** The ladies whom a mail names, and how many there are. Searches until it is full: the index may know suspended ones. */
async function shownNow(store: Store, queries: LadyQuery[]): Promise<{ ladies: LadyRecord[]; total: number }> {
  const hidden = new Set<number>();
  while (true) {
    const without = queries.map((query) => ({ ...query, withoutIds: new Set([...hidden, ...query.withoutIds ?? []]) }));
    const found = store.ladies.searchAny(without, store.now(), ladiesInMail);
    const ladies = await shownLadiesByIds(store, found.ids);
    if (ladies.length === found.ids.length) return { ladies, total: found.total };
    const shown = new Set(ladies.map(({ id }) => id));
    for (const id of found.ids) if (!shown.has(id)) hidden.add(id);
  }
}

function searchMail(
  { t, brand, linkTo }: Words,
  { firstname, locale }: User,
  { ladies, total, nowMs }: { ladies: readonly LadyRecord[]; total: number; nowMs: number },
  offHref: string,
): MailLetter {
  const counted = (count: number) => ({ count, n: formatNumber(locale, count) });
  const left = total - ladies.length;
  return {
    subject: t("searches:mail.subject", counted(total)),
    blocks: [
      text(t("mails:hello", { name: firstname })),
      text(t("searches:mail.lead", counted(total))),
      ...ladies.map((lady) => {
        const told = { name: wordsOf(lady, locale).firstname, age: ageYears(lady.birthdate, nowMs) };
        const label = t("search:look.by", { ...told, city: placeOf(locale, lady) });
        return link(label, linkTo(...segmentsOf(girlPath(lady, nowMs))));
      }),
      ...left > 0 ? [text(t("searches:mail.more", counted(left)))] : [],
      link(t("searches:mail.link"), linkTo(...segmentsOf(savedSearchesPath)), true),
      link(t("searches:mail.off"), offHref),
    ],
    reason: t("searches:mail.reason", { brand }),
  };
}

/** Sends a note to one device: how many ladies, never who. Throws when it must be tried again. */
export async function sendSearchNote(deps: Dependencies, job: Job & { kind: "search_note" }): Promise<void> {
  await sendNote(deps, job, dayDelivery, async ({ origin }) => {
    const man = await userById(deps.store, job.userId);
    if (!man || isSuspended(man)) return null;
    const t = translatorFor(man.locale);
    return {
      title: t("searches:push.title"),
      body: t("searches:push.body", { count: job.count, n: formatNumber(man.locale, job.count) }),
      lang: man.locale,
      url: linksFor(deps.config, man.locale, origin)(...segmentsOf(savedSearchesPath)),
      tag: "searches",
    };
  });
}

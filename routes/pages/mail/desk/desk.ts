/** What lies on somebody's desk: unread letters, what is on its way, what is begun, whose birthday comes; and what now. */
import type { LadyCardView } from "../../../../components/lady_card.tsx";
import type { PostmarkProps } from "../../../../components/postmark.tsx";
import { datesFor, dayFor, formatDate } from "../../../../i18n/format.ts";
import { man, userById } from "../../../../kv/accounts/users.ts";
import { partnerIn } from "../../../../kv/chats/pairs.ts";
import { prices } from "../../../../kv/credits/prices.ts";
import { daysUntilBirthday } from "../../../../kv/ladies/age.ts";
import { shownCity } from "../../../../kv/ladies/cities.ts";
import { favouritesOf } from "../../../../kv/ladies/favourites.ts";
import { areQuestionsOver, isToBeReminded } from "../../../../kv/ladies/first_questions.ts";
import { ladiesByIds } from "../../../../kv/ladies/ladies.ts";
import { manProfileOf } from "../../../../kv/ladies/profiles.ts";
import { wordsOf } from "../../../../kv/ladies/record.ts";
import { unreadIds } from "../../../../kv/letters/boxes.ts";
import { homeBoxFor, isLocked, type Letter, partnerIdFor, placeFor } from "../../../../kv/letters/letter.ts";
import { type LetterDraft, letterDraftsOf } from "../../../../kv/letters/letter_drafts.ts";
import { expectLetters, lettersByIds } from "../../../../kv/letters/letters.ts";
import { lettersOnTheWay, type SentLetter, type SentState } from "../../../../kv/letters/on_the_way.ts";
import { latestPartners } from "../../../../kv/letters/thread_paging.ts";
import { dayMs } from "../../../../kv/store/days.ts";
import type { Talk } from "../../../../kv/talks/talk.ts";
import type { Model } from "../../../cache/kept_models.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { girlPath } from "../../../ladies/girl_paths.ts";
import { cardsOf } from "../../../ladies/lady_cards.ts";
import { keptForReader } from "../kept_for_reader.ts";
import { manAccount } from "../../account/sides.ts";
import { welcomePath } from "../../auth/arrival.ts";
import { languageOf, snippetOf } from "../letter_excerpt.ts";
import { type Partner, partnersOf } from "../partners.ts";
import { boxPath, letterPath, type MailSide, newConversationPath } from "../sides.ts";
import { type Spendable, spendableOf } from "../spendable.ts";
import { type DeskTalk, deskTalkOf, readersTalks } from "../talk/talk_lines.ts";
import { type Now, nowOf } from "./now.ts";

/** More envelopes than these are a list, and the list stands beside them. */
const envelopesAtMost = 6;
const sentAtMost = 5;
const draftsShown = 5;
const talksAtMost = 5;
const birthdaysAtMost = 3;
const birthdayDays = 7;

export interface Envelope {
  id: number;
  href: string;
  name: string;
  /** What it costs, or that it costs nothing; how many of the same writer lie there. */
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
  /** Null where no letter can go to: then all of the words stand here. */
  href: string | null;
  name: string;
  words: string;
  lang: string;
  date: { iso: string; text: string };
  hasOthers: boolean;
}

/** Plain facts and words: the same desk is the same view. */
export interface Desk {
  now: Now;
  /** Times to talk, proposed and agreed. */
  talks: DeskTalk[];
  pile: Envelope[];
  /** Unread letters that have no envelope here. */
  more: { count: number; /** Null where the list stands beside it. */ href: string | null } | null;
  way: OnTheWay[];
  drafts: Begun[];
  /** Where a draft is let go. */
  action: string;
  birthdays: { href: string; name: string; text: string }[];
  /** Where a man tells of himself, while he has told nothing and has not let that go. */
  untold: { href: string } | null;
  /** For a man with whom nobody corresponds yet. */
  ladies: LadyCardView[];
}

interface Lying {
  unread: Letter[];
  sent: SentLetter[];
  drafts: LetterDraft[];
  talks: Talk[];
}

/** In the inbox the list of all letters stands beside it; on the home page ladies stand below it. */
export type DeskPlace = "inbox" | "home";

/** Reads a desk, or answers it as it was read before; nothing of a sealed letter but that it lies there. */
export function deskOf(c: MemberContext, side: MailSide, place: DeskPlace): Promise<Model<Desk>> {
  return keptForReader(c, `${place} desk`, {
    of: [c.var.deps.store.ladies.version],
    work: () => readDesk(c, side, place),
    // Who is online changes the cards from minute to minute.
    isKept: ({ ladies }) => ladies.length === 0,
  });
}

async function readDesk(c: MemberContext, side: MailSide, place: DeskPlace): Promise<Desk> {
  const { deps: { store }, facts: { prefix } } = c.var;
  const me = c.var.signedIn.user;
  const isMan = side.groupId === man;
  const [unread, sent, written, spendable, partnerIds, birthdays, untold, talks] = await Promise.all([
    unreadLetters(c),
    lettersOnTheWay(store, me.id, sentAtMost),
    letterDraftsOf(store, me.id),
    spendableOf(c),
    latestPartners(store, me.id),
    isMan ? birthdaysOf(c) : [],
    isMan ? untoldOf(c) : null,
    readersTalks(c, side),
  ]);
  const pile = onePerWriter(unread, me.id).slice(0, envelopesAtMost);
  const oldest = unread.at(-1) ?? null;
  const lying = { unread, sent, drafts: written.slice(0, draftsShown), talks: talks.slice(0, talksAtMost) };
  const isNew = partnerIds.length === 0 && unread.length === 0 && written.length === 0;
  const [partners, ladies] = await Promise.all([
    partnersOf(c, side, partnerIdsOf(lying, pile, me.id)),
    isMan && isNew && place === "inbox" ? ladiesToBeginWith(c) : [],
  ]);
  const drafts = lying.drafts.map((draft) => begun(c, side, partners, draft));
  const nameOf = (letter: Letter) => partners.get(partnerIdFor(letter, me.id))!.name;
  const shownCount = pile.reduce((sum, { count }) => sum + count, 0);
  return {
    now: await nowOf(c, side, {
      unread,
      newest: unread[0] ? { name: nameOf(unread[0]), href: hrefOf(c, side, unread[0]) } : null,
      oldest: oldest && { name: nameOf(oldest), at: placeFor(oldest, me.id).at, href: hrefOf(c, side, oldest) },
      draft: drafts.find(({ href }) => href !== null) ?? null,
      isOnTheWay: sent.some(({ state }) => state === "translating" || state === "delivered"),
      isNew,
      saysReview: place === "home",
      spendable,
    }),
    talks: lying.talks.flatMap((each) => deskTalkOf(c, side, partners.get(partnerIn(each, me.id))!, each) ?? []),
    pile: pile.map((each) => envelope(c, side, partners, each, spendable)),
    more: unread.length > shownCount
      ? { count: unread.length - shownCount, href: place === "home" ? localHref(prefix, boxPath(side, "inbox")) : null }
      : null,
    way: sent.map((each) => onTheWay(c, side, partners, each)),
    drafts,
    action: localHref(prefix, boxPath(side, "inbox")),
    birthdays,
    untold,
    ladies,
  };
}

/** Both boxes, the newest first. */
async function unreadLetters(c: MemberContext): Promise<Letter[]> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const { inbox, introduction } = await unreadIds(store, me.id);
  const ids = [...inbox, ...introduction];
  expectLetters(store, ids);
  const letters = await lettersByIds(store, ids);
  return letters.toSorted((one, other) => placeFor(other, me.id).at - placeFor(one, me.id).at || other.id - one.id);
}

interface Pile {
  letter: Letter;
  count: number;
}

function onePerWriter(letters: Letter[], myId: number): Pile[] {
  const byWriter = Map.groupBy(letters, (letter) => partnerIdFor(letter, myId));
  return [...byWriter.values()].map((each) => ({ letter: each[0]!, count: each.length }));
}

const partnerIdsOf = ({ unread, sent, drafts, talks }: Lying, pile: Pile[], myId: number): number[] => [
  ...[...pile.map(({ letter }) => letter), ...unread.slice(-1), ...sent.map(({ letter }) => letter)]
    .map((letter) => partnerIdFor(letter, myId)),
  ...drafts.map(({ partnerId }) => partnerId),
  ...talks.map((talk) => partnerIn(talk, myId)),
];

function hrefOf(c: MemberContext, side: MailSide, letter: Letter): string {
  const me = c.var.signedIn.user;
  const path = letterPath(side, homeBoxFor(letter, me.id), partnerIdFor(letter, me.id), letter.id);
  return localHref(c.var.facts.prefix, path);
}

function dateOf(c: MemberContext, atMs: number): { iso: string; text: string } {
  return { iso: new Date(atMs).toISOString(), text: datesFor(c.var.facts)(atMs, "short") };
}

function envelope(
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
  const price = t("common:credits", { count: prices.openLetter });
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

function onTheWay(
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

function begun(c: MemberContext, side: MailSide, partners: Map<number, Partner>, draft: LetterDraft): Begun {
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

/** Whose birthday comes within a week: first whom he keeps or writes to, then others; of each the nearest first. */
async function birthdaysOf(c: MemberContext): Promise<Desk["birthdays"]> {
  const { facts: { t, locale, prefix }, deps: { store }, signedIn } = c.var;
  const now = store.now();
  const [favourites, partnerIds] = await Promise.all([
    favouritesOf(store, signedIn.user.id),
    latestPartners(store, signedIn.user.id),
  ]);
  const week = birthdaysOfWeek(c, now);
  const known = new Set([...favourites.keys(), ...partnerIds]);
  const ids = [...week.filter((id) => known.has(id)), ...week.filter((id) => !known.has(id))].slice(0, birthdaysAtMost);
  return (await ladiesByIds(store, ids)).map((record) => {
    const days = daysUntilBirthday(record.birthdate, now);
    const date = formatDate(locale, now + days * dayMs, "short");
    const when = days === 0 ? "today" : days === 1 ? "tomorrow" : "in";
    return {
      href: localHref(prefix, girlPath(record, now)),
      name: wordsOf(record, locale).firstname,
      text: t(`birthdays:${when}`, { date, count: days }),
    };
  });
}

/** All of them, the nearest first: the index tells a hundred at once. */
function birthdaysOfWeek(c: MemberContext, now: number): number[] {
  const { deps: { store }, signedIn } = c.var;
  const ids: number[] = [];
  for (let page = 1;; page++) {
    const found = store.ladies.search({
      birthdayWithinDays: birthdayDays - 1,
      sort: "birthday",
      page,
      limit: 100,
      withoutIds: signedIn.blockedIds,
    }, now);
    ids.push(...found.ids);
    if (found.ids.length === 0 || ids.length >= found.total) return ids;
  }
}

/** Ladies look at him before they answer: the questions of his first day while they are open, then his account. */
async function untoldOf(c: MemberContext): Promise<Desk["untold"]> {
  const { deps: { store }, facts: { prefix } } = c.var;
  // Read, so that what lies on the desk is read again when it is written.
  const user = await userById(store, c.var.signedIn.user.id);
  if (!user || !isToBeReminded(user, await manProfileOf(store, user.id))) return null;
  return { href: localHref(prefix, areQuestionsOver(user) ? manAccount.tabs.about! : welcomePath) };
}

/** Who is here now, else who is new. */
async function ladiesToBeginWith(c: MemberContext): Promise<LadyCardView[]> {
  const { deps: { store }, signedIn } = c.var;
  const search = (wanted: { online?: true }) =>
    store.ladies.search({ ...wanted, sort: "new", limit: 4, withoutIds: signedIn.blockedIds }, store.now()).ids;
  const ids = [...new Set([...search({ online: true }), ...search({})])].slice(0, 4);
  return await cardsOf(c, store, ids);
}

/** What lies on a person's desk: talks, unread letters, letters on their way, drafts, birthdays; and what to do now. */
import type { LadyCardView } from "../../../../components/lady_card.tsx";
import { man } from "../../../../kv/accounts/users.ts";
import { partnerIn } from "../../../../kv/chats/pairs.ts";
import { isLocked, type Letter, partnerIdFor, placeFor } from "../../../../kv/letters/letter.ts";
import { type LetterDraft, letterDraftsOf } from "../../../../kv/letters/letter_drafts.ts";
import { lettersOnTheWay, type SentLetter } from "../../../../kv/letters/boxes/on_the_way.ts";
import { latestPartners } from "../../../../kv/letters/boxes/thread_paging.ts";
import type { Talk } from "../../../../kv/talks/talk.ts";
import type { Model } from "../../../cache/kept_models.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { boxPath, type MailSide } from "../../../letters/sides.ts";
import { keptForReader } from "../kept_for_reader.ts";
import { partnersOf } from "../partners.ts";
import { spendableOf } from "../spendable.ts";
import { type DeskTalk, deskTalkOf, readersTalks } from "../talk/talk_lines.ts";
import { ladiesToBeginWith, untoldOf } from "./beginnings.ts";
import { type Birthday, birthdaysOf } from "./birthdays.ts";
import { type Begun, begun, type Envelope, envelope, hrefOf, type OnTheWay, onTheWay } from "./lines.ts";
import { type Now, nowOf } from "./now.ts";
import { onePerWriter, type Pile, unreadLetters } from "./pile.ts";

/** More envelopes than these would be a list, which stands beside the desk already. */
const envelopesAtMost = 6;
const sentAtMost = 5;
const draftsShown = 5;
const talksAtMost = 5;

/** Plain facts and words, so that equal desks look the same. */
export interface Desk {
  now: Now;
  /** Times to talk, proposed and agreed. */
  talks: DeskTalk[];
  pile: Envelope[];
  /** Unread letters that have no envelope here. */
  more: { count: number; /** Null if the list stands beside it. */ href: string | null } | null;
  way: OnTheWay[];
  drafts: Begun[];
  /** The address of the forms that let go of a draft, or of the reminder in `untold`. */
  action: string;
  birthdays: Birthday[];
  /** Where a man can tell of himself; null once he has done so, or has let go of this reminder. */
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

/** Returns a desk, read now or as it was read before. Of a sealed letter it tells no words. */
export function deskOf(c: MemberContext, side: MailSide, place: DeskPlace): Promise<Model<Desk>> {
  return keptForReader(c, `${place} desk`, {
    of: [c.var.deps.store.ladies.version],
    work: () => readDesk(c, side, place),
    isKept: (desk) => !showsPresence(desk),
  });
}

/** Whether a desk is made anew each time, because it shows ladies: who is online changes from moment to moment. */
export const showsPresence = ({ ladies }: Desk): boolean => ladies.length > 0;

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
  const free = unread.find((letter) => !isLocked(letter)) ?? null;
  const lying = { unread, sent, drafts: written.slice(0, draftsShown), talks };
  const isNew = partnerIds.length === 0 && unread.length === 0 && written.length === 0;
  const [partners, ladies] = await Promise.all([
    partnersOf(c, side, partnerIdsOf(lying, pile, me.id)),
    isMan && isNew && place === "inbox" ? ladiesToBeginWith(c) : [],
  ]);
  const drafts = lying.drafts.map((draft) => begun(c, side, partners, draft));
  // Those of people who are out of sight fall away first: they must not take the places of others.
  const deskTalks = talks.flatMap((each) => deskTalkOf(c, side, partners.get(partnerIn(each, me.id))!, each) ?? []);
  const nameOf = (letter: Letter) => partners.get(partnerIdFor(letter, me.id))!.name;
  const shownCount = pile.reduce((sum, { count }) => sum + count, 0);
  return {
    now: await nowOf(c, side, {
      unread,
      newest: unread[0] ? { name: nameOf(unread[0]), href: hrefOf(c, side, unread[0]) } : null,
      free: free && { href: hrefOf(c, side, free) },
      oldest: oldest && { name: nameOf(oldest), at: placeFor(oldest, me.id).at, href: hrefOf(c, side, oldest) },
      proposal: deskTalks.find(({ isAsked }) => isAsked) ?? null,
      draft: drafts.find(({ href }) => href !== null) ?? null,
      isOnTheWay: sent.some(({ state }) => state === "translating" || state === "delivered"),
      isNew,
      saysReview: place === "home",
      spendable,
    }),
    talks: deskTalks.slice(0, talksAtMost),
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

const partnerIdsOf = ({ unread, sent, drafts, talks }: Lying, pile: Pile[], myId: number): number[] => [
  ...[...pile.map(({ letter }) => letter), ...unread.slice(-1), ...sent.map(({ letter }) => letter)]
    .map((letter) => partnerIdFor(letter, myId)),
  ...drafts.map(({ partnerId }) => partnerId),
  ...talks.map((talk) => partnerIn(talk, myId)),
];

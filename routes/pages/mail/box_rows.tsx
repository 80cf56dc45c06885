/** The lines of a box: with whom, when, and of the letter only what its reader may read. */
import type { ComponentChildren } from "preact";
import type { PersonView } from "../../../components/people.tsx";
import { formatDate } from "../../../i18n/format.ts";
import { lettersInBox, unreadByPartner } from "../../../kv/boxes.ts";
import { threadsOf } from "../../../kv/threads.ts";
import { authorIdOf, isLocked, type Letter, type LetterText, textsFor } from "../../../kv/letters.ts";
import { man, type User } from "../../../kv/users.ts";
import type { AppContext } from "../../env.ts";
import { localHref } from "../../page.tsx";
import { languageOf, snippetOf } from "./letter_words.ts";
import { type Partner, partnerIdOf, partnersOf } from "./partners.ts";
import { letterPath, type MailBox, type MailSide } from "./sides.ts";

export interface BoxRows {
  rows: PersonView[];
  /** From 1; brought inside where the address asked for a page beyond the last. */
  page: number;
  lastPage: number;
}

const rowsPerPage = 20;

/** The letter that is being read beside the list. */
export interface Current {
  partnerId: number;
  letterId: number | null;
}

interface Line {
  letter: Letter;
  partnerId: number;
  unreadCount: number;
}

/** A page of a box: the inbox by dialogue with its last letter, the other boxes by letter; newest first. */
export async function rowsOfBox(
  c: AppContext,
  side: MailSide,
  box: MailBox,
  wantedPage = 1,
  current: Current | null = null,
): Promise<BoxRows> {
  const { store } = c.var.house;
  const me = c.var.signedIn!.user;
  const load = box === "inbox" ? linesOfInbox : linesOfBox;
  let page = wantedPage;
  let found = await load(c, side, box, page);
  const lastPage = Math.max(1, Math.ceil(found.totalCount / rowsPerPage));
  if (page > lastPage) found = await load(c, side, box, page = lastPage);

  const { lines } = found;
  const partners = await partnersOf(c, side, lines.map((line) => line.partnerId));
  const texts = await textsFor(store, me.id, lines.map((line) => line.letter));
  const rows = lines.map((line): PersonView => {
    const { letter, partnerId } = line;
    const partner = partners.get(partnerId)!;
    const isByDialogue = box === "inbox";
    const locked = authorIdOf(letter) !== me.id && isLocked(letter);
    return {
      id: isByDialogue ? partnerId : letter.id,
      href: localHref(c.var.facts.prefix, letterPath(side, box, partnerId, letter.id)),
      name: partner.name,
      avatar: partner.avatar,
      date: { iso: new Date(letter.sentAt).toISOString(), text: dateOf(c, letter.sentAt) },
      what: locked
        ? c.var.facts.t("mail:row.sealed")
        : wordsOf(c, side, box, me, letter, partner, texts.get(letter.id)),
      isLocked: locked,
      isCurrent: current !== null && (isByDialogue ? partnerId === current.partnerId : letter.id === current.letterId),
      unreadCount: line.unreadCount,
      unreadLabel: c.var.facts.t("common:newLetters"),
    };
  });
  return { rows, page, lastPage };
}

interface Lines {
  lines: Line[];
  totalCount: number;
}

async function linesOfInbox(c: AppContext, _side: MailSide, _box: MailBox, page: number): Promise<Lines> {
  const { store } = c.var.house;
  const me = c.var.signedIn!.user;
  const paging = { page, limit: rowsPerPage };
  const [{ threads, totalCount }, unread] = await Promise.all([
    threadsOf(store, me.id, paging),
    unreadByPartner(store, me.id),
  ]);
  const lines = threads.map(({ thread: { partnerId }, lastLetter }) => ({
    letter: lastLetter,
    partnerId,
    unreadCount: unread.get(partnerId) ?? 0,
  }));
  return { lines, totalCount };
}

async function linesOfBox(c: AppContext, side: MailSide, box: MailBox, page: number): Promise<Lines> {
  const me = c.var.signedIn!.user;
  const { letters, totalCount } = await lettersInBox(c.var.house.store, me.id, box, { page, limit: rowsPerPage });
  const lines = letters.map((letter) => ({
    letter,
    partnerId: partnerIdOf(side, letter),
    unreadCount: box !== "outbox" && letter.readAt === null ? 1 : 0,
  }));
  return { lines, totalCount };
}

function wordsOf(
  c: AppContext,
  side: MailSide,
  box: MailBox,
  me: User,
  letter: Letter,
  partner: Partner,
  text: LetterText | undefined,
): ComponentChildren {
  if (!text) return null;
  const isMine = authorIdOf(letter) === me.id;
  const translation = isMine ? null : text.translation;
  const body = translation?.body ?? text.body;
  const authorLocale = isMine ? me.locale : side.groupId === man ? "en" : c.var.facts.locale;
  const words = <span lang={translation?.language ?? languageOf(body, authorLocale)}>{snippetOf(body)}</span>;
  if (box !== "inbox") return words;
  return <>{isMine ? c.var.facts.t("mail:row.you", { name: partner.name }) : null}{words}</>;
}

/** The time of today, the day of this year, else the full date; in UTC, like every date of the site. */
function dateOf(c: AppContext, atMs: number): string {
  const { locale, t } = c.var.facts;
  const today = new Date(c.var.house.store.now()).toISOString();
  const day = new Date(atMs).toISOString();
  if (day.slice(0, 10) === today.slice(0, 10)) return t("mail:row.today");
  return formatDate(locale, atMs, day.slice(0, 4) === today.slice(0, 4) ? "short" : "day");
}

/** The lines of a box: with whom, when, and of the letter only what its reader may read. */
import type { ComponentChildren } from "preact";
import type { PersonView } from "../../../../components/people.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { datesFor, dayFor } from "../../../../i18n/format.ts";
import { boxPlaceOf, lettersAfter, unreadByPartner } from "../../../../kv/letters/boxes/boxes.ts";
import { inboxCursorOf, inboxCursorText, inboxPage } from "../../../../kv/letters/boxes/inbox.ts";
import { authorIdOf, isLocked, type Letter, type LetterText, partnerIdFor } from "../../../../kv/letters/letter.ts";
import { expectThreads } from "../../../../kv/letters/boxes/thread_paging.ts";
import { textsFor } from "../../../../kv/letters/letters.ts";
import { searchBox } from "../../../../kv/letters/boxes/search.ts";
import { placeOfText, placeText } from "../../../../kv/store/listing/cursors.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { boxPath, conversationPath, letterAnchor, type MailBox, type MailSide } from "../../../letters/sides.ts";
import { type BoxQuery, firstPage, queryTextOf } from "./box_query.ts";
import { foundIn, markedName, type Part } from "./match_excerpt.ts";
import { languageOf, snippetOf } from "./letter_excerpt.ts";
import { type Partner, partnersOf } from "../partners.ts";

export interface RowGroup {
  /** A catalogue key; null if all lines are of one kind. */
  label: "mail:group.new" | "mail:group.dialogues" | null;
  rows: PersonView[];
}

export interface BoxRows {
  groups: RowGroup[];
  /** What is searched for, and in how many letters it was found; null without a search. */
  search: { q: string; totalCount: number } | null;
  /** Localised; `olderHref` is null if there are no older lines, `newestHref` if these are the newest. */
  olderHref: string | null;
  newestHref: string | null;
}

const rowsPerPage = 20;

/** The letter that is being read beside the list. */
export interface Current {
  partnerId: number;
  letterId: number | null;
}

interface Line {
  letter: Letter;
  unreadCount: number;
  isDialogue: boolean;
}

interface Found {
  groups: { label: RowGroup["label"]; lines: Line[] }[];
  next: string | null;
  totalCount: number;
}

/** A page of a box: the inbox with its new letters and then by dialogue, the other boxes by letter; newest first. */
export async function rowsOfBox(
  c: MemberContext,
  side: MailSide,
  box: MailBox,
  query: BoxQuery = firstPage,
  current: Current | null = null,
): Promise<BoxRows> {
  const me = c.var.signedIn.user;
  const { prefix } = c.var.facts;
  const isSearch = query.words.length > 0;
  if (box === "inbox" && !isSearch && !query.before) expectPartners(c, side);
  const found = await (isSearch ? foundLines : box === "inbox" ? linesOfInbox : linesOfBox)(c, box, query);
  const letters = found.groups.flatMap(({ lines }) => lines.map((line) => line.letter));
  const [partners, texts] = await Promise.all([
    partnersOf(c, side, letters.map((letter) => partnerIdFor(letter, me.id))),
    textsFor(c.var.deps.store, me.id, letters),
  ]);
  const isCurrent = currentLine(found, me.id, current);
  const rowOf = (line: Line): PersonView => {
    const partner = partners.get(partnerIdFor(line.letter, me.id))!;
    return { ...row(c, side, box, query, line, partner, texts), isCurrent: isCurrent(line) };
  };
  const here = (before?: string) => localHref(prefix, boxPath(side, box)) + queryTextOf(query, before);
  return {
    groups: found.groups.filter(({ lines }) => lines.length > 0)
      .map(({ label, lines }) => ({ label, rows: lines.map(rowOf) })),
    search: isSearch ? { q: query.q, totalCount: found.totalCount } : null,
    olderHref: found.next && here(found.next),
    newestHref: query.before ? here() : null,
  };
}

/** Begins to read the partners whom the first page of the inbox shows, beside its letters. */
export function expectPartners(c: MemberContext, side: MailSide): void {
  const { store } = c.var.deps;
  const { id } = c.var.signedIn.user;
  store.memory.expect(async () => partnersOf(c, side, await expectThreads(store, id, rowsPerPage)));
}

async function linesOfInbox(c: MemberContext, _box: MailBox, { before }: BoxQuery): Promise<Found> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const [page, unread] = await Promise.all([
    inboxPage(store, me.id, inboxCursorOf(before), rowsPerPage),
    unreadByPartner(store, me.id),
  ]);
  const news = page.newLetters.map((letter) => ({ letter, unreadCount: 1, isDialogue: false }));
  const dialogues = page.dialogues.map(({ thread, lastLetter }) => ({
    letter: lastLetter,
    unreadCount: unread.get(thread.partnerId) ?? 0,
    isDialogue: true,
  }));
  const isMixed = news.length > 0;
  return {
    groups: [
      { label: "mail:group.new", lines: news },
      { label: isMixed ? "mail:group.dialogues" : null, lines: dialogues },
    ],
    next: page.next && inboxCursorText(page.next),
    totalCount: 0,
  };
}

async function linesOfBox(c: MemberContext, box: MailBox, { before }: BoxQuery): Promise<Found> {
  const me = c.var.signedIn.user;
  const { letters, next } = await lettersAfter(c.var.deps.store, me.id, box, placeOfText(before), rowsPerPage);
  return {
    groups: [{ label: null, lines: letters.map((letter) => letterLine(letter, me.id)) }],
    next: next && placeText(next),
    totalCount: 0,
  };
}

async function foundLines(c: MemberContext, box: MailBox, { words, before }: BoxQuery): Promise<Found> {
  const me = c.var.signedIn.user;
  const page = { before: placeOfText(before), limit: rowsPerPage };
  const { letters, next, totalCount } = await searchBox(c.var.deps.store, me.id, box, words, page);
  return {
    groups: [{ label: null, lines: letters.map((letter) => letterLine(letter, me.id)) }],
    next: next && placeText(next),
    totalCount,
  };
}

const letterLine = (letter: Letter, myId: number): Line => ({
  letter,
  unreadCount: authorIdOf(letter) !== myId && letter.readAt === null ? 1 : 0,
  isDialogue: false,
});

/** Tells the one line that is being read: that of the letter itself, or else that of the dialogue with the partner. */
function currentLine({ groups }: Found, myId: number, current: Current | null): (line: Line) => boolean {
  const lines = groups.flatMap((group) => group.lines);
  const wanted = current &&
    (lines.find(({ letter, isDialogue }) => !isDialogue && letter.id === current.letterId) ??
      lines.find(({ letter, isDialogue }) => isDialogue && partnerIdFor(letter, myId) === current.partnerId));
  return (line) => line === wanted;
}

function row(
  c: MemberContext,
  side: MailSide,
  box: MailBox,
  query: BoxQuery,
  { letter, unreadCount, isDialogue }: Line,
  partner: Partner,
  texts: ReadonlyMap<number, LetterText>,
): PersonView {
  const { facts, signedIn } = c.var;
  const isSealed = authorIdOf(letter) !== signedIn.user.id && isLocked(letter);
  const path = conversationPath(side, box, partner.id, letter.id) + queryTextOf(query, query.before);
  const at = box === "deleted" ? boxPlaceOf(letter, signedIn.user.id).at : letter.sentAt;
  return {
    id: letter.id,
    href: `${localHref(facts.prefix, path)}#${letterAnchor(letter.id)}`,
    name: marked(markedName(partner.name, query.words)) ?? <PersonName name={partner.name} />,
    avatar: partner.avatar,
    date: { iso: new Date(at).toISOString(), text: dateOf(c, at) },
    what: letter.erasedAt !== undefined
      ? facts.t("ownData:erased.short")
      : isSealed
      ? facts.t("mail:row.sealed")
      : wordsOf(c, query, letter, partner, texts.get(letter.id), {
        saysWho: isDialogue || box === "deleted",
      }),
    isLocked: isSealed,
    unreadCount: box === "deleted" ? 0 : unreadCount,
    unreadLabel: facts.t("common:newLetters"),
  };
}

function wordsOf(
  c: MemberContext,
  { words }: BoxQuery,
  letter: Letter,
  partner: Partner,
  text: LetterText | undefined,
  { saysWho }: { saysWho: boolean },
): ComponentChildren {
  if (!text) return null;
  const me = c.var.signedIn.user;
  const isMine = authorIdOf(letter) === me.id;
  const { body, language, parts } = bodyToShow(text, words, isMine);
  const snippet = (
    <span lang={language ?? letter.language ?? languageOf(body, [])}>{marked(parts) ?? snippetOf(body)}</span>
  );
  const said = [
    isMine && saysWho ? c.var.facts.t("mail:row.you", { name: partner.name }) : "",
    isMine ? waitOf(c, letter) : "",
  ];
  return <>{said.join("")}{snippet}</>;
}

/** What stands before the words of one's own letter if it is not delivered: that a translator has it, or returned it. */
function waitOf(c: AppContext, { translationState }: Letter): string {
  if (translationState === "waiting") return `${c.var.facts.t("translation:author.heldShort")} · `;
  return translationState === "returned" ? `${c.var.facts.t("translation:author.returnedShort")} · ` : "";
}

/** The translation for the recipient, the original for the author, or the other of the two if only that has the words. */
function bodyToShow({ body, translation }: LetterText, words: readonly string[], isMine: boolean) {
  const original = { body, language: undefined };
  const sides = translation ? isMine ? [original, translation] : [translation, original] : [original];
  for (const side of sides) {
    const parts = foundIn(side.body, words);
    if (parts) return { ...side, parts };
  }
  return { ...sides[0]!, parts: null };
}

const marked = (parts: readonly Part[] | null): ComponentChildren =>
  parts && parts.map(({ text, isFound }, at) => isFound ? <mark key={at}>{text}</mark> : text);

/** "Today", the day and month within this year, otherwise the full date. */
function dateOf(c: AppContext, atMs: number): string {
  const { facts, deps } = c.var;
  const date = datesFor(facts);
  const [today, day] = [dayFor(facts, deps.store.now()), dayFor(facts, atMs)];
  if (day === today) return facts.t("mail:row.today");
  return date(atMs, day.slice(0, 4) === today.slice(0, 4) ? "short" : "day");
}

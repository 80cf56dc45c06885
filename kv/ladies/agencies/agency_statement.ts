/**
 * What an agency is told about a month: how many letters, chats and minutes each of its ladies had. Only numbers: nothing
 * here reads the text of a letter or a message, or tells who the men were.
 */
import { type Chat, chatsByIds } from "../../chats/chats.ts";
import { authorIdOf, placeFor } from "../../letters/letter.ts";
import { lettersByIds } from "../../letters/letters.ts";
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { listKeys } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { ladiesOfAgency } from "./agencies.ts";

export interface StatementRow {
  ladyId: number;
  firstname: string;
  lettersSent: number;
  lettersReceived: number;
  chats: number;
  /** Minutes that were paid and that the chat did not give back. A minute that an admin gives back later still counts. */
  minutes: number;
}

/** "YYYY-MM". */
export type Month = string;

export const monthOf = (atMs: number): Month => new Date(atMs).toISOString().slice(0, 7);

/** The first moment of a month and of the next, UTC, ms since the epoch. */
function spanOf(month: Month): { from: number; until: number } {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return { from: Date.UTC(year, number - 1, 1), until: Date.UTC(year, number, 1) };
}

/** How many ladies, and how many correspondents of each, are read at once; few, so that the rest of the site reads on. */
const ladiesAtOnce = 4;
const menAtOnce = 10;

/** A row for each of the agency's ladies, in the order of their numbers. */
export async function statementOf(store: Store, agencyId: number, month: Month): Promise<StatementRow[]> {
  const span = spanOf(month);
  return await inGroups(await ladiesOfAgency(store, agencyId), ladiesAtOnce, async ({ id, firstname }) => {
    const [letters, chats] = await Promise.all([lettersOf(store, id, span), chatsOf(store, id, span)]);
    return { ladyId: id, firstname, ...letters, ...chats };
  });
}

/** Does `work` for all, `atOnce` at a time; the results keep the order of `all`. */
async function inGroups<Each, Done>(all: Each[], atOnce: number, work: (each: Each) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    done.push(...await Promise.all(all.slice(from, from + atOnce).map(work)));
  }
  return done;
}

type Span = ReturnType<typeof spanOf>;

/** Counts the letters of the span: those in her boxes, and those that she has deleted since. */
async function lettersOf(store: Store, ladyId: number, { from, until }: Span) {
  const inBox = async (box: string) => {
    const selector = { start: keys.box(ladyId, box, from, 0), end: keys.box(ladyId, box, until, 0) };
    return (await Array.fromAsync(store.kv.list(selector, { batchSize: 500 }))).length;
  };
  const [deleted, sent, received, introduced] = await Promise.all([
    listKeys(store, prefixes.box(ladyId, "deleted")),
    inBox("outbox"),
    inBox("inbox"),
    inBox("introduction"),
  ]);
  const then = (await lettersByIds(store, deleted.map((key) => Number(key.at(-1))))).filter((letter) => {
    const { at } = placeFor(letter, ladyId);
    return at >= from && at < until;
  });
  const put = then.filter((letter) => authorIdOf(letter) === ladyId).length;
  return {
    lettersSent: sent + put,
    lettersReceived: received + introduced + then.length - put,
  };
}

async function chatsOf(store: Store, ladyId: number, { from, until }: Span) {
  const conversations = await listKeys(store, prefixes.conversationsOf(ladyId));
  const opened = await inGroups(conversations, menAtOnce, async (conversation) => {
    const manId = Number(conversation[2]);
    const marks = await listKeys(store, keys.chatMark(manId, ladyId, 0, "").slice(0, 3));
    return (await chatsByIds(store, marks.map((mark) => String(mark[4]))))
      .filter(({ openedAt }) => openedAt !== null && openedAt >= from && openedAt < until);
  });
  const chats = opened.flat();
  return { chats: chats.length, minutes: chats.reduce((sum, chat) => sum + minutesOf(chat), 0) };
}

/** How many minutes were paid and not given back; a capital in `charges` is a minute that was given back. */
const minutesOf = ({ charges }: Chat): number => charges.replace(/[A-Z]/g, "").length;

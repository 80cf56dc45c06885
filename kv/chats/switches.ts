/**
 * A chat changes between text and video inside one conversation: what is given back and what is charged for it is one
 * commit with the change (design, section 4). Done twice it is done once.
 */
import { balanceOf } from "../credits/ledger/ledger.ts";
import { postTogether } from "../credits/ledger/ledger_together.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Change, changeToText, changeToVideo, postingsOf, withChange } from "./charges.ts";
import { type Chat, chatEntry, isOpen, isOtherPrice, type MinutePrices, servedMsAt } from "./chats.ts";
import type { Side } from "./pairs.ts";

const attemptsAtMost = 40;

export type Switched = Result<{
  chat: Chat;
  balanceCredits: number;
  /** Whether anything moved in the ledger. */
  isCharged: boolean;
  /** The chat was of that kind already. */
  isRepeat: boolean;
}>;

/** What whoever switches knows of the chat beside its record. */
interface Known {
  quoted?: MinutePrices | undefined;
  servedUntilMs?: number | undefined;
}

/**
 * Turns an open text chat into video. Time stands still until the two see each other; the text minute that runs goes
 * back for the first minute of video. `quoted` is what the man was shown, where he says it; `servedUntilMs` is up to
 * when the text was served, where that is not now. Refuses `chat_not_open`, `quote_changed` where the chat costs
 * something else, and what the ledger refuses; then it stays text.
 */
export const switchToVideo = (
  store: Store,
  chatId: string,
  directAgreed: Record<Side, boolean>,
  known: Known = {},
): Promise<Switched> =>
  switchTo(
    store,
    chatId,
    (_, servedMs) => ({ kind: "video", servedMs, resumedAt: null, directAgreed }),
    changeToVideo,
    known,
  );

/**
 * Turns a video chat back into text, as the doing of `by`. What was delivered of the video minute covers text until it
 * is used up; what was not goes back for a minute of text. `servedUntilMs` is up to when it was served, where that is
 * not now. Refuses `chat_not_open`, and what the ledger refuses; then it stays video.
 */
export const switchToText = (
  store: Store,
  chatId: string,
  by: Side | "server",
  servedUntilMs?: number,
): Promise<Switched> =>
  switchTo(
    store,
    chatId,
    (chat, servedMs) => ({
      kind: "text",
      servedMs,
      resumedAt: chat.resumedAt === null ? null : store.now(),
      directAgreed: null,
    }),
    (chat, servedMs) => changeToText(chat, by, servedMs),
    { servedUntilMs },
  );

type Facts = Pick<Chat, "kind" | "servedMs" | "resumedAt" | "directAgreed">;

function switchTo(
  store: Store,
  chatId: string,
  factsOf: (chat: Chat, servedMs: number) => Facts,
  changeOf: (chat: Chat, servedMs: number) => Change,
  { quoted, servedUntilMs = Infinity }: Known,
): Promise<Switched> {
  return store.mutexes.run(`chat:${chatId}`, async (): Promise<Switched> => {
    for (let tries = 0; tries < attemptsAtMost; tries++) {
      const read = await chatEntry(store, chatId);
      const chat = read.value;
      const countedMs = Math.min(store.now(), servedUntilMs);
      if (!chat || !isOpen(chat, countedMs)) return refuse("chat_not_open");
      const servedMs = servedMsAt(chat, countedMs);
      const facts = factsOf(chat, servedMs);
      if (facts.kind === chat.kind) {
        const balanceCredits = await balanceOf(store, chat.manId);
        return { ok: true, chat, balanceCredits, isCharged: false, isRepeat: true };
      }
      if (isOtherPrice(chat.prices, quoted)) return refuse("quote_changed");
      const change = changeOf(chat, servedMs);
      const next: Chat = { ...withChange(chat, change), ...facts };
      const done = await commitChange(store, read as Deno.KvEntry<Chat>, next, change);
      if (done) return done;
    }
    throw new Error(`chat ${chatId} could not be switched`);
  });
}

/** Null where the chat changed meanwhile. */
async function commitChange(
  store: Store,
  read: Deno.KvEntry<Chat>,
  next: Chat,
  change: Change,
): Promise<Switched | null> {
  const { manId, id } = next;
  const postings = postingsOf(read.value, change);
  const done = { ok: true, chat: next, isRepeat: false } as const;
  if (postings.length === 0) {
    const isCommitted = await transact(async () => ({
      done: (await store.kv.atomic().check(read).set(read.key, next).commit()).ok,
    }));
    return isCommitted ? { ...done, balanceCredits: await balanceOf(store, manId), isCharged: false } : null;
  }
  const posted = await postTogether(store, manId, postings, {
    read: () => chatEntry(store, id),
    add(op, current) {
      if (current.versionstamp !== read.versionstamp) return refuse("conflict");
      op.check(current).set(current.key, next);
    },
  });
  if (!posted.ok) return posted.reason === "conflict" ? null : posted;
  return { ...done, balanceCredits: posted.entries.at(-1)!.balanceAfter, isCharged: true };
}

/**
 * Switches a chat between text and video inside one conversation. What is given back and charged for it is in one commit
 * with the switch (design, section 4). A repeat changes nothing.
 */
import { balanceOf } from "../credits/ledger/ledger.ts";
import { postTogether } from "../credits/ledger/ledger_together.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { changeToText, changeToVideo, type MinuteChange, postingsOf, withChange } from "./charges.ts";
import { type Chat, chatEntry, isOpen, isOtherPrice, type MinutePrices, servedMsAt } from "./chats.ts";
import { conversationOf } from "./conversations.ts";
import type { Side } from "./pairs.ts";

const attemptsAtMost = 40;
/** So many turns are remembered of a chat, the first ones: nobody reads more, and a record has an end. */
const turnsMax = 20;

export type Switched = Result<{
  chat: Chat;
  balanceCredits: number;
  /** Whether anything moved in the ledger. */
  isCharged: boolean;
  /** The chat was of that kind already. */
  isRepeat: boolean;
}>;

/** What the caller knows of the chat besides its record. */
interface Known {
  quoted?: MinutePrices | undefined;
  servedUntilMs?: number | undefined;
}

/**
 * Turns an open text chat into video. Time stands still until the two see each other; the running text minute is given
 * back, and the first minute of video charged. `quoted` is the prices that the man was shown, if he tells them;
 * `servedUntilMs` is until when the text was served, if not until now. Refuses `chat_not_open`, `quote_changed` if the
 * chat costs something else, and what the ledger refuses; then it stays text.
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
 * Turns a video chat back into text, as the doing of `by`. A delivered video minute covers text until it is used up; an
 * undelivered one is given back, and a text minute charged. `servedUntilMs` is until when the video was served, if not
 * until now. Refuses `chat_not_open`, and what the ledger refuses; then it stays video.
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
  changeOf: (chat: Chat, servedMs: number) => MinuteChange,
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
      const afterSeq = (await conversationOf(store, chat)).value?.lastSeq ?? 0;
      const turns = [...chat.turns ?? [], { kind: facts.kind, at: store.now(), afterSeq }].slice(0, turnsMax);
      const next: Chat = { ...withChange(chat, change), ...facts, turns };
      const done = await commitChange(store, read as Deno.KvEntry<Chat>, next, change);
      if (done) return done;
    }
    throw new Error(`chat ${chatId} could not be switched`);
  });
}

/** Commits a switch; null if the chat has changed meanwhile. */
async function commitChange(
  store: Store,
  read: Deno.KvEntry<Chat>,
  next: Chat,
  change: MinuteChange,
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

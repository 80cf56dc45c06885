/** The books of the storm, held against each other: what readers read, what is stored, and what was charged. */
import { minutesOf } from "../../kv/chats/charges.ts";
import type { Chat } from "../../kv/chats/chats.ts";
import { history } from "../../kv/chats/history.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { audit } from "../../kv/records/audit.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import type { ChatProcess } from "./process.ts";
import type { Reader } from "./reader.ts";

export interface ChaosReport {
  chats: number;
  opened: number;
  /** How many of those were video at some time. */
  calls: number;
  messages: number;
  minutes: number;
  refunded: number;
  drops: number;
  kills: number;
  endings: Record<string, number>;
  /** Everything that is wrong; empty if all is well. */
  faults: string[];
}

export interface Pair {
  manId: number;
  ladyId: number;
  man: Reader;
  lady: Reader;
  joint: JointTime[];
}

/** How long both were connected in a chat, as measured from outside, in ms of server time. */
export interface JointTime {
  chatId: string;
  jointMs: number;
  /** How much the measuring may be wrong: by frames under way, breaks, steps of the clock. */
  slackMs: number;
}

export const startCredits = 100_000;

export async function checkBooks(file: string, pairs: Pair[], server: ChatProcess): Promise<ChaosReport> {
  const store = await openStore({ location: file, secret: "a secret that only tests may know" });
  const report: ChaosReport = {
    chats: 0,
    opened: 0,
    calls: 0,
    messages: 0,
    minutes: 0,
    refunded: 0,
    drops: 0,
    kills: server.kills,
    endings: {},
    faults: await audit(store),
  };
  for await (const { key } of store.kv.list({ prefix: prefixes.chatsOfPeople() })) {
    report.faults.push(`user ${String(key[1])} is left in a chat`);
  }
  const chats = new Map<string, Chat>();
  for await (const { value } of store.kv.list<Chat>({ prefix: prefixes.allChats() })) {
    chats.set(value.id, value);
    report.chats++;
    if (value.minutes > 0) report.opened++;
    if (/v/i.test(value.charges)) report.calls++;
    report.minutes += value.minutes;
    report.refunded += value.refundedCredits;
    const ending = value.state === "ended" ? `${value.endedReason} by ${value.endedBy}` : "open";
    report.endings[ending] = (report.endings[ending] ?? 0) + 1;
    if (value.state !== "ended") report.faults.push(`chat ${value.id} was left ${value.state}`);
  }
  for (const pair of pairs) {
    await checkMessages(store, pair, report);
    await checkCharges(store, pair, chats, report);
    report.drops += pair.man.drops + pair.lady.drops;
  }
  await store.close();
  return report;
}

async function checkMessages(store: Store, pair: Pair, report: ChaosReport): Promise<void> {
  const stored = new Map<number, { clientId: string; body: string }>();
  for (let afterSeq = 0;;) {
    const page = await history(store, pair, { afterSeq, limit: 100 });
    for (const { seq, clientId, body } of page.messages) stored.set(seq, { clientId, body });
    afterSeq = page.messages.at(-1)?.seq ?? afterSeq;
    if (!page.more) break;
  }
  report.messages += stored.size;
  for (const reader of [pair.man, pair.lady]) {
    report.faults.push(...reader.faults);
    for (const [clientId, seq] of reader.acknowledged) {
      if (stored.get(seq)?.clientId !== clientId) report.faults.push(`${clientId} was acknowledged and lost`);
    }
    for (const [seq, { body }] of stored) {
      if (reader.messages.get(seq)?.body !== body) report.faults.push(`${reader.userId} never read ${seq}: ${body}`);
    }
    if (reader.messages.size !== stored.size) report.faults.push(`${reader.userId} read what is not stored`);
  }
  const names = [...stored.values()].map(({ clientId }) => clientId);
  if (new Set(names).size !== names.length) report.faults.push(`a message of ${pair.manId} stands twice`);
}

async function checkCharges(store: Store, pair: Pair, chats: Map<string, Chat>, report: ChaosReport): Promise<void> {
  let charged = 0;
  for (const chat of chats.values()) {
    if (chat.manId === pair.manId) charged += chat.costCredits - chat.refundedCredits;
  }
  const balance = await balanceOf(store, pair.manId);
  if (balance !== startCredits - charged) report.faults.push(`${pair.manId} has ${balance}, charged ${charged}`);
  if ((await store.kv.get(keys.chatOf(pair.manId))).value !== null) report.faults.push(`${pair.manId} is in a chat`);
  for (const { chatId, jointMs, slackMs } of pair.joint) {
    const chat = chats.get(chatId);
    if (!chat) continue;
    const kept = minutesOf(chat).filter(({ isReversed }) => !isReversed).length;
    // One minute that was begun may be kept without being used up.
    if (kept * 60_000 > jointMs + 60_000 + slackMs) {
      report.faults.push(`chat ${chatId} kept ${kept} minutes for ${Math.round(jointMs)} ms together`);
    }
    if (kept > 0 && chat.endedBy !== "man" && chat.servedMs < 30_000) {
      report.faults.push(`chat ${chatId} kept a minute of ${chat.servedMs} ms that ${chat.endedBy} ended`);
    }
  }
}

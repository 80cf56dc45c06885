/** The audit of chats: who is in one, minutes that were paid and given back, messages without gaps, lists that agree. */
import { minuteKeyOf, minutesOf, pendingOf, servedMsMin } from "../../chats/charges.ts";
import { asNow, type Chat, minuteMs } from "../../chats/chats.ts";
import type { Conversation } from "../../chats/conversations.ts";
import { type Invitation, isWaiting } from "../../chats/invitations.ts";
import type { Message } from "../../chats/messages.ts";
import type { ChatRequest } from "../../chats/requests.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import { isByOwnRules, refundKeyOf } from "../../credits/ledger/refund_key.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditChats(reader: Reader, report: Report): Promise<void> {
  await auditSessions(reader, report);
  await auditMinutes(reader, report);
  await auditMessages(reader, report);
  await auditConversations(reader, report);
  await auditRequests(reader, report);
  await auditInvitations(reader, report);
}

async function auditSessions(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Chat>(prefixes.allChats(), async (read, key) => {
    const chat = asNow(read);
    const fault: Report = (sentence) => report(`chat ${String(key[1])} ${sentence}`);
    const { id, manId, ladyId, state, minutes, servedMs } = chat;
    if (id !== key[1]) fault(`calls itself ${id}`);
    if ((state === "created" || chat.openedAt === null) !== (minutes === 0) && state !== "ended") {
      fault(`is ${state} with ${minutes} paid minutes`);
    }
    if (servedMs < 0 || servedMs > chat.paidMs) fault(`was served ${servedMs} ms of ${chat.paidMs}`);
    if (chat.paidMs > minutes * minuteMs) fault(`counts ${chat.paidMs} ms of ${minutes} minutes`);
    for (const userId of [manId, ladyId]) {
      const isIn = await reader.valueAt<string>(keys.chatOf(userId)) === id;
      if (isIn !== (state !== "ended")) fault(`is ${state}, and user ${userId} is ${isIn ? "in it" : "not in it"}`);
    }
    if ((chat.endedAt !== null) !== (state === "ended")) fault(`is ${state} and says when it ended, or the reverse`);
    await auditCharges(reader, chat, fault);
  });
  await reader.walk<string>(prefixes.chatsOfPeople(), async (chatId, key) => {
    const userId = Number(key[1]);
    const chat = await reader.valueAt<Chat>(keys.chat(chatId));
    const isIn = chat !== null && chat.state !== "ended" && (chat.manId === userId || chat.ladyId === userId);
    if (!isIn) report(`user ${userId} is in chat ${chatId}, which is over or somebody else's`);
  });
}

/** Each minute was paid at the price of its kind, goes back once at most, and is kept only where it was delivered. */
async function auditCharges(reader: Reader, chat: Chat, fault: Report): Promise<void> {
  const { id, manId, minutes, servedMs } = chat;
  const charged = minutesOf(chat);
  if (charged.length !== minutes) return fault(`counts ${minutes} minutes and names ${charged.length}`);
  let cost = 0, refunded = 0;
  for (const { number, kind, isReversed } of charged) {
    const price = chat.prices[kind];
    cost += price;
    if (isReversed) refunded += price;
    const paid = await reader.entryByKey(manId, minuteKeyOf(id, number));
    if (paid === null) fault(`counts minute ${number}, which nobody paid`);
    else if (paid.deltaCredits !== -price) fault(`has minute ${number} of ${kind} for ${-paid.deltaCredits}`);
    const refund = await reader.entryByKey(manId, refundKeyOf(minuteKeyOf(id, number)));
    // What the site gave back by a decision of its own does not count for the chat.
    const back = refund && isByOwnRules(refund) ? refund.deltaCredits : 0;
    if (back !== (isReversed ? price : 0)) {
      fault(`says that ${isReversed ? price : 0} credits of minute ${number} went back; they were ${back}`);
    }
  }
  if (chat.costCredits !== cost) fault(`cost ${chat.costCredits} for minutes of ${cost}`);
  if (chat.refundedCredits !== refunded) {
    fault(`gave ${chat.refundedCredits} credits back; its minutes say ${refunded}`);
  }
  if (minutes > 0 && chat.state === "open" && charged.at(-1)!.isReversed) {
    fault("is open, and its last minute went back");
  }
  if (chat.state !== "ended" || minutes === 0) return;
  const kept = charged.filter(({ isReversed }) => !isReversed).length;
  if (kept > Math.ceil(servedMs / minuteMs)) fault(`kept ${kept} minutes for ${servedMs} ms`);
  const { last } = pendingOf(chat, servedMs);
  if (!charged.at(-1)!.isReversed && last && last.ofMs < servedMsMin && chat.endedBy !== "man") {
    fault(`was ended by ${chat.endedBy} after ${last.ofMs} ms of a minute that was kept`);
  }
}

/** From the ledgers to the chats: whatever was paid or given back for a chat is one of its minutes. */
async function auditMinutes(reader: Reader, report: Report): Promise<void> {
  await reader.walk<number>(prefixes.allIdempotencyKeys(), async (seq, key) => {
    const [manId, idempotencyKey] = [Number(key[1]), String(key[2])];
    const found = /^(refund:)?chat:(.+):(\d+)$/.exec(idempotencyKey);
    if (!found) return;
    const [isRefund, chatId, minute] = [found[1] !== undefined, found[2]!, Number(found[3])];
    const fault: Report = (sentence) => report(`man ${manId} has the entry ${idempotencyKey}, ${sentence}`);
    const read = await reader.valueAt<Chat>(keys.chat(chatId));
    if (read?.manId !== manId) return fault("and no such chat is his");
    const chat = asNow(read);
    if (minute > chat.minutes) fault(`and the chat has ${chat.minutes} minutes`);
    if (!isRefund || minutesOf(chat)[minute - 1]?.isReversed) return;
    const refund = await reader.valueAt<Entry>(keys.entry(manId, seq));
    if (refund && isByOwnRules(refund)) fault("and the chat kept that minute");
  });
}

interface Head {
  pair: string;
  seq: number;
  nth: { man: number; lady: number };
}

/** What a key below a conversation's is of. */
const isOfMessage = (key: Deno.KvKey) => typeof key[3] === "number";
const isOfClientId = (key: Deno.KvKey) => typeof key[3] === "string";

async function auditMessages(reader: Reader, report: Report): Promise<void> {
  let head: Head | null = null;
  await reader.walk<Message>(prefixes.allConversations(), async (message, key) => {
    if (!isOfMessage(key)) return;
    const [manId, ladyId, seq] = [Number(key[1]), Number(key[2]), Number(key[3])];
    const pair = `${manId} and ${ladyId}`;
    const fault: Report = (sentence) => report(`message ${seq} of ${pair} ${sentence}`);
    // All that needs the order of the messages comes before the first await.
    if (head?.pair !== pair) head = { pair, seq: 0, nth: { man: 0, lady: 0 } };
    if (seq !== head.seq + 1) fault(`follows number ${head.seq}`);
    const nth = head.nth[message.author] + 1;
    if (message.nth !== nth) fault(`says that it is number ${message.nth} of its author; it is ${nth}`);
    if (message.seq !== seq || message.manId !== manId || message.ladyId !== ladyId) fault("stands in a wrong place");
    const counted = { ...head.nth, [message.author]: nth };
    head = { pair, seq, nth: counted };
    const conversation = await reader.valueAt<Conversation>(keys.conversation(manId, ladyId));
    if (!conversation || conversation.lastSeq < seq) fault("is beyond the end of its conversation");
    if (conversation?.lastSeq === seq) auditWritten(conversation, counted, report);
    const authorId = message.author === "man" ? manId : ladyId;
    if (message.erasedAt !== undefined) {
      if (message.body !== "" || message.clientId !== "" || message.translation) fault("was erased and has its words");
      if (!await reader.isThere(keys.deletion(authorId))) fault("was erased; its writer is here");
      return;
    }
    if (reader.isErased(authorId)) fault(`has the words of user ${authorId}, who was erased`);
    const known = keys.chatMessageSeqByClientId(manId, ladyId, authorId, message.clientId);
    if (await reader.valueAt<number>(known) !== seq) fault(`is not found by its client id`);
  });
  await reader.walk<number>(prefixes.allConversations(), async (seq, key) => {
    if (!isOfClientId(key)) return;
    const [manId, ladyId, authorId, clientId] = [Number(key[1]), Number(key[2]), Number(key[3]), String(key[4])];
    const message = await reader.valueAt<Message>(keys.chatMessage(manId, ladyId, seq));
    const author = message?.author === "man" ? manId : ladyId;
    if (message?.clientId !== clientId || author !== authorId) {
      report(`the client id ${clientId} of user ${authorId} leads to message ${seq}, which does not carry it`);
    }
  });
}

function auditWritten({ manId, ladyId, written }: Conversation, counted: Head["nth"], report: Report): void {
  if (written.man === counted.man && written.lady === counted.lady) return;
  report(
    `the conversation of ${manId} and ${ladyId} counts ${written.man} and ${written.lady} messages, where ` +
      `${counted.man} and ${counted.lady} were written`,
  );
}

async function auditConversations(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Conversation>(prefixes.allConversations(), async (conversation, key) => {
    if (isOfMessage(key) || isOfClientId(key)) return;
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the conversation of ${manId} and ${ladyId} ${sentence}`);
    const { lastSeq, written, read } = conversation;
    if (written.man + written.lady !== lastSeq) fault(`counts ${written.man} and ${written.lady} of ${lastSeq}`);
    if (read.man > written.lady || read.lady > written.man) fault("was read beyond what was written");
    if (lastSeq > 0 && !await reader.isThere(keys.chatMessage(manId, ladyId, lastSeq))) fault("has lost its end");
    for (const [userId, partnerId] of [[manId, ladyId], [ladyId, manId]] as const) {
      const isListed = await reader.isThere(keys.conversationOf(userId, partnerId));
      if (!isListed && !await reader.isThere(keys.deletion(userId))) fault("is missing in a list");
    }
  });
  await reader.walk<null>(prefixes.allConversationsOf(), async (_, key) => {
    const [userId, partnerId] = [Number(key[1]), Number(key[2])];
    const isThere = await reader.isThere(keys.conversation(userId, partnerId)) ||
      await reader.isThere(keys.conversation(partnerId, userId));
    if (!isThere) report(`user ${userId} has a conversation with ${partnerId} listed, which is not there`);
  });
}

async function auditRequests(reader: Reader, report: Report): Promise<void> {
  await reader.walk<ChatRequest>(prefixes.allChatRequests(), async (request) => {
    const { manId, ladyId, askerId, state } = request;
    const toId = askerId === manId ? ladyId : manId;
    const isListed = await reader.isThere(keys.chatRequestTo(toId, askerId));
    if (isListed !== (state !== "declined")) {
      report(`the request of user ${askerId} to ${toId} is ${state} and ${isListed ? "listed" : "not listed"}`);
    }
  });
  await reader.walk<null>(prefixes.allChatRequestsTo(), async (_, key) => {
    const [userId, askerId] = [Number(key[1]), Number(key[2])];
    const request = await reader.valueAt<ChatRequest>(keys.chatRequest(userId, askerId)) ??
      await reader.valueAt<ChatRequest>(keys.chatRequest(askerId, userId));
    if (request?.askerId !== askerId) report(`user ${userId} has a request of ${askerId} listed that is not there`);
  });
}

/** An invitation that waits is listed for the person whom it asks, and for nobody else. */
async function auditInvitations(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Invitation>(prefixes.chatInvitations(), async (invitation) => {
    const { askerId, toId } = invitation;
    if (!isWaiting(invitation, reader.now) || await reader.isThere(keys.chatInvitationTo(toId, askerId))) return;
    report(`the invitation of user ${askerId} to ${toId} is not listed`);
  });
  await reader.walk<null>(prefixes.allChatInvitationsTo(), async (_, key) => {
    const [toId, askerId] = [Number(key[1]), Number(key[2])];
    const invitation = await reader.valueAt<Invitation>(keys.chatInvitation(askerId));
    // A listing whose invitation is gone expires by itself, within the minute.
    if (!isWaiting(invitation, reader.now) || invitation.toId === toId) return;
    report(`user ${toId} has an invitation of ${askerId} listed that is for ${invitation.toId}`);
  });
}

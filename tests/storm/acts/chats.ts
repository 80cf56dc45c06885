/** Two people chat, again and again: ask, accept, pay, write, pay on, end in some way. */
import type { Message } from "../book.ts";
import { ChatClient } from "../chat_client.ts";
import { isHere, type Person } from "../people.ts";
import { pause, type Random, type World } from "../world.ts";
import { wordsOf } from "./letters.ts";

interface Pair {
  man: ChatClient;
  lady: ChatClient;
}

export async function chatOnAndOn(world: World, man: Person, lady: Person, random: Random): Promise<void> {
  const { site, book } = world;
  const pair = { man: new ChatClient(site, book, man, lady), lady: new ChatClient(site, book, lady, man) };
  while (!world.isOver() && !man.isGone && !lady.isGone) {
    if (isHere(man) && isHere(lady)) await oneChat(world, pair, random);
    await pause(200 + random() * 600);
  }
  // Both come back once more, so that everything they were to be told is heard.
  for (const line of [pair.man, pair.lady]) {
    if (isHere(line.person)) await line.join();
    await line.drop();
  }
}

async function oneChat(world: World, pair: Pair, random: Random): Promise<void> {
  const { man, lady } = pair;
  if (!(await Promise.all([man.join(), lady.join()])).every(Boolean)) return;
  const chatId = await begin(world, pair, random);
  if (chatId === null || !await payMinute(world, pair, chatId, 1)) return await hangUp(world, pair);
  world.acted("chats");
  let minutes = 1;
  const wanted = 2 + Math.floor(random() * 14);
  for (let written = 0; written < wanted && man.isOpen && lady.isOpen && !world.isOver(); written++) {
    await write(world, pair, random() < 0.5 ? man : lady, random);
    const asked = man.count("check-for-reserve-time", (data) => data.chatId === chatId);
    if (asked >= minutes && random() < 0.9 && await payMinute(world, pair, chatId, minutes + 1)) minutes++;
    await pause(random() * 400);
  }
  const chance = random();
  if (chance < 0.6) return await hangUp(world, pair);
  if (chance < 0.85) return await (random() < 0.5 ? man : lady).drop();
  // Nobody pays for the next minute: the server ends the chat.
  await man.until(({ event, data }) => event === "chat-session-end" && data.id === chatId, 30_000);
}

async function begin({ book }: World, { man, lady }: Pair, random: Random): Promise<string | null> {
  const [asker, answerer] = random() < 0.7 ? [man, lady] : [lady, man];
  const sent = await asker.ask("text-request", { to: answerer.person.id });
  if (sent?.event !== "text-request-sent") return refused(book, sent?.data.code);
  const accepted = await answerer.ask("text-request-answer", { to: asker.person.id, ev: "accept" });
  if (accepted?.event !== "text-request-answer") return refused(book, accepted?.data.code);
  const created = await man.ask("do-start-chat-session", { targetID: lady.person.id });
  return created?.data.id ?? refused(book, created?.data.error?.code ?? created?.data.code);
}

function refused(book: World["book"], code: string | undefined): null {
  book.count(`chats not begun: ${code ?? "the line broke"}`);
  return null;
}

/** Pays for a minute; a minute that is asked for twice is paid once. */
async function payMinute(
  { book, acted }: World,
  { man, lady }: Pair,
  chatId: string,
  number: number,
): Promise<boolean> {
  const line = book.ask(book.minutes, { manId: man.person.id, ladyId: lady.person.id, chatId, number });
  const question = { chatID: chatId, minutes: 1 };
  const [reply] = await Promise.all([
    man.ask("do-reserve-chat-time", question),
    number % 3 === 0 ? man.ask("do-reserve-chat-time", question) : null,
  ]);
  if (!reply) return false;
  const isPaid = reply.event === "reserve-time-done" && reply.data.error === null && reply.data.minutes >= number;
  if (!isPaid) {
    line.state = "refused";
    return false;
  }
  book.acknowledge(line);
  acted("minutes");
  return true;
}

/** Writes a message again and again until it is acknowledged or refused; the same client id is the same message. */
async function write({ book, acted }: World, { man, lady }: Pair, author: ChatClient, random: Random): Promise<void> {
  const body = wordsOf(author.person, "message");
  const line = book.ask<Message>(book.messages, {
    manId: man.person.id,
    ladyId: lady.person.id,
    authorId: author.person.id,
    body,
    seq: null,
  });
  const question = { to: author.partner.id, message: body, clientId: crypto.randomUUID() };
  for (let isLost = false;; isLost = true) {
    const [reply, twice] = await Promise.all([
      author.ask("ChatNewMessage", question),
      random() < 0.1 ? author.ask("ChatNewMessage", question) : null,
    ]);
    const heard = [reply, twice].filter((frame) => frame?.event === "NewMessage");
    const seqs = new Set(heard.map((frame) => frame!.data.message.seq));
    if (seqs.size > 1) book.fault(`a message of ${author.person.id} got the numbers ${[...seqs]}`);
    if (heard.length > 0) {
      line.seq = heard[0]!.data.message.seq;
      book.acknowledge(line);
      return acted("messages");
    }
    if (reply) {
      if (!isLost && !twice) line.state = "refused";
      return book.count(`messages refused: ${reply.data.code}`);
    }
    if (!isHere(author.person) || random() < 0.3 || !await author.join()) return;
  }
}

/** The man ends the chat, whether or not it ever opened. */
async function hangUp({ book }: World, { man, lady }: Pair): Promise<void> {
  const ended = await man.ask("stop-text-chat", { targetId: lady.person.id });
  if (ended?.event !== "chat-session-end") return;
  const { cost, refunded } = ended.data;
  if (refunded > cost) book.fault(`a chat of ${man.person.id} cost ${cost} and gave back ${refunded}`);
}

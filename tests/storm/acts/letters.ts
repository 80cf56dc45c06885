/** Letters that are written, opened, deleted and restored. */
import type { Letter, Opening } from "../book.ts";
import type { Person } from "../people.ts";
import { type Act, pick, pickHere, type Random, type World } from "../world.ts";

/** Refusals because the two are parted, or one of them has left. */
const parted = ["blocked", "partner_suspended", "not_found", "not_published"];

/** The group of a sender who has left. */
const nobodysGroup = 0;

/** Words that only this person ever writes, and only once. */
export const wordsOf = (person: Person, kind: string): string =>
  `${person.mark} ${kind} ${++person.written} of ${person.id}, and then some words about the garden in the rain.`;

export const writeLetter: Act = async (world, author, random) => {
  const recipient = author.kind === "man" ? pickHere(random, world.ladies) : correspondentOf(world, author, random);
  if (recipient) await send(world, author, recipient, random);
};

/** A man who wrote to her, or now and then anybody. */
function correspondentOf(world: World, lady: Person, random: Random): Person | null {
  const wrote = world.book.letters.filter(({ recipientId, state }) =>
    recipientId === lady.id && state === "acknowledged"
  );
  if (wrote.length === 0 || random() < 0.1) return pickHere(random, world.men);
  const { authorId } = pick(random, wrote);
  return world.men.find(({ id, isGone }) => id === authorId && !isGone) ?? null;
}

async function send(world: World, author: Person, recipient: Person, random: Random): Promise<void> {
  const { book, client } = world;
  const body = wordsOf(author, "letter");
  const isHis = author.kind === "man";
  const line = book.ask<Letter>(book.letters, {
    authorId: author.id,
    recipientId: recipient.id,
    isHis,
    body,
    id: null,
    isHeld: false,
  });
  const question = {
    method: "POST",
    path: "/api/mail",
    json: { recipientId: recipient.id, body },
    key: crypto.randomUUID(),
  };
  const reply = await client.settle(author, line, question, {
    random,
    refusals: [...parted, "insufficient_credits", "credits_owed", "too_many_introductions", "introductions_muted"],
    isSame: (one, other) => one.json.letter.id === other.json.letter.id,
  });
  if (!reply) return;
  const { id, state } = reply.json.letter;
  line.id = id;
  line.isHeld = state === "waiting_for_translation";
  world.acted(isHis ? "letters of men" : "letters of ladies");
}

/** A man pays to open a letter that waits for him; a lady reads one for nothing. */
export const openLetter: Act = async (world, reader, random) => {
  const { book, client } = world;
  const { json, status } = await client.sure(reader, { path: "/api/mail?type=inbox&limit=20" });
  if (status !== 200) return;
  // deno-lint-ignore no-explicit-any
  const waiting = json.letters.filter((letter: any) => !letter.isRead && letter.sender.groupId !== nobodysGroup);
  if (waiting.length === 0) return;
  const letter = pick<{ id: number; sender: { id: number } }>(random, waiting);
  const sent = book.letters.find(({ id }) => id === letter.id);
  const question = { method: "PATCH", path: `/api/mail/${letter.id}`, json: { isRead: true, isPaid: true } };
  // Her reading costs nothing, so the book has no line for it.
  const lines = reader.kind === "man" ? book.openings : [];
  const line = book.ask<Opening>(lines, { manId: reader.id, ladyId: letter.sender.id, letterId: letter.id });
  const reply = await client.settle(reader, line, question, {
    random,
    refusals: [...parted, "insufficient_credits", "credits_owed"],
    isSame: (one, other) => one.json.letter.body === other.json.letter.body || other.json.letter.state === "erased",
  });
  if (!reply) return;
  const { body, state } = reply.json.letter;
  // A letter that was erased meanwhile costs nothing.
  if (state === "erased") return void (line.state = "open");
  if (sent && body !== sent.body) book.fault(`letter ${letter.id} opened with other words: ${body}`);
  world.acted(reader.kind === "man" ? "openings" : "letters read by ladies");
};

/** Puts a letter into the box of deleted letters, or back. */
export const putAway: Act = async (world, owner, random) => {
  const { client } = world;
  const isDeleted = random() < 0.7;
  const { json, status } = await client.sure(owner, {
    path: `/api/mail?type=${isDeleted ? "inbox" : "deleted"}&limit=10`,
  });
  if (status !== 200 || json.letters.length === 0) return;
  const { id } = pick<{ id: number }>(random, json.letters);
  await client.sure(owner, { method: "PATCH", path: `/api/mail/${id}`, json: { isDeleted } });
  world.acted("letters put away or back");
};

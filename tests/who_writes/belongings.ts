/** All that stands in the store in one person's name: letters, messages, and the ways to sign in as that person. */
import type { Session } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { authorIdOf as authorOfMessage, type Message } from "../../kv/chats/messages.ts";
import { authorIdOf, type Letter, type LetterText } from "../../kv/letters/letter.ts";
import type { Store } from "../../kv/open.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";

export interface Belongings {
  letters: { id: number; to: number; sentAt: number; body: string; translation: string | null }[];
  messages: { seq: number; body: string }[];
  sessions: string[];
  tickets: number;
  email: string;
  passwordVersion: string | null;
}

export async function belongingsOf(store: Store, userId: number): Promise<Belongings> {
  const user = (await store.kv.get<User>(keys.user(userId))).value!;
  return {
    letters: await lettersBy(store, userId),
    messages: await messagesBy(store, userId),
    sessions: (await valuesUnder<Session>(store, prefixes.allSessions())).filter((session) => session.userId === userId)
      .map(({ tokenHash }) => tokenHash),
    tickets:
      (await valuesUnder<{ userId?: number }>(store, ["sign_in_ticket"])).filter((each) => each.userId === userId)
        .length,
    email: user.email,
    passwordVersion: (await store.kv.get(keys.password(userId))).versionstamp,
  };
}

/** How many letters and messages somebody wrote. */
export async function writtenBy(store: Store, userId: number): Promise<number> {
  return (await lettersBy(store, userId)).length + (await messagesBy(store, userId)).length;
}

async function lettersBy(store: Store, userId: number): Promise<Belongings["letters"]> {
  const letters = (await valuesUnder<Letter>(store, prefixes.letters())).filter((letter) =>
    authorIdOf(letter) === userId
  );
  return await Promise.all(letters.map(async (letter) => {
    const text = (await store.kv.get<LetterText>(keys.letterText(letter.id))).value;
    const to = letter.author === "man" ? letter.ladyId : letter.manId;
    const { id, sentAt } = letter;
    return { id, to, sentAt, body: text?.body ?? "", translation: text?.translation?.body ?? null };
  }));
}

/** Messages lie beside their conversations, which have no words. */
async function messagesBy(store: Store, userId: number): Promise<Belongings["messages"]> {
  const found = await valuesUnder<Partial<Message>>(store, prefixes.allConversations());
  const messages = found.filter((each): each is Message => typeof each?.body === "string" && each.author !== undefined);
  return messages.filter((message) => authorOfMessage(message) === userId).map(({ seq, body }) => ({ seq, body }));
}

async function valuesUnder<T>(store: Store, prefix: Deno.KvKey): Promise<T[]> {
  return await Array.fromAsync(store.kv.list<T>({ prefix }), ({ value }) => value);
}

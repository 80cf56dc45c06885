import { expect } from "expect";
import { world } from "../../chat/server/testing/world.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { translator } from "../../kv/accounts/users.ts";
import { unreadIds } from "../../kv/letters/boxes/boxes.ts";
import { textsFor } from "../../kv/letters/letters.ts";
import { openLetter } from "../../kv/letters/opening.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { createJames, createLady, createUser, createWei, testStore } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { userOf } from "../people.ts";
import { ChatCompanion } from "./chat.ts";
import { markCompanions } from "./companions.ts";
import { answerLetters } from "./letters.ts";
import { answerIn, answerTo, characters, firstWords } from "./lines.ts";

const halyna = characters[0]!;
/** Companions answer without a pause. */
const pause = () => Promise.resolve();

/** A chat in which a companion speaks for Olena's account, and James is connected. */
async function withCompanion() {
  const w = await world();
  const lines: WebSocket[] = [];
  const companion = new ChatCompanion(halyna, {
    pause: () => new Promise((resolve) => setTimeout(resolve)),
    async open() {
      const { token } = await startSession(w.store, w.olena.id, false);
      lines.push(new WebSocket(`${w.instance.url}?token=${token}`));
      return lines.at(-1)!;
    },
  });
  const stays = companion.stay();
  const james = await w.join(w.james);
  await until(() => w.store.ladies.isOnline(w.olena.id), "the companion");
  return {
    ...w,
    james: { ...w.james, line: james },
    lines,
    async [Symbol.asyncDispose]() {
      companion.stop();
      await stays;
      await w[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a companion agrees to a chat, says first what she is, and answers each message", async () => {
  await using w = await withCompanion();
  const { line } = w.james;
  await line.ask("text-request", { to: w.olena.id });
  expect(await line.next("text-request-answer")).toMatchObject({ ev: "accept" });
  const { id } = (await line.ask("do-start-chat-session", { targetID: w.olena.id })).data;
  await line.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect((await line.next("NewMessage")).message.body).toBe(firstWords(halyna));
  for (const [number, message] of ["Where do you live?", "My boat leaks."].entries()) {
    await line.ask("ChatNewMessage", { to: w.olena.id, message, clientId: `j${number}` });
    const { body } = (await line.next("NewMessage", (each) => each.message.from === w.olena.id)).message;
    expect(body).toBe(answerTo(halyna, message, number));
  }
  expect(line.count("your-message-viewed")).toBe(2);
});

Deno.test("a companion declines calls, agrees to write, and comes back when her line is lost", async () => {
  await using w = await withCompanion();
  const { line } = w.james;
  await line.ask("conversation-request", { to: w.olena.id });
  await line.next("your-request-accept");
  await line.ask("video-prepare", { to: w.olena.id });
  await line.ask("video-request", { to: w.olena.id, offer: { type: "offer", sdp: "v=0 offer" } });
  await line.next("your-video-request-decline");
  w.lines.at(-1)!.close();
  await until(() => w.lines.length === 2 && w.lines[1]!.readyState === WebSocket.OPEN, "her new line");
  await line.ask("text-request", { to: w.olena.id });
  expect(await line.next("text-request-answer")).toMatchObject({ ev: "accept" });
});

Deno.test("a companion answers each letter once, in her language, and the demo's translator brings it over", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store), await createWei(store)];
  for (const { key } of characters) await createLady(store, { firstname: key, email: `${key}@demo.test` });
  await createUser(store, { groupId: translator, firstname: "Nadia", email: "translator@demo.test" });
  await markCompanions(store, true);
  const { id: recipientId } = await userOf(store, halyna.key);
  const write = (authorId: number, body: string) =>
    sendLetter(store, { authorId, recipientId, body, sendKey: `${authorId}-${body}` });
  await write(james.id, "Dear Halyna, how is the dress?");
  const stop = await answerLetters({ store, character: halyna, pause });
  await write(wei.id, "你好！你住在哪里？");
  for (const [man, language] of [[james, "en"], [wei, "zh-Hans"]] as const) {
    const [letterId] = await until(async () => {
      const { inbox } = await unreadIds(store, man.id);
      return inbox.length > 0 && inbox;
    }, "her answer");
    const opened = await openLetter(store, man.id, letterId!, true);
    if (!opened.ok) throw new Error(opened.reason);
    const text = (await textsFor(store, man.id, [opened.letter])).get(letterId!)!;
    expect(text.body).toBe(answerIn(halyna, "uk").join("\n\n"));
    expect(text.translation).toMatchObject({ language, body: answerIn(halyna, language).join("\n\n") });
  }
  stop();
});

/** A message is shown at once as it was written; a translation for its reader follows. */
import { expect } from "expect";
import type { ChatMessage } from "../../shared/server_events.ts";
import { foreigners, reads } from "../testing/foreigners.ts";
import { talk } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";
import type { TextTranslator } from "./text_translator.ts";

type Asked = Parameters<TextTranslator["translate"]>[0];

/** A provider that "translates" by a mark before the text, once `let_` resolves; false makes it fail. */
function marking(let_: () => Promise<boolean> = () => Promise.resolve(true)) {
  const asked: Asked[] = [];
  const translator: TextTranslator = {
    async translate(wanted) {
      asked.push(wanted);
      const { text, to } = wanted;
      return await let_() ? { ok: true, text: `[${to}] ${text}`, by: "libretranslate" } : { ok: false };
    },
  };
  return { asked, translator };
}

const ukrainian = "Доброго вечора, любий мій друже!";

Deno.test("a page of past messages fits into a frame with their translations", async () => {
  const { translator } = marking();
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  for (let seq = 1; seq <= 40; seq++) {
    await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian.repeat(28), clientId: `u${seq}` });
    await james.next("message-translated");
  }
  const page = (await james.ask("getChatHistory", { to: w.olena.id, limit: 50 })).data;
  expect([james.misread, page.more]).toEqual([[], true]);
  expect(page.messages.length).toBeGreaterThan(5);
  expect(JSON.stringify(page.messages.map(({ translation }: ChatMessage) => translation))).not.toContain("null");
});

Deno.test("a message comes as it was written, and its translation after it to who does not read its language", async () => {
  const { asked, translator } = marking();
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  const sent = (await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" })).data.message;
  const came = (await james.next("NewMessage")).message;
  expect(came).toMatchObject({ _id: sent._id, body: ukrainian, translation: null });
  expect(await james.next("message-translated"))
    .toEqual({ id: sent._id, language: "en", body: `[en] ${ukrainian}`, by: "libretranslate" });
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "Good evening, how are you today?", clientId: "e1" });
  expect(await olena.next("message-translated")).toMatchObject({ language: "uk", by: "libretranslate" });
  expect(asked.map(({ from, to, personId }) => ({ from, to, personId }))).toEqual([
    { from: "uk", to: "en", personId: w.olena.id },
    { from: "en", to: "uk", personId: w.james.id },
  ]);
  expect([james.count("message-translated"), olena.count("message-translated")]).toEqual([1, 1]);
});

Deno.test("a page that is loaded again has its reader's translations, and asks nobody for them a second time", async () => {
  const { asked, translator } = marking();
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" });
  await james.next("message-translated");
  const translation = { language: "en", body: `[en] ${ukrainian}`, by: "libretranslate" };
  const his = (await james.ask("getChatHistory", { to: w.olena.id })).data.messages;
  expect(his).toMatchObject([{ body: ukrainian, translation }]);
  expect((await olena.ask("getChatHistory", { to: w.james.id })).data.messages).toMatchObject([{ translation: null }]);
  expect((await james.ask("translate-message", { id: his[0]._id })).data).toEqual({ id: his[0]._id, ...translation });
  expect(asked.length).toBe(1);
});

Deno.test("who reads it, who switched it off, and words that are none are left alone", async () => {
  const { asked, translator } = marking();
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  expect((await james.ask("set-chat-translation", { flag: false })).data).toEqual({ flag: false });
  await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" });
  expect((await james.ask("set-chat-translation", { flag: true })).data).toEqual({ flag: true });
  for (const [at, message] of ["😀😀", "12:30", "I am fine, thank you very much"].entries()) {
    await olena.ask("ChatNewMessage", { to: w.james.id, message, clientId: `n${at}` });
  }
  await james.ask("latency-start", { startTimeLatency: 1 });
  expect([asked.length, james.count("message-translated")]).toEqual([0, 0]);
  expect(james.count("NewMessage")).toBe(4);
});

Deno.test("a provider that hangs or fails changes nothing for those who talk; one press tries again", async () => {
  const gate = Promise.withResolvers<boolean>();
  let answers: () => Promise<boolean> = () => gate.promise;
  const { translator } = marking(() => answers());
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  for (let at = 0; at < 5; at++) {
    await olena.ask("ChatNewMessage", { to: w.james.id, message: `${ukrainian} ${at}`, clientId: `u${at}` });
  }
  for (let at = 0; at < 5; at++) expect((await james.next("NewMessage")).message.body).toBe(`${ukrainian} ${at}`);
  expect(james.count("message-translated")).toBe(0);
  gate.resolve(false);
  const [{ _id: id }] = (await james.ask("getChatHistory", { to: w.olena.id })).data.messages;
  answers = () => Promise.resolve(false);
  expect((await james.ask("translate-message", { id })).data.code).toBe("translation_unavailable");
  answers = () => Promise.resolve(true);
  expect((await james.ask("translate-message", { id })).data).toMatchObject({ id, language: "en" });
});

Deno.test("where no more fit, a message is not even looked at, and is translated on one press later", async () => {
  const { asked, translator } = marking();
  let isFull = true;
  await using all = await foreigners({ translator: { ...translator, turnsAway: () => isFull } });
  const { w, james, olena } = all;
  await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" });
  const { _id: id } = (await james.next("NewMessage")).message;
  isFull = false;
  await olena.ask("ChatNewMessage", { to: w.james.id, message: `${ukrainian} 2`, clientId: "u2" });
  expect((await james.next("message-translated")).body).toBe(`[en] ${ukrainian} 2`);
  expect(asked).toHaveLength(1);
  expect((await james.ask("translate-message", { id })).data).toMatchObject({ id, language: "en" });
});

Deno.test("of two instances the author's asks once, and every tab of the reader has the translation once, after the message", async () => {
  const { asked, translator } = marking();
  await using w = await twoInstances(undefined, { translator });
  await reads(w.store, w.james, ["en"], "en");
  await reads(w.store, w.olena, ["uk"], "uk");
  const [james, second, olena] = [
    await w.join(w.one, w.james),
    await w.join(w.two, w.james),
    await w.join(w.two, w.olena),
  ];
  await olena.until(() => w.two.chat.counters.connections === 2 ? true : undefined, "his second tab");
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await talk(james, w.james.id, olena, w.olena.id);
  for (let at = 0; at < 3; at++) {
    await olena.ask("ChatNewMessage", { to: w.james.id, message: `${ukrainian} ${at}`, clientId: `u${at}` });
  }
  for (const tab of [james, second]) {
    await tab.until(() => tab.count("message-translated") === 3 ? true : undefined, "all translations");
    const order = tab.heard.filter(({ event }) => /^(NewMessage|message-translated)$/.test(event));
    for (const [at, { event, data }] of order.entries()) {
      if (event !== "message-translated") continue;
      const before = order.slice(0, at).filter((each) => each.event === "NewMessage");
      expect(before.map((each) => each.data.message._id)).toContain(data.id);
    }
  }
  expect(asked.map(({ personId }) => personId)).toEqual(Array(3).fill(w.olena.id));
  expect([james.count("message-translated"), second.count("message-translated")]).toEqual([3, 3]);
});

Deno.test("only its reader asks for the translation of a message", async () => {
  const { translator } = marking(() => Promise.resolve(false));
  await using all = await foreigners({ translator });
  const { w, james, olena } = all;
  const { _id: id } = (await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" })).data
    .message;
  const daria = await w.join(w.daria);
  expect((await daria.ask("translate-message", { id })).data.code).toBe("forbidden");
  expect((await olena.ask("translate-message", { id })).data.code).toBe("translation_not_needed");
  expect((await james.ask("translate-message", { id: "1-2-999" })).data.code).toBe("forbidden");
  expect((await james.ask("translate-message", { id: `${w.james.id}-${w.olena.id}-999` })).data.code).toBe("not_found");
  expect((await james.ask("translate-message", { id: "nonsense" })).data.code).toBe("not_found");
});

Deno.test("without a provider nothing is translated, and who asks is told so", async () => {
  await using all = await foreigners({});
  const { w, james, olena } = all;
  const { _id: id } = (await olena.ask("ChatNewMessage", { to: w.james.id, message: ukrainian, clientId: "u1" })).data
    .message;
  expect((await james.ask("translate-message", { id })).data.code).toBe("translation_unavailable");
  expect(james.count("message-translated")).toBe(0);
});

Deno.test("an invitation names the languages of who asks", async () => {
  await using w = await world();
  await reads(w.store, w.james, ["en", "zh"], "en");
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("text-request", { to: w.olena.id });
  expect((await olena.next("text-request")).from).toMatchObject({ userId: w.james.id, languages: ["en", "zh"] });
});

/**
 * Whatever a translation comes to, the original stands, nothing is charged, and nobody waits. Against LibreTranslate on
 * loopback that fails in every way, and with texts in which there is nothing to translate.
 */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { eraseAll } from "../../../kv/testing/deletions.ts";
import { testPassword } from "../../../kv/testing/store.ts";
import { dailyPartsInMemory } from "../../../services/testing/daily_parts.ts";
import { libretranslateServer } from "../../../services/testing/libretranslate_server.ts";
import { misdeeds } from "../../../services/testing/translation_peer.ts";
import { characterBook } from "../../../services/translation/character_book.ts";
import { liveTranslator } from "../../../services/translation/live_translation.ts";
import { openTranslator } from "../../../services/translation/translator.ts";
import { foreigners } from "../testing/foreigners.ts";

/** James and Olena in a chat with a translation provider; a request that it does not answer is given up after `timeMs`. */
async function overProvider(timeMs = 10_000) {
  const provider = libretranslateServer();
  const machine = openTranslator({ name: "libretranslate", url: provider.base, key: null })!;
  const book = characterBook({ charactersPerPerson: 100_000, charactersPerSite: 100_000 }, dailyPartsInMemory());
  const limits = { backoffMs: 1, timeMs };
  const all = await foreigners({
    translator: liveTranslator({ translator: machine, book, limits, now: () => Date.now() }),
  });
  const { w, james, olena } = all;
  let written = 0;
  return {
    ...{ w, provider, james, olena },
    /** Olena writes; returns the message's id as soon as James has it. */
    async writes(message: string): Promise<string> {
      await olena.ask("ChatNewMessage", { to: w.james.id, message, clientId: `u${written++}` });
      const came = (await james.next("NewMessage")).message;
      expect(came.body).toBe(message);
      return came._id;
    },
    asked: (count: number) =>
      james.until(() => provider.requests.length >= count ? true : undefined, "a request to the provider"),
    async [Symbol.asyncDispose]() {
      await all[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

Deno.test("whatever a provider answers instead, he has her words, is told that there is no translation, and gets it by a press later", async () => {
  await using all = await overProvider();
  const { w, provider, james, writes } = all;
  const balance = await balanceOf(w.store, w.james.id);
  for (const [at, failing] of [...misdeeds, 400, 429, 500, 503].entries()) {
    if (typeof failing === "number") provider.answerWith(failing, "<h1>No</h1>");
    else provider.misbehave(failing);
    const id = await writes(`Доброго вечора, любий друже ${at}`);
    const refused = await james.ask("translate-message", { id });
    expect([failing, refused.event, refused.data.code]).toEqual([failing, "error-event", "translation_unavailable"]);
    provider.answerWith(null);
    expect((await james.ask("translate-message", { id })).data)
      .toEqual({ id, language: "en", body: `[uk→en] Доброго вечора, любий друже ${at}`, by: "libretranslate" });
  }
  expect([james.count("message-translated"), await balanceOf(w.store, w.james.id)]).toEqual([0, balance]);
  expect(provider.problems).toEqual([]);
});

Deno.test("a provider that says nothing is given up, and meanwhile everything goes on", async () => {
  await using all = await overProvider(200);
  const { w, provider, james, olena, writes, asked } = all;
  provider.misbehave("silence");
  const ids = [];
  for (let at = 0; at < 20; at++) ids.push(await writes(`Доброго вечора, любий друже ${at}`));
  await asked(8);
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "Good evening to you", clientId: "e1" });
  expect((await olena.next("NewMessage")).message.body).toBe("Good evening to you");
  // The last message is given up last.
  expect((await james.ask("translate-message", { id: ids.at(-1) })).data.code).toBe("translation_unavailable");
  expect(james.count("message-translated")).toBe(0);
});

Deno.test("an answer in a wrong language or with HTML is shown as the machine's text, below hers", async () => {
  await using all = await overProvider();
  const { w, provider, james, writes } = all;
  for (const translatedText of ['<b onclick="x()">Good</b> &amp; evening', "Buna seara, draga prietene", "晚上好"]) {
    provider.answerWith(200, JSON.stringify({ translatedText }));
    const body = `Доброго вечора! ${translatedText.length}`;
    const id = await writes(body);
    expect(await james.next("message-translated")).toMatchObject({ id, body: translatedText, by: "libretranslate" });
    const { messages } = (await james.ask("getChatHistory", { to: w.olena.id, limit: 1 })).data;
    expect(messages).toMatchObject([{ body, translation: { body: translatedText } }]);
  }
});

const worded: Record<string, string> = {
  "4,096 characters of one word": "любов".repeat(820).slice(0, 4096),
  "a row of letters without a space": "ӃӄӇӈ".repeat(1024),
  "marks that turn the direction": "\u202Eдоброго\u202C \u2067вечора\u2069\u200F",
  "a name and a number": "Оксана, 42",
  "joiners, and accents on accents": "к\u0301\u0301\u0301о\u200Dт і сім'я 👨‍👩‍👧",
};

for (const [what, text] of Object.entries(worded)) {
  Deno.test(`a message with ${what} comes as it was written, and its translation after it`, async () => {
    await using all = await overProvider();
    const { provider, james, writes } = all;
    const id = await writes(text);
    expect(await james.next("message-translated")).toMatchObject({ id, language: "en", body: `[uk→en] ${text}` });
    expect(provider.requests.map(({ body }) => body.q)).toEqual([text]);
    expect(provider.problems).toEqual([]);
  });
}

Deno.test("two languages in equal parts, code, emoji, signs and numbers are asked of nobody, and stand as they are", async () => {
  await using all = await overProvider();
  const { provider, james, writes } = all;
  const texts = [
    "Доброго вечора, my dear friend, як справи in London today?",
    "if (любов > 0) { console.log(`<script>${'так'}</script>`); } // їжак",
    "🌸🌸🌸",
    "12:30?",
    "…",
  ];
  for (const text of texts) {
    expect((await james.ask("translate-message", { id: await writes(text) })).data.code).toBe("translation_not_needed");
  }
  expect([provider.requests, james.count("message-translated")]).toEqual([[], 0]);
});

/** A chat in which one message waits for a provider that answers only once `gate` is resolved. */
async function held() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const all = await foreigners({
    translator: {
      async translate({ text }) {
        asked++;
        await gate.promise;
        return { ok: true, text: `[en] ${text}`, by: "deepl" };
      },
    },
  });
  const { w, james, olena } = all;
  await olena.ask("ChatNewMessage", { to: w.james.id, message: "Доброго вечора, друже!", clientId: "u1" });
  const { _id: id } = (await james.next("NewMessage")).message;
  await james.until(() => asked === 1 ? true : undefined, "an asking");
  return { ...all, id, gate };
}

Deno.test("a chat that ends meanwhile costs what it cost, and its last words are translated all the same", async () => {
  await using all = await held();
  const { w, james, olena, chatId, id, gate } = all;
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  expect(await james.next("chat-session-end")).toMatchObject({ id: chatId });
  const balance = await balanceOf(w.store, w.james.id);
  gate.resolve();
  expect(await james.next("message-translated")).toMatchObject({ id, body: "[en] Доброго вечора, друже!" });
  expect(await balanceOf(w.store, w.james.id)).toBe(balance);
});

Deno.test("a reader who leaves meanwhile finds it on coming back", async () => {
  await using all = await held();
  const { w, james, gate, id } = all;
  await james.leave();
  gate.resolve();
  const back = await w.join(w.james);
  let translation = null;
  while (translation === null) {
    const { messages } = (await back.ask("getChatHistory", { to: w.olena.id })).data;
    translation = messages.find(({ _id }: { _id: string }) => _id === id).translation;
  }
  expect(translation).toMatchObject({ language: "en", body: "[en] Доброго вечора, друже!" });
});

Deno.test("of words that are erased meanwhile nothing comes back", async () => {
  await using all = await held();
  const { w, james, gate, id } = all;
  await deleteAccount(w.store, w.olena.id, { password: testPassword, wantsRefund: false });
  await eraseAll(w.store);
  gate.resolve();
  expect((await james.ask("translate-message", { id })).data.code).toBe("translation_not_needed");
  expect(james.count("message-translated")).toBe(0);
  const kept = await Array.fromAsync(w.store.kv.list({ prefix: [] }));
  expect(JSON.stringify(kept.map(({ value }) => value))).not.toContain("друже");
});

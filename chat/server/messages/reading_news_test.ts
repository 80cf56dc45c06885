/** A change of somebody's languages takes effect without a new connection, in translations and on open pages. */
import { expect } from "expect";
import { changeOwn } from "../../../kv/ladies/profiles.ts";
import { talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";
import type { TextTranslator } from "./text_translator.ts";

const translator: TextTranslator = {
  translate: ({ text, from, to }) => Promise.resolve({ ok: true, text: `[${from}→${to}] ${text}`, by: "deepl" }),
};

Deno.test("whoever changes languages in the middle of a chat has every tab and the other told, and the next words follow it", async () => {
  await using w = await world({ translator });
  const account = { readsLanguages: ["uk" as const], readingLanguage: "uk" as const };
  await changeOwn(w.store, w.olena.id, { account });
  const [james, olena, second] = [await w.join(w.james), await w.join(w.olena), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  const write = (message: string) =>
    james.ask("ChatNewMessage", { to: w.olena.id, message, clientId: message.slice(0, 8) });
  await write("Good evening, how are you today?");
  expect(await olena.next("message-translated")).toMatchObject({ language: "uk" });

  await changeOwn(w.store, w.olena.id, { account: { readsLanguages: ["ro"], readingLanguage: "ro" } });
  for (const tab of [olena, second]) {
    expect(await tab.next("languages-changed")).toEqual({ reads: ["ro"], into: "ro" });
  }
  const { users } = await james.next(
    "update-user-list",
    ({ users }) => users.some(({ userId, languages }) => userId === w.olena.id && languages.includes("ro")),
  );
  expect(users).toMatchObject([{ userId: w.olena.id, languages: ["ro"] }]);
  await write("The linden trees are out in our street.");
  expect(await olena.next("message-translated", ({ language }) => language === "ro"))
    .toMatchObject({ body: "[en→ro] The linden trees are out in our street." });

  await changeOwn(w.store, w.olena.id, { account: { readsLanguages: ["ro", "en"] } });
  expect(await second.next("languages-changed", ({ reads }) => reads.length === 2)).toMatchObject({ into: "ro" });
  await write("Now you read me as I write, don't you?");
  await olena.ask("latency-start", { startTimeLatency: 1 });
  expect(olena.count("message-translated")).toBe(2);
});

Deno.test("what has nothing to do with languages tells nobody, and who was about to leave is not held by it", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await changeOwn(w.store, w.olena.id, { account: { phone: "+380 44 123" } });
  await olena.ask("latency-start", { startTimeLatency: 1 });
  expect(olena.count("languages-changed")).toBe(0);
  await olena.leave();
  await changeOwn(w.store, w.olena.id, { account: { readsLanguages: ["ro"] } });
  expect((await james.next("update-user-list", ({ gone }) => gone.length > 0)).gone).toEqual([w.olena.id]);
});

/** What the chat logs is enough to follow a chat, and holds no messages, names or tokens. */
import { getJsonLinesFormatter } from "@logtape/logtape";
import { expect } from "expect";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { logged } from "../../services/testing/logged.ts";
import { talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

Deno.test("a chat can be followed in the log, and no connection holds a word of it, a name, or a token", async () => {
  let id = "";
  let tokens: string[] = [];
  const records = await logged(["vesna"], async () => {
    await using w = await world();
    const sessions = await Promise.all([w.james, w.olena].map((user) => startSession(w.store, user.id, false)));
    tokens = sessions.flatMap(({ token, session }) => [token, session.tokenHash]);
    const [james, olena] = [await w.join(w.james, tokens[0]), await w.join(w.olena, tokens[2])];
    id = await talk(james, w.james.id, olena, w.olena.id);
    await james.ask("ChatNewMessage", { to: w.olena.id, message: "secret-words", clientId: "secret-client" });
    await james.ask("ChatNewMessage", { to: w.daria.id, message: "secret-words", clientId: "secret-other" });
    // A message that fails inside the server, and then a broken frame.
    const { run } = w.store.mutexes;
    w.store.mutexes.run = () => Promise.reject(new Error("the store is away"));
    const unsaid = { to: w.olena.id, message: "secret-words", clientId: "secret-unsaid" };
    expect((await james.ask("ChatNewMessage", unsaid)).data.code).toBe("internal");
    w.store.mutexes.run = run;
    james.sendRaw('{"event":"ChatNewMessage","data":{"to":"secret-words"');
    james.sendRaw('{"event":"secret-event","data":{},"id":"x"}');
    await james.until(() => james.heard.find((frame) => frame.id === "x"), "an answer");
    await olena.ask("stop-text-chat", { targetId: w.james.id });
    for (let at = 0; at < 100; at++) james.sendRaw("secret-words");
    expect((await james.closing()).code).toBe(4429);
  });
  const lines = records.map(getJsonLinesFormatter());
  const text = lines.join("\n");
  for (const secret of [/secret/i, /James/, /Olena/, ...tokens.map((token) => new RegExp(token))]) {
    expect(text).not.toMatch(secret);
  }
  const messages = lines.map((line) => JSON.parse(line).message as string);
  const isSaid = (part: string) => messages.some((message) => message.includes(part));
  for (const part of ["created", "minute 1 charged", "ended"]) {
    expect([part, isSaid(`chat "${id}" ${part}`)]).toEqual([part, true]);
  }
  expect(isSaid("too many frames")).toBe(true);
  expect(text).toContain("the store is away");
});

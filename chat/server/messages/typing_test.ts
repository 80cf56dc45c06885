/** `typing` goes only to the partner of the open chat, at most every two seconds. */
import { expect } from "expect";
import { typingEverySeconds } from "../../shared/limits.ts";
import { talk, type TestClient } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

/** Waits until all that `client` has sent is answered, and so passed on. */
const caughtUp = (client: TestClient) => client.ask("latency-start", { startTimeLatency: 1 });

Deno.test("the partner hears that he writes and that he stopped, and nobody hears it a second time within two seconds", async () => {
  let elapsedMs = 0;
  await using w = await world({ elapsedMs: () => elapsedMs });
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  const secondTab = await w.join(w.james);
  const heard = async () => {
    await caughtUp(olena);
    return olena.heard.filter(({ event }) => event === "typing").map(({ data }) => data);
  };
  const writes = { from: w.james.id, isTyping: true };
  for (const tab of [james, secondTab, james]) {
    tab.say("typing", { to: w.olena.id });
    await caughtUp(tab);
    elapsedMs += typingEverySeconds * 1000 / 3 - 1;
  }
  expect(await heard()).toEqual([writes]);
  elapsedMs = typingEverySeconds * 1000;
  for (const tab of [secondTab, james]) {
    tab.say("typing", { to: w.olena.id });
    await caughtUp(tab);
  }
  expect(await heard()).toEqual([writes, writes]);
  elapsedMs *= 2;
  james.say("typing", { to: w.olena.id, isTyping: false });
  await caughtUp(james);
  expect(await heard()).toEqual([writes, writes, { from: w.james.id, isTyping: false }]);
  expect([james.count("typing"), secondTab.count("typing")]).toEqual([0, 0]);
});

Deno.test("outside an open chat with that one, nobody hears of it", async () => {
  await using w = await world();
  const [james, olena, daria] = [await w.join(w.james), await w.join(w.olena), await w.join(w.daria)];
  expect((await olena.ask("typing", { to: w.james.id })).data.code).toBe("chat_not_open");
  await talk(james, w.james.id, olena, w.olena.id);
  expect((await james.ask("typing", { to: w.daria.id })).data.code).toBe("chat_not_open");
  expect((await daria.ask("typing", { to: w.james.id, from: w.olena.id })).data.code).toBe("forbidden");
  expect((await daria.ask("typing", { to: w.james.id })).data.code).toBe("chat_not_open");
  await Promise.all([james, olena, daria].map(caughtUp));
  expect([james, olena, daria].map((client) => client.count("typing"))).toEqual([0, 0, 0]);
});

Deno.test("it reaches the partner on another instance", async () => {
  await using w = await twoInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await talk(james, w.james.id, olena, w.olena.id);
  james.say("typing", { to: w.olena.id });
  expect(await olena.next("typing")).toEqual({ from: w.james.id, isTyping: true });
});

Deno.test("what a page says by itself and is late is refused without a word; whoever asks by id hears it", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const told = { typing: {}, "video-signal": { signal: "late" }, "text-request-answer": { ev: "busy" } };
  for (const [event, data] of Object.entries(told)) {
    olena.sendRaw(JSON.stringify({ event, data: { to: w.james.id, ...data } }));
  }
  await Promise.all([james, olena].map(caughtUp));
  expect(olena.count("error-event")).toBe(0);
  expect(await olena.ask("text-request-answer", { to: w.james.id, ev: "busy" })).toMatchObject({
    event: "error-event",
    data: { code: "request_over" },
  });
  // A decline that came too late is reported even without an id.
  olena.sendRaw(JSON.stringify({ event: "text-request-answer", data: { to: w.james.id, ev: "decline" } }));
  expect(await olena.next("error-event")).toMatchObject({ code: "request_over" });
});

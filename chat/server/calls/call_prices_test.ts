/** No call begins at a price other than the one that its man was shown. */
import { expect } from "expect";
import { chatById, chatOfPerson } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { planTariff } from "../../../kv/credits/prices/tariffs.ts";
import { answerTo, offer, see, talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

const old = { text: 1, video: 5 };
const dearer = { sendLetter: 12, openLetter: 6, textMinute: 2, videoMinute: 8, watchVideo: 11 };
const now = { text: 2, video: 8 };
const begins = (w: World) => planTariff(w.store, { validFrom: null, prices: dearer, actorId: 1 });

async function both(w: World) {
  return { james: await w.join(w.james), olena: await w.join(w.olena) };
}
const balance = (w: World) => balanceOf(w.store, w.james.id);

Deno.test("a call that began to cost more than its man was shown begins for nobody, whoever asked", async () => {
  for (const [asker, other] of [["james", "olena"], ["olena", "james"]] as const) {
    await using w = await world();
    const tabs = await both(w);
    const said = { james: { quoted: old }, olena: {} };
    await tabs[asker].ask("video-request", { to: w[other].id, offer, ...said[asker] });
    await tabs[other].next("video-request");
    await begins(w);
    const accepting = { to: w[asker].id, answer: answerTo, ...said[other] };
    const { data } = await tabs[other].ask("video-request-accept", accepting);
    expect(data).toMatchObject(other === "james" ? { code: "quote_changed", status: 409 } : { code: "chat_unpaid" });
    expect(await tabs.james.next("reserve-time-error")).toEqual({
      status: 409,
      error: { message: "en quote_changed" },
      partnerId: w.olena.id,
    });
    expect(await tabs.olena.next("reserve-time-error")).toEqual({
      status: 402,
      error: { message: "en chat_unpaid" },
      partnerId: w.james.id,
    });
    for (const tab of Object.values(tabs)) expect(tab.count("chat-open") + tab.count("video-request-accept")).toBe(0);
    expect(await chatOfPerson(w.store, w.james.id)).toBe(null);
    expect(await balance(w)).toBe(200);
    // A page that quotes the new price, or quotes none, pays the new price.
    await tabs[asker].ask("video-request", { to: w[other].id, offer, ...(asker === "james" && { quoted: now }) });
    expect((await tabs[other].ask("video-request-accept", { to: w[asker].id, answer: answerTo })).event).toBe(
      "video-request-accept",
    );
    expect(await balance(w)).toBe(192);
  }
});

Deno.test("who asks for a call at a price that is over hears so at once, and nobody rings", async () => {
  await using w = await world();
  const { james, olena } = await both(w);
  await begins(w);
  const ask = (quoted: typeof old) => james.ask("video-request", { to: w.olena.id, offer, quoted });
  expect((await ask(old)).data).toMatchObject({ code: "quote_changed", message: "en quote_changed" });
  expect((await ask(now)).event).toBe("video-request-sent");
  await olena.next("video-request");
  expect(olena.count("video-request")).toBe(1);
});

Deno.test("text becomes a call at the prices of the chat, or stays text where its man was shown others", async () => {
  await using w = await world();
  const { james, olena } = await both(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await begins(w);
  w.clock.advance({ seconds: 20 });
  // His page quotes what a chat that began now would cost.
  expect((await james.ask("video-request", { to: w.olena.id, offer, quoted: now })).data.code).toBe("quote_changed");
  await olena.ask("video-request", { to: w.james.id, offer });
  await james.next("video-request");
  const accept = (quoted: typeof old) =>
    james.ask("video-request-accept", { to: w.olena.id, answer: answerTo, quoted });
  expect((await accept(now)).data.code).toBe("quote_changed");
  expect(await chatById(w.store, id)).toMatchObject({ kind: "text", state: "open" });
  expect(await balance(w)).toBe(199);
  await olena.ask("video-request", { to: w.james.id, offer });
  expect((await accept(old)).data).toMatchObject({ id });
  expect(await balance(w)).toBe(195);
  await see(id, james, olena);
});

Deno.test("what a lady says of prices is nobody's word", async () => {
  await using w = await world();
  const { james, olena } = await both(w);
  await begins(w);
  expect((await olena.ask("video-request", { to: w.james.id, offer, quoted: old })).event).toBe("video-request-sent");
  await james.ask("video-request-accept", { to: w.olena.id, answer: answerTo, quoted: now });
  expect(await balance(w)).toBe(192);
});

/** Where backgrounds are asked for, a man in the United States can chat with a lady only after her consent. */
import { expect } from "expect";
import { chatById, chatOfPerson } from "../../kv/chats/chats.ts";
import { waitingOf } from "../../kv/chats/invitations.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { keys } from "../../kv/store/keys.ts";
import { consented, searchedStatement } from "../../kv/testing/background.ts";
import { createVera } from "../../kv/testing/safety.ts";
import { talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

async function askingWorld() {
  const w = await world({}, (store) => ({ ...store, asksBackground: true }));
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, countryId: 840 });
  return w;
}

Deno.test("an invitation, a call and a request are refused with what comes next, and hers as well", async () => {
  await using w = await askingWorld();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  for (
    const ask of [
      () => james.ask("text-request", { to: w.olena.id }),
      () => james.ask("video-request", { to: w.olena.id, offer: { type: "offer", sdp: "v=0" } }),
      () => james.ask("conversation-request", { to: w.olena.id, section: "text" }),
      () => olena.ask("text-request", { to: w.james.id }),
    ]
  ) {
    expect((await ask()).data).toMatchObject({ code: "background_required", status: 403 });
  }
  expect(olena.count("text-request") + olena.count("video-request") + james.count("text-request")).toBe(0);
});

Deno.test("with her consent they talk, and what parts them ends the chat", async () => {
  await using w = await askingWorld();
  await searchedStatement(w.store, w.james.id, (await createVera(w.store)).id);
  await consented(w.store, w.james.id, w.olena.id);
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  expect(await chatOfPerson(w.store, w.james.id)).not.toBeNull();
  await w.instance.chat.part(w.olena.id, w.james.id);
  expect(await chatOfPerson(w.store, w.james.id)).toBeNull();
});

Deno.test("a chat with open contact ends as the site's doing once he is asked for his background; the other minute goes back", async () => {
  await using w = await world({}, (store) => ({ ...store, asksBackground: true }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  const paid = await balanceOf(w.store, w.james.id);
  await w.instance.chat.partWithoutContact(w.james.id);
  expect(await chatOfPerson(w.store, w.james.id)).not.toBeNull();
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, countryId: 840 });
  await w.instance.chat.partWithoutContact(w.james.id);
  for (const each of [james, olena]) expect(await each.next("chat-session-end")).toMatchObject({ id });
  expect(await chatById(w.store, id)).toMatchObject({ state: "ended", endedBy: "server", refundedCredits: 1 });
  expect(await balanceOf(w.store, w.james.id)).toBe(paid + 1);
  const said = await olena.ask("ChatNewMessage", { to: w.james.id, message: "Good evening", clientId: "one" });
  expect(said.event).toBe("error-event");
});

Deno.test("an invitation that waits ends for both once he is asked for his background", async () => {
  await using w = await world({}, (store) => ({ ...store, asksBackground: true }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await olena.ask("text-request", { to: w.james.id });
  await james.next("text-request");
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, countryId: 840 });
  await w.instance.chat.partWithoutContact(w.james.id);
  expect(await olena.next("request-timeout")).toBeDefined();
  expect(await waitingOf(w.store, w.olena.id)).toBeNull();
});

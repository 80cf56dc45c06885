/** Who has talked with somebody finds the conversation, and may report it, whatever has become of the other since. */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { eraseMember } from "../../../kv/records/own_data/erase.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { createVera } from "../../../kv/testing/safety.ts";
import { testPassword } from "../../../kv/testing/store.ts";
import { talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

const fates: Record<string, (w: World) => Promise<unknown>> = {
  "taken down": ({ store, olena }) => takeDown(store, olena.id),
  async suspended({ store, olena }) {
    await suspend(store, { userId: olena.id, kind: "conduct", reason: "Rude", actorId: (await createVera(store)).id });
  },
  async erased({ store, olena }) {
    await deleteAccount(store, olena.id, { password: testPassword, wantsRefund: false });
    await eraseMember(store, olena.id, async () => {});
  },
};

/** James and Olena have written to each other, and the chat is over. */
async function written(w: World) {
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "Please send it back", clientId: "c1" });
  await olena.ask("ChatNewMessage", { to: w.james.id, message: "Send me 500 first", clientId: "c2" });
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  return { james, olena };
}

/** Of a person who is out of sight, nothing but the name is told. */
const unseen = { userPhoto: "/no-avatar.webp", allowChat: false, allowVideoChat: false };

for (const [fate, happens] of Object.entries(fates)) {
  Deno.test(`he finds his conversation with a lady who is ${fate}, and of her the name alone`, async () => {
    await using w = await world();
    const { james, olena } = await written(w);
    await happens(w);
    await olena.closing();
    const name = fate === "erased"
      ? { userName: "Deleted member (en)", names: { uk: "Deleted member (uk)" } }
      : { userName: "Olena" };
    const { dialogs } = (await james.ask("getDialogsHistory")).data;
    expect(dialogs).toMatchObject([{ userId: w.olena.id, ...name, ...unseen, userBirth: 0 }]);
    expect(dialogs[0].quote).toBe(undefined);
    const { user } = (await james.ask("fetch-user-data", { uid: w.olena.id })).data;
    expect(user).toMatchObject({ ...name, ...unseen, birth: 0, languages: [] });
    const { messages } = (await james.ask("getChatHistory", { to: w.olena.id })).data;
    expect(messages).toMatchObject([
      { body: "Please send it back" },
      fate === "erased" ? { body: "", erased: true } : { body: "Send me 500 first" },
    ]);
    expect(messages[0].erased).toBe(undefined);
    expect((await james.ask("message-set-viewed", { message: { id: messages[1]._id } })).event).toBe(
      "message-set-viewed",
    );
    expect((await james.ask("text-request", { to: w.olena.id })).event).toBe("error-event");
  });
}

Deno.test("nobody finds somebody out of sight with whom she or he has not talked", async () => {
  await using w = await world();
  const wei = await w.join(w.wei);
  await takeDown(w.store, w.olena.id);
  expect((await wei.ask("fetch-user-data", { uid: w.olena.id })).data.user).toBe(null);
  expect((await wei.ask("getDialogsHistory")).data.dialogs).toEqual([]);
});

Deno.test("across a block a conversation is listed by name, without age, picture and line", async () => {
  await using w = await world();
  const { james } = await written(w);
  await setBlocked(w.store, w.olena.id, w.james.id, true);
  await w.instance.chat.blockChanged(w.olena.id, w.james.id, true);
  const { dialogs } = (await james.ask("getDialogsHistory")).data;
  expect(dialogs).toMatchObject([{ userId: w.olena.id, userName: "Olena", ...unseen, userBirth: 0 }]);
});

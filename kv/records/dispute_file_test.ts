/** Which chats a bank is shown: those that were open when he paid or later, whatever became of his account. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../accounts/deletions.ts";
import { setRunning } from "../chats/chats.ts";
import { endChat, reserveMinute } from "../chats/minutes.ts";
import { openChat } from "../testing/chats.ts";
import { paidPayment } from "../testing/payments.ts";
import { createPeople, testPassword, testStore } from "../testing/store.ts";
import { disputeTables } from "./dispute_file.ts";
import { eraseMember } from "./own_data/erase.ts";

/** James talks with Olena, tops up in his chat with Daria and talks on, and talks with Olena again. */
async function world() {
  const store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const talkWith = async (ladyId: number) => {
    const chat = await openChat(store, { manId: james.id, ladyId });
    await setRunning(store, chat.id, true, store.now());
    store.clock.advance({ seconds: 30 });
    return chat;
  };
  const end = (chatId: string) => endChat(store, chatId, { by: "man", reason: "stopped" });
  const earlier = await talkWith(olena.id);
  await end(earlier.id);
  store.clock.advance({ seconds: 1 });
  const during = await talkWith(daria.id);
  const payment = await paidPayment(store, james.id);
  await reserveMinute(store, james.id, during.id);
  store.clock.advance({ seconds: 60 });
  await end(during.id);
  const later = await talkWith(olena.id);
  const shown = async () => {
    const paid = { ...payment, paidAt: payment.paidAt! };
    return (await Array.fromAsync(disputeTables.chats.rows(store, paid))).map(([chat, lady]) => [chat, lady]);
  };
  const expected = [[later.id, olena.id], [during.id, daria.id]];
  return { store, james, later, end, shown, expected, [Symbol.dispose]: () => store.close() };
}

Deno.test("the file for a dispute tells the chat in which he topped up, and none that had ended before", async () => {
  using w = await world();
  expect(await w.shown()).toEqual(w.expected);
  await w.end(w.later.id);
  expect(await w.shown()).toEqual(w.expected);
});

Deno.test("the file for a dispute tells his chats after he has deleted his account", async () => {
  using w = await world();
  const deleted = await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  expect(deleted.ok).toBe(true);
  const noFiles = () => Promise.resolve();
  await eraseMember(w.store, w.james.id, noFiles);
  w.store.clock.advance({ ms: secondPassMs });
  await eraseMember(w.store, w.james.id, noFiles);
  expect(await w.shown()).toEqual(w.expected);
});

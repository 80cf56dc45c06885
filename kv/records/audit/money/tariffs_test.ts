import { expect } from "expect";
import type { Chat } from "../../../chats/chats.ts";
import { userByEmail } from "../../../accounts/users.ts";
import { lastEntry } from "../../../credits/ledger/ledger.ts";
import { planTariff, type Tariff } from "../../../credits/prices/tariffs.ts";
import type { Letter } from "../../../letters/letter.ts";
import { sendLetter } from "../../../letters/sending.ts";
import { keys } from "../../../store/keys.ts";
import { openChat } from "../../../testing/chats.ts";
import { createPeople, type TestStore, testStore } from "../../../testing/store.ts";
import { audit } from "../../audit.ts";
import { testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

const prices = { sendLetter: 12, openLetter: 6, textMinute: 2, videoMinute: 8, watchVideo: 11 };

/** Letters and a chat before and after other prices began. */
async function charged(store: TestStore): Promise<{ tariff: Tariff; letter: Letter; chat: Chat }> {
  const { james, wei, olena, daria } = await createPeople(store);
  const send = async (authorId: number, recipientId: number) => {
    const sent = await sendLetter(store, { authorId, recipientId, body: "Hello", sendKey: store.randomToken() });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  await send(james.id, olena.id);
  await openChat(store, { manId: wei.id, ladyId: daria.id });
  store.clock.advance({ hours: 1 });
  const planned = await planTariff(store, { validFrom: null, prices, actorId: 1 });
  if (!planned.ok) throw new Error(planned.reason);
  await send(james.id, olena.id);
  const chat = await openChat(store, { manId: james.id, ladyId: olena.id });
  return { tariff: planned.tariff, letter: await send(olena.id, james.id), chat };
}

testDamages<Awaited<ReturnType<typeof charged>>>("what was charged at two tariffs is without fault", charged, [
  [
    "a tariff that was changed after something was charged at it",
    (store, { tariff }) =>
      tamper<Tariff>(store, keys.tariff(tariff.id), { prices: { ...tariff.prices, sendLetter: 13 } }),
    /entry \d+ of man \d+ paid 12 for what cost something else then/,
  ],
  [
    "a tariff at which something is free",
    (store, { tariff }) =>
      tamper<Tariff>(store, keys.tariff(tariff.id), { prices: { ...tariff.prices, watchVideo: 0 } }),
    /tariff \d+ has an impossible price: watchVideo/,
  ],
  [
    "a letter sealed for what nothing cost",
    (store, { letter }) => tamper<Letter>(store, keys.letter(letter.id), { openingPriceCredits: 9 }),
    /letter \d+ is sealed for 9 credits, which was no price of its time/,
  ],
  [
    "a chat at prices of its own",
    (store, { chat }) => tamper<Chat>(store, keys.chat(chat.id), { prices: { text: 2, video: 9 } }),
    /chat \d+ has minutes at prices that did not hold when it began/,
  ],
]);

Deno.test("what was charged while the clock stood behind is no fault: its entry has the moment of the one before", async () => {
  using store = await testStore();
  await charged(store);
  const [james, daria] = [await userByEmail(store, "james@demo.test"), await userByEmail(store, "daria@demo.test")];
  const write = () =>
    sendLetter(store, { authorId: james!.id, recipientId: daria!.id, body: "Hello", sendKey: store.randomToken() });
  store.clock.advance({ hours: 1 });
  expect(await write()).toMatchObject({ ok: true });
  store.clock.advance({ hours: -3 });
  expect(await write()).toMatchObject({ ok: true });
  expect(await lastEntry(store, james!.id)).toMatchObject({ deltaCredits: -10, at: store.now() + 3 * 3600_000 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter that was written after the clock was put back costs what held when it was written", async () => {
  using store = await testStore();
  await charged(store);
  const [wei, olena] = [await userByEmail(store, "wei@demo.test"), await userByEmail(store, "olena@demo.test")];
  const write = () =>
    sendLetter(store, { authorId: olena!.id, recipientId: wei!.id, body: "Hello", sendKey: store.randomToken() });
  store.clock.advance({ days: 2 });
  expect(await write()).toMatchObject({ ok: true, letter: { isIntroduction: true } });
  store.clock.advance({ days: -2 });
  const tomorrow = store.now() + 24 * 3600_000;
  const planned = await planTariff(store, { validFrom: tomorrow, prices: { ...prices, openLetter: 7 }, actorId: 1 });
  expect(planned).toMatchObject({ ok: true });
  expect(await write()).toMatchObject({ ok: true, letter: { openingPriceCredits: 6, sentByClockAt: store.now() } });
  expect(await audit(store)).toEqual([]);
});

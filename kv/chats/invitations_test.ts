/** Invitations are found by the people whom they concern, however many others wait. */
import { expect } from "expect";
import { setBlocked } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse } from "../store/refusals.ts";
import { openChat } from "../testing/chats.ts";
import { countingStore } from "../testing/counting_store.ts";
import { afterMeanwhile, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { answerInvitation, invitationsTo, invite, withdrawInvitation } from "./invitations.ts";

const listed = async (store: TestStore) =>
  (await Array.fromAsync(store.kv.list({ prefix: prefixes.allChatInvitationsTo() }))).map(({ key }) => key.slice(1));

async function world(store: TestStore) {
  const { james, wei, olena, daria } = await createPeople(store);
  const asks = (one: { id: number }, other: { id: number }, isHis = true) => {
    const pair = isHis ? { manId: one.id, ladyId: other.id } : { manId: other.id, ladyId: one.id };
    return invite(store, pair, one.id, other.id, "text");
  };
  const askersOf = async ({ id }: { id: number }) => (await invitationsTo(store, id)).map(({ askerId }) => askerId);
  return { james, wei, olena, daria, asks, askersOf };
}

Deno.test("Olena finds who asks her, the first first, until he is answered, thinks better of it or his minute is over", async () => {
  using store = await testStore();
  const { james, wei, olena, asks, askersOf } = await world(store);
  await asks(wei, olena);
  store.clock.advance({ seconds: 1 });
  await asks(james, olena);
  expect(await askersOf(olena)).toEqual([wei.id, james.id]);
  const pair = { manId: james.id, ladyId: olena.id };
  await answerInvitation(store, pair, { askerId: james.id, answererId: olena.id, kind: "text", accepts: false });
  expect(await askersOf(olena)).toEqual([wei.id]);
  await asks(james, olena);
  await withdrawInvitation(store, wei.id);
  expect(await askersOf(olena)).toEqual([james.id]);
  expect(await listed(store)).toEqual([[olena.id, james.id]]);
  store.clock.advance({ minutes: 1 });
  expect(await askersOf(olena)).toEqual([]);
});

Deno.test("whom Olena blocks while he asks her rings no more", async () => {
  for (const blocker of ["james", "olena"] as const) {
    using store = await testStore();
    const people = await createPeople(store);
    const { james, olena } = people;
    const pair = { manId: james.id, ladyId: olena.id };
    const [one, other] = blocker === "james" ? [james, olena] : [olena, james];
    // The first commit counts the invitation.
    const meeting = afterMeanwhile(store, () => setBlocked(store, one.id, other.id, true), { atCommit: 2 });
    expect([blocker, await invite(meeting, pair, james.id, olena.id, "text")]).toEqual([blocker, refuse("blocked")]);
    expect(await invitationsTo(store, olena.id)).toEqual([]);
  }
});

Deno.test("two who ask each other leave nothing behind, and whoever asks another one after the minute only the newer", async () => {
  using store = await testStore();
  const { james, olena, daria, asks, askersOf } = await world(store);
  await asks(james, olena);
  expect(await asks(olena, james, false)).toMatchObject({ outcome: "agreed" });
  expect(await listed(store)).toEqual([]);
  await asks(james, olena);
  store.clock.advance({ minutes: 1 });
  await asks(james, daria);
  expect([await askersOf(olena), await askersOf(daria)]).toEqual([[], [james.id]]);
  expect(await listed(store)).toEqual([[daria.id, james.id]]);
});

Deno.test("a thousand who wait for others cost Olena no round and no record", async () => {
  using store = await testStore();
  const { james, olena, daria, asks } = await world(store);
  const pairs = Array.from({ length: 1000 }, (_, at) => ({ manId: 900_000 + at, ladyId: daria.id }));
  for (const pair of pairs) await invite(store, pair, pair.manId, daria.id, "text");
  const counting = countingStore(store);
  const ask = () => counting.count(() => invitationsTo(counting.store, olena.id));
  expect(await ask()).toEqual({ reads: 1, writes: 0, result: [] });
  await asks(james, olena);
  expect(await ask()).toMatchObject({ reads: 2, writes: 0, result: [{ askerId: james.id }] });
});

Deno.test("ten invitations that nobody accepted have rung enough for ten minutes, and those accepted do not count", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, asks } = await world(store);
  const pair = { manId: james.id, ladyId: olena.id };
  const rings = async (accepts: boolean | null) => {
    const asked = await asks(james, olena);
    if (accepts === null) await withdrawInvitation(store, james.id);
    else await answerInvitation(store, pair, { askerId: james.id, answererId: olena.id, kind: "text", accepts });
    return asked.ok ? asked.outcome : asked.reason;
  };
  for (let time = 0; time < 12; time++) expect(await rings(true)).toBe("sent");
  for (let time = 0; time < 10; time++) expect(await rings(time % 2 ? false : null)).toBe("sent");
  expect(await asks(james, olena)).toEqual({ ok: false, reason: "too_many_requests", retryAfterSeconds: 600 });
  // Others are asked, and she may ask him.
  expect(await asks(wei, olena)).toMatchObject({ outcome: "sent" });
  expect(await asks(james, daria)).toMatchObject({ outcome: "sent" });
  expect(await asks(james, olena)).toMatchObject({ reason: "too_many_requests" });
  expect(await asks(olena, james, false)).toMatchObject({ outcome: "sent" });
  store.clock.advance({ minutes: 10 });
  expect(await rings(null)).toBe("sent");
});

Deno.test("two who ask each other have not rung in vain, however often", async () => {
  using store = await testStore();
  const { james, olena, asks } = await world(store);
  for (let time = 0; time < 15; time++) {
    expect(await asks(james, olena)).toMatchObject({ outcome: "sent" });
    expect(await asks(olena, james, false)).toMatchObject({ outcome: "agreed" });
  }
});

for (const whose of ["his", "hers"] as const) {
  Deno.test(`an invitation is not accepted while a chat of ${whose} with somebody else begins`, async () => {
    using store = await testStore();
    const { james, wei, olena, daria, asks } = await world(store);
    await asks(james, olena);
    const pair = { manId: james.id, ladyId: olena.id };
    const begins = whose === "his" ? { manId: james.id, ladyId: daria.id } : { manId: wei.id, ladyId: olena.id };
    const late = afterMeanwhile(store, () => openChat(store, begins));
    const accepting = { askerId: james.id, answererId: olena.id, kind: "text", accepts: true } as const;
    expect(await answerInvitation(late, pair, accepting)).toEqual(refuse("chat_busy"));
    expect((await store.kv.get(keys.chatAcceptance(james.id, olena.id))).value).toBeNull();
  });
}

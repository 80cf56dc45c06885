import { expect } from "expect";
import { withMethods } from "../store/handles/handle.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { addDevice } from "../testing/devices.ts";
import { asOtherProcess, createPeople, testStore, withKv } from "../testing/store.ts";
import {
  keepSubscription,
  removeSubscription,
  removeSubscriptionsOf,
  subscriptionById,
  subscriptionIdOf,
  subscriptionsOf,
  subscriptionsPerPerson,
} from "./push_subscriptions.ts";
import { endOtherSessions, endSession, startSession } from "./signing_in/sessions.ts";

Deno.test("a device is kept once, however often its browser says so, with its newest keys", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await addDevice(store, james.id, { endpoint: "https://push.example/1" });
  await addDevice(store, james.id, { endpoint: "https://push.example/1", auth: "newer" });
  const kept = await subscriptionsOf(store, james.id);
  expect(kept.map(({ auth }) => auth)).toEqual(["newer"]);
  expect(kept[0]!.id).not.toContain("push.example");
});

Deno.test("of an eleventh device the oldest makes room", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  for (let n = 0; n <= subscriptionsPerPerson; n++) {
    store.clock.advance({ seconds: 1 });
    await addDevice(store, james.id, { endpoint: `https://push.example/${n}` });
  }
  const kept = await subscriptionsOf(store, james.id);
  expect(kept.length).toBe(subscriptionsPerPerson);
  expect(kept.map(({ endpoint }) => endpoint)).not.toContain("https://push.example/0");
});

Deno.test("a device that changes hands notifies its new person alone, also when both wish it at once", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const endpoint = "https://push.example/shared";
  await addDevice(store, james.id, { endpoint });
  await addDevice(store, wei.id, { endpoint });
  expect([await subscriptionsOf(store, james.id), (await subscriptionsOf(store, wei.id)).length]).toEqual([[], 1]);
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      [james, wei, james].map((user, n) => addDevice(n % 2 ? asOtherProcess(store) : store, user.id, { endpoint })),
    );
    const owners = [...await subscriptionsOf(store, james.id), ...await subscriptionsOf(store, wei.id)];
    expect(owners.length).toBe(1);
  }
});

Deno.test("only whose device it is can remove it, and those of a session that was ended go", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const id = subscriptionIdOf("https://push.example/1");
  const here = await addDevice(store, james.id, { endpoint: "https://push.example/1" });
  await addDevice(store, james.id, { endpoint: "https://push.example/2" });
  await removeSubscription(store, wei.id, id);
  expect(await subscriptionById(store, james.id, id)).not.toBe(null);
  await removeSubscriptionsOf(store, james.id, ({ tokenHash }) => tokenHash === here.tokenHash);
  expect((await subscriptionsOf(store, james.id)).map(({ endpoint }) => endpoint)).toEqual(["https://push.example/2"]);
  await removeSubscription(store, james.id, id);
  await removeSubscription(store, james.id, subscriptionIdOf("https://push.example/2"));
  expect(await subscriptionsOf(store, james.id)).toEqual([]);
});

Deno.test("who logs out while the device is on its way is not notified on it, whichever comes first", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const device = { endpoint: "https://push.example/hotel", p256dh: "p", auth: "a" };
  const { session: over } = await startSession(store, james.id, false);
  await endSession(store, over);
  expect(await keepSubscription(store, over, device)).toMatchObject({ ok: false, reason: "not_signed_in" });
  for (let round = 0; round < 20; round++) {
    const { session } = await startSession(store, james.id, false);
    const keep = () => keepSubscription(asOtherProcess(store), session, device);
    const end = () => round % 4 < 2 ? endSession(store, session) : endOtherSessions(store, james.id, null);
    await Promise.all(round % 2 ? [end(), keep()] : [keep(), end()]);
    expect(await subscriptionsOf(store, james.id)).toEqual([]);
  }
});

Deno.test("who logs out everywhere has devices looked for when no session is left in which one could be named", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const { session } = await startSession(store, james.id, false);
  const stood: Promise<Deno.KvEntryMaybe<unknown>>[] = [];
  const list: Deno.Kv["list"] = (selector, options) => {
    const isOfDevices = "prefix" in selector && selector.prefix[0] === prefixes.pushSubscriptions(james.id)[0];
    if (isOfDevices) stood.push(store.kv.get(keys.session(session.tokenHash)));
    return store.kv.list(selector, options);
  };
  await endOtherSessions(withKv(store, withMethods(store.kv, { list })), james.id, null);
  expect((await Promise.all(stood)).at(-1)!.value).toBe(null);
});

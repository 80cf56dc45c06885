import { expect } from "expect";
import { asOtherProcess, createPeople, testStore } from "../testing/store.ts";
import {
  keepSubscription,
  removeSubscription,
  removeSubscriptionsOf,
  subscriptionById,
  subscriptionIdOf,
  subscriptionsOf,
  subscriptionsPerPerson,
} from "./push_subscriptions.ts";

const deviceAt = (endpoint: string, tokenHash = "session") => ({ endpoint, p256dh: "p", auth: "a", tokenHash });

Deno.test("a device is kept once, however often its browser says so, with its newest keys", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await keepSubscription(store, james.id, deviceAt("https://push.example/1"));
  await keepSubscription(store, james.id, { ...deviceAt("https://push.example/1"), auth: "newer" });
  const kept = await subscriptionsOf(store, james.id);
  expect(kept.map(({ auth }) => auth)).toEqual(["newer"]);
  expect(kept[0]!.id).not.toContain("push.example");
});

Deno.test("of an eleventh device the oldest makes room", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  for (let n = 0; n <= subscriptionsPerPerson; n++) {
    store.clock.advance({ seconds: 1 });
    await keepSubscription(store, james.id, deviceAt(`https://push.example/${n}`));
  }
  const kept = await subscriptionsOf(store, james.id);
  expect(kept.length).toBe(subscriptionsPerPerson);
  expect(kept.map(({ endpoint }) => endpoint)).not.toContain("https://push.example/0");
});

Deno.test("a device that changes hands notifies its new person alone, also when both wish it at once", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const endpoint = "https://push.example/shared";
  await keepSubscription(store, james.id, deviceAt(endpoint));
  await keepSubscription(store, wei.id, deviceAt(endpoint));
  expect([await subscriptionsOf(store, james.id), (await subscriptionsOf(store, wei.id)).length]).toEqual([[], 1]);
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      [james, wei, james].map((user, n) =>
        keepSubscription(n % 2 ? asOtherProcess(store) : store, user.id, deviceAt(endpoint))
      ),
    );
    const owners = [...await subscriptionsOf(store, james.id), ...await subscriptionsOf(store, wei.id)];
    expect(owners.length).toBe(1);
  }
});

Deno.test("only whose device it is can remove it, and those of a session that was ended go", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const id = subscriptionIdOf("https://push.example/1");
  await keepSubscription(store, james.id, deviceAt("https://push.example/1", "here"));
  await keepSubscription(store, james.id, deviceAt("https://push.example/2", "there"));
  await removeSubscription(store, wei.id, id);
  expect(await subscriptionById(store, james.id, id)).not.toBe(null);
  await removeSubscriptionsOf(store, james.id, ({ tokenHash }) => tokenHash === "here");
  expect((await subscriptionsOf(store, james.id)).map(({ endpoint }) => endpoint)).toEqual(["https://push.example/2"]);
  await removeSubscription(store, james.id, id);
  await removeSubscription(store, james.id, subscriptionIdOf("https://push.example/2"));
  expect(await subscriptionsOf(store, james.id)).toEqual([]);
});

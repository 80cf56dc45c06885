import type { PushSubscription } from "../../accounts/push_subscriptions.ts";
import { keys } from "../../store/keys.ts";
import { addDevice } from "../../testing/devices.ts";
import { createPeople, type TestStore } from "../../testing/store.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

async function world(store: TestStore) {
  const people = await createPeople(store);
  return { ...people, device: await addDevice(store, people.james.id) };
}

type World = Awaited<ReturnType<typeof world>>;

const corruptions: Damage<World>[] = [
  [
    "a device under another's name",
    (store, { james, device }) =>
      tamper<PushSubscription>(store, keys.pushSubscription(james.id, device.id), { userId: 77 }),
    /^a device of user \d+ calls itself another's$/,
  ],
  [
    "a device at another address",
    (store, { james, device }) =>
      tamper<PushSubscription>(store, keys.pushSubscription(james.id, device.id), {
        endpoint: "https://evil.example/",
      }),
    /^a device of user \d+ is not at the address of its name$/,
  ],
  [
    "a device of nobody",
    (store, { james }) => store.kv.delete(keys.user(james.id)),
    /^a device belongs to user \d+, who is not there$/,
  ],
  [
    "a device that is two people's",
    (store, { wei, device }) => store.kv.set(keys.pushSubscriber(device.id), wei.id),
    /^a device of user \d+ is known as somebody else's$/,
  ],
  [
    "a device that its person does not have",
    (store, { james, device }) => store.kv.delete(keys.pushSubscription(james.id, device.id)),
    /^a device is known as user \d+'s, who does not have it$/,
  ],
  [
    "an eleventh device",
    async (store, { james, device }) => {
      for (let more = 0; more < 10; more++) await store.kv.set(keys.pushSubscription(james.id, `more-${more}`), device);
    },
    /^user \d+ has 11 devices, more than there may be$/,
  ],
];

testDamages("the audit finds nothing wrong with a device that was only used as intended", world, corruptions);

import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import type { Store } from "../open.ts";
import { asOtherProcess, testStore } from "../testing/store.ts";
import { keys } from "./keys.ts";
import { Bells } from "./pubsub.ts";

/** Counts the rings of a topic, and waits for a number of them. */
function listener(bells: Bells, topic: string) {
  const heard = { count: 0, stop: () => {} };
  heard.stop = bells.listen(topic, () => void heard.count++);
  return heard;
}

/** Two connected instances over one store, gone at the end. */
async function withInstances(store: Store, use: (one: Store, other: Store) => Promise<void>): Promise<void> {
  const [one, other] = [asOtherProcess(store), asOtherProcess(store)];
  await one.bells.connect("one");
  await other.bells.connect("other");
  try {
    await use(one, other);
  } finally {
    await one.bells.close();
    await other.bells.close();
  }
}

Deno.test("a ring is heard at once by everybody who listens to its topic, and by nobody else", async () => {
  using store = await testStore();
  const [first, second, stranger] = [
    listener(store.bells, "mail:7"),
    listener(store.bells, "mail:7"),
    listener(store.bells, "mail:8"),
  ];
  store.bells.ring(["mail:7"]);
  expect([first.count, second.count, stranger.count]).toEqual([1, 1, 0]);
  first.stop();
  store.bells.ring(["mail:7", "mail:8"]);
  expect([first.count, second.count, stranger.count]).toEqual([1, 2, 1]);
});

Deno.test("who stops listening while a bell rings disturbs nobody", async () => {
  using store = await testStore();
  const first = listener(store.bells, "mail:7");
  const stop = store.bells.listen("mail:7", () => stop());
  const last = listener(store.bells, "mail:7");
  store.bells.ring(["mail:7"]);
  store.bells.ring(["mail:7"]);
  expect([first.count, last.count]).toEqual([2, 2]);
});

Deno.test("bells that are not connected write nothing and tell no other process", async () => {
  using store = await testStore();
  const other = asOtherProcess(store);
  const deaf = listener(other.bells, "mail:7");
  store.bells.ring(["mail:7"]);
  expect(deaf.count).toBe(0);
  expect((await Array.fromAsync(store.kv.list({ prefix: ["bell"] }))).length).toBe(0);
});

Deno.test("instances of a shared store hear each other, whichever came first", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const [here, there] = [listener(one.bells, "mail:7"), listener(other.bells, "mail:7")];
    one.bells.ring(["mail:7"]);
    expect(here.count).toBe(1);
    await until(() => there.count === 1);
    other.bells.ring(["mail:7"]);
    await until(() => here.count === 2);
    expect(there.count).toBe(2);
  });
});

Deno.test("what was rung last reaches the other instance, although this one ends at once", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const heard = ["mail:7", "session:gone"].map((topic) => listener(other.bells, topic));
    one.bells.ring(["mail:7"]);
    one.bells.ring(["session:gone"]);
    await one.bells.close();
    await until(() => heard.every(({ count }) => count === 1));
  });
});

Deno.test("a hundred rings at once all reach the other instance", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = Array.from({ length: 100 }, (_, id) => listener(other.bells, `mail:${id}`));
    for (let id = 0; id < 100; id++) one.bells.ring([`mail:${id}`]);
    await until(() => there.every(({ count }) => count >= 1));
  });
});

Deno.test("where more was rung than is kept, every bell rings: better one too many than a letter nobody hears of", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = listener(other.bells, "mail:7");
    const ofSessions: (string | null)[] = [];
    other.bells.listenToAll("session", (name) => void ofSessions.push(name));
    one.bells.ring(["mail:7", ...Array.from({ length: 1000 }, (_, id) => `chat:${id}`)]);
    await until(() => there.count >= 1 && ofSessions.includes(null));
    const rung = await store.kv.get<{ topics: string[] }>(keys.bell("one"));
    expect(rung.value!.topics.length).toBeLessThanOrEqual(200);
  });
});

Deno.test("an instance that joins later hears of everybody, and everybody of it", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const late = asOtherProcess(store);
    await late.bells.connect("late");
    try {
      const [inOne, inOther, inLate] = [one, other, late].map(({ bells }) => listener(bells, "mail:7"));
      await until(() => {
        late.bells.ring(["mail:7"]);
        return inOne!.count > 0 && inOther!.count > 0;
      });
      const before = inLate!.count;
      one.bells.ring(["mail:7"]);
      await until(() => inLate!.count > before);
    } finally {
      await late.bells.close();
    }
  });
});

Deno.test("an instance that ended is forgotten, and found again under the same name", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = listener(other.bells, "mail:7");
    await one.bells.close();
    await store.kv.delete(keys.bell("one"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await one.bells.connect("one");
    await until(() => {
      one.bells.ring(["mail:7"]);
      return there.count > 0;
    });
  });
});

Deno.test("whoever listens to all bells of a kind hears which of them rang, and no other kind", async () => {
  using store = await testStore();
  const heard: (string | null)[] = [];
  const stop = store.bells.listenToAll("session", (name) => void heard.push(name));
  store.bells.ring(["session:abc", "mail:7", "session:d:e"]);
  expect(heard).toEqual(["abc", "d:e"]);
  stop();
  store.bells.ring(["session:abc"]);
  expect(heard.length).toBe(2);
});

import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import type { Store } from "../open.ts";
import { asOtherProcess, testStore } from "../testing/store.ts";
import { withMethods } from "./handles/handle.ts";
import { StoreUnavailable } from "./health/health.ts";
import { nameOfKey } from "./key_name.ts";
import { keys } from "./keys.ts";
import { PubSub } from "./pubsub.ts";

/** Counts the messages of a topic. */
function listener(pubsub: PubSub, topic: string) {
  const heard = { count: 0, stop: () => {} };
  heard.stop = pubsub.listen(topic, () => void heard.count++);
  return heard;
}

/** The handle; it notes in `watched` which keys are being watched. */
const noting = (watched: Set<string>, kv: Deno.Kv): Deno.Kv =>
  withMethods(kv, {
    watch(of: readonly unknown[]) {
      const [key] = of as Deno.KvKey[];
      const reader = kv.watch([key!]).getReader();
      watched.add(nameOfKey(key!));
      const cancel = async () => {
        watched.delete(nameOfKey(key!));
        await reader.cancel();
      };
      return { getReader: () => ({ read: () => reader.read(), cancel }) } as never;
    },
  });

/** Two connected instances over one store, gone at the end. */
async function withInstances(store: Store, use: (one: Store, other: Store) => Promise<void>): Promise<void> {
  const [one, other] = [asOtherProcess(store), asOtherProcess(store)];
  await one.pubsub.connect("one");
  await other.pubsub.connect("other");
  try {
    await use(one, other);
  } finally {
    await one.pubsub.close();
    await other.pubsub.close();
  }
}

Deno.test("a message is heard at once by everybody who listens to its topic, and by nobody else", async () => {
  using store = await testStore();
  const [first, second, stranger] = [
    listener(store.pubsub, "mail:7"),
    listener(store.pubsub, "mail:7"),
    listener(store.pubsub, "mail:8"),
  ];
  store.pubsub.publish(["mail:7"]);
  expect([first.count, second.count, stranger.count]).toEqual([1, 1, 0]);
  first.stop();
  store.pubsub.publish(["mail:7", "mail:8"]);
  expect([first.count, second.count, stranger.count]).toEqual([1, 2, 1]);
});

Deno.test("who stops listening while a topic is published disturbs nobody", async () => {
  using store = await testStore();
  const first = listener(store.pubsub, "mail:7");
  const stop = store.pubsub.listen("mail:7", () => stop());
  const last = listener(store.pubsub, "mail:7");
  store.pubsub.publish(["mail:7"]);
  store.pubsub.publish(["mail:7"]);
  expect([first.count, last.count]).toEqual([2, 2]);
});

Deno.test("pub/sub that is not connected writes nothing and tells no other process", async () => {
  using store = await testStore();
  const other = asOtherProcess(store);
  const deaf = listener(other.pubsub, "mail:7");
  store.pubsub.publish(["mail:7"]);
  expect(deaf.count).toBe(0);
  expect((await Array.fromAsync(store.kv.list({ prefix: ["bell"] }))).length).toBe(0);
});

Deno.test("instances of a shared store hear each other, whichever came first", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const [here, there] = [listener(one.pubsub, "mail:7"), listener(other.pubsub, "mail:7")];
    one.pubsub.publish(["mail:7"]);
    expect(here.count).toBe(1);
    await until(() => there.count === 1);
    other.pubsub.publish(["mail:7"]);
    await until(() => here.count === 2);
    expect(there.count).toBe(2);
  });
});

Deno.test("what was published last reaches the other instance, although this one ends at once", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const heard = ["mail:7", "session:gone"].map((topic) => listener(other.pubsub, topic));
    one.pubsub.publish(["mail:7"]);
    one.pubsub.publish(["session:gone"]);
    await one.pubsub.close();
    await until(() => heard.every(({ count }) => count === 1));
  });
});

Deno.test("a hundred messages at once all reach the other instance", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = Array.from({ length: 100 }, (_, id) => listener(other.pubsub, `mail:${id}`));
    for (let id = 0; id < 100; id++) one.pubsub.publish([`mail:${id}`]);
    await until(() => there.every(({ count }) => count >= 1));
  });
});

Deno.test("where more was published than is kept, every topic is published: better one too many than a letter nobody hears of", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = listener(other.pubsub, "mail:7");
    const ofSessions: (string | null)[] = [];
    other.pubsub.listenToAll("session", (name) => void ofSessions.push(name));
    one.pubsub.publish(["mail:7", ...Array.from({ length: 1000 }, (_, id) => `chat:${id}`)]);
    await until(() => there.count >= 1 && ofSessions.includes(null));
    const rung = await store.kv.get<{ topics: string[] }>(keys.pubsubInstance("one"));
    expect(rung.value!.topics.length).toBeLessThanOrEqual(200);
  });
});

Deno.test("an instance that joins later hears of everybody, and everybody of it", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const late = asOtherProcess(store);
    await late.pubsub.connect("late");
    try {
      const [inOne, inOther, inLate] = [one, other, late].map(({ pubsub }) => listener(pubsub, "mail:7"));
      await until(() => {
        late.pubsub.publish(["mail:7"]);
        return inOne!.count > 0 && inOther!.count > 0;
      });
      const before = inLate!.count;
      one.pubsub.publish(["mail:7"]);
      await until(() => inLate!.count > before);
    } finally {
      await late.pubsub.close();
    }
  });
});

Deno.test("an instance that ended is forgotten, and found again under the same name", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = listener(other.pubsub, "mail:7");
    await one.pubsub.close();
    await store.kv.delete(keys.pubsubInstance("one"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await one.pubsub.connect("one");
    await until(() => {
      one.pubsub.publish(["mail:7"]);
      return there.count > 0;
    });
  });
});

Deno.test("whoever listens to all topics of a kind hears which of them changed, and no other kind", async () => {
  using store = await testStore();
  const heard: (string | null)[] = [];
  const stop = store.pubsub.listenToAll("session", (name) => void heard.push(name));
  store.pubsub.publish(["session:abc", "mail:7", "session:d:e"]);
  expect(heard).toEqual(["abc", "d:e"]);
  stop();
  store.pubsub.publish(["session:abc"]);
  expect(heard.length).toBe(2);
});

Deno.test("where an instance ended without a word every topic is published: it may have died before it told of the last", async () => {
  using store = await testStore();
  await withInstances(store, async (one, other) => {
    const there = listener(other.pubsub, "session:gone");
    const met = listener(other.pubsub, "mail:7");
    one.pubsub.publish(["mail:7"]);
    await until(() => met.count > 0);
    expect(there.count).toBe(0);
    // The key expires by itself after ten minutes.
    await store.kv.delete(keys.pubsubInstance("one"));
    await until(() => there.count > 0);
  });
});

Deno.test("what an instance changed that had ended before it was met is heard, and once", async () => {
  using store = await testStore();
  await withInstances(store, async (_one, other) => {
    const heard = listener(other.pubsub, "mail:7");
    // As if it had come, changed something and ended before anybody looked around.
    const published = { seq: 1, topics: ["mail:7"], hasEnded: true };
    await store.kv.set(keys.pubsubInstance("short"), published, { expireIn: 60_000 });
    for (let times = 0; times < 3; times++) {
      await store.kv.set(keys.pubsubRoster(), "short");
      await until(() => heard.count > 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(heard.count).toBe(1);
  });
});

Deno.test("an instance that said that it ends is forgotten without more, once what it told last was heard", async () => {
  using store = await testStore();
  const watched = new Set<string>();
  const other = asOtherProcess(store, { kv: noting(watched, store.kv) });
  await other.pubsub.connect("other");
  const [never, last] = [listener(other.pubsub, "session:gone"), listener(other.pubsub, "mail:7")];
  for (const name of ["one", "another"]) {
    const ends = asOtherProcess(store);
    await ends.pubsub.connect(name);
    await until(() => watched.has(nameOfKey(keys.pubsubInstance(name))));
    ends.pubsub.publish(["mail:7"]);
    await ends.pubsub.close();
    // Waits until the other has heard it: that takes a moment, while its key would go by itself after minutes.
    await until(() => !watched.has(nameOfKey(keys.pubsubInstance(name))));
    await store.kv.delete(keys.pubsubInstance(name));
  }
  const next = asOtherProcess(store);
  await next.pubsub.connect("next");
  next.pubsub.publish(["mail:7"]);
  await until(() => last.count === 3);
  expect(never.count).toBe(0);
  await next.pubsub.close();
  await other.pubsub.close();
});

Deno.test(
  "where the store is away when somebody shows up, it is looked at again later, and no watch is left behind",
  { sanitizeResources: true },
  async () => {
    using store = await testStore();
    let isAway = false;
    const kv = withMethods(store.kv, {
      list(...of: Parameters<Deno.Kv["list"]>) {
        if (!isAway) return store.kv.list(...of);
        isAway = false;
        throw new StoreUnavailable("silent");
      },
    } as Partial<Deno.Kv>);
    const late = asOtherProcess(store, { kv });
    await late.pubsub.connect("late");
    const heard = listener(late.pubsub, "mail:7");
    // The first news of the roster is what it was before: only then does a change call for a look around.
    await until(async () => {
      isAway = true;
      await store.kv.set(keys.pubsubRoster(), "nobody");
      await new Promise((resolve) => setTimeout(resolve, 20));
      return !isAway;
    });
    const other = asOtherProcess(store);
    await other.pubsub.connect("other");
    other.pubsub.publish(["mail:7"]);
    await until(() => heard.count > 0);
    await other.pubsub.close();
    await late.pubsub.close();
  },
);

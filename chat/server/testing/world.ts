/** For tests: four people on one or more instances; at the end every frame and every charge is checked. */
import { expect } from "expect";
import type { Store } from "../../../kv/open.ts";
import { audit } from "../../../kv/records/audit.ts";
import type { Asking } from "../../../kv/store/handles/distant.ts";
import { countedHandle } from "../../../kv/testing/counting_store.ts";
import { asDistantProcess, Way } from "../../../kv/testing/distant_store.ts";
import { asOtherProcess, createPeople, type TestStore, testStore, withKv } from "../../../kv/testing/store.ts";
import type { ChatOptions } from "../context.ts";
import { connect, type TestClient, type TestInstance, testInstance } from "./server.ts";

/**
 * James, Wei, Olena and Daria on one instance. At the end the audit must find nothing and every frame must have been
 * readable. `seenAs` makes the store that the chat server sees.
 */
export async function world(options: Partial<ChatOptions> = {}, seenAs = (store: TestStore): Store => store) {
  const { begin, ...made } = await prepared();
  const instance = await begin(seenAs(made.store), options);
  const join = (user: typeof made.james, token?: string) => made.joinAt(instance, user, token);
  return { ...made, instance, join };
}

/**
 * The same four on two instances of one store. An instance without a sign for `deadAfterMs` is taken for dead; the
 * default is longer than a busy machine delays one.
 */
export async function twoInstances(deadAfterMs = 6000, options: Partial<ChatOptions> = {}) {
  const { begin, ...made } = await prepared();
  const another = async (name: string) => {
    const store = asOtherProcess(made.store);
    await store.pubsub.connect(name);
    return await begin(store, { ...options, isShared: true, deadAfterMs });
  };
  const [one, two] = await Promise.all(["instance-0", "instance-1"].map(another));
  return { ...made, one: one!, two: two!, another, join: made.joinAt };
}

/**
 * The same four on two instances, each with its own way to the store, which a test can cut. `patienceMs` is how long an
 * instance waits for the store; one that is cut off and waits longer than the test is as good as frozen.
 */
export async function distantInstances(
  { deadAfterMs = 6000, patienceMs = 60_000, ofOne = (store: Store) => store } = {},
) {
  const { begin, ...made } = await prepared();
  const ways: Way[] = [];
  const prepare = async (name: string) => {
    const way = new Way();
    ways.push(way);
    const store = asDistantProcess(made.store, way, name, patienceMs);
    await store.pubsub.connect(name);
    const changed = name === "instance-0" ? ofOne(store) : store;
    return { way, begin: () => begin(changed, { isShared: true, deadAfterMs }) };
  };
  const places = await Promise.all(["instance-0", "instance-1"].map(prepare));
  const [one, two] = await Promise.all(places.map(({ begin }) => begin()));
  const another = async (name: string) => await (await prepare(name)).begin();
  const [wayOne, wayTwo] = places.map(({ way }) => way);
  return {
    ...made,
    one: one!,
    two: two!,
    wayOne: wayOne!,
    wayTwo: wayTwo!,
    another,
    join: made.joinAt,
    async [Symbol.asyncDispose]() {
      // If a test fails while a way is cut, nothing could be closed.
      for (const way of ways) way.mend();
      await made[Symbol.asyncDispose]();
    },
  };
}

/** The same four on `count` instances; `asked` counts what each reads from and writes to the store. */
export async function countedInstances(count: number, options: Partial<ChatOptions> = {}) {
  const { begin, ...made } = await prepared();
  const another = async (name: string) => {
    const asked = { reads: 0, writes: 0 };
    const counting: Asking = (ask, kind) => {
      asked[kind]++;
      return ask();
    };
    const counted = withKv(made.store, countedHandle(made.store.kv, counting));
    const store = asDistantProcess(counted, new Way(), name, 60_000);
    await store.pubsub.connect(name);
    return Object.assign(await begin(store, { ...options, isShared: true }), { asked });
  };
  const instances = await Promise.all(Array.from({ length: count }, (_, at) => another(`instance-${at}`)));
  return { ...made, instances, join: made.joinAt };
}

async function prepared() {
  const store = await testStore();
  const people = await createPeople(store);
  const instances: TestInstance[] = [];
  const clients: TestClient[] = [];
  return {
    ...people,
    store,
    clock: store.clock,
    async begin(of: Store, options: Partial<ChatOptions>) {
      const instance = await testInstance(of, options);
      instances.push(instance);
      return instance;
    },
    async joinAt(instance: TestInstance, user: typeof people.james, token?: string) {
      const client = await connect(instance, user, token);
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.leave();
      await Promise.all(instances.map((instance) => instance.stop()));
      for (const instance of instances) if (instance.store !== store) await instance.store.pubsub.close();
      expect(clients.flatMap(({ misread }) => misread)).toEqual([]);
      expect(await audit(store)).toEqual([]);
      await store.close();
    },
  };
}

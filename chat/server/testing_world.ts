/** For tests: four people, one instance, and at the end a look at everything that was said and charged. */
import { expect } from "expect";
import { audit } from "../../kv/audit.ts";
import { createPeople, testStore } from "../../kv/testing.ts";
import type { ChatOptions } from "./room.ts";
import { connect, type TestClient, testInstance } from "./testing.ts";

/** James, Wei, Olena and Daria; at the end the books must agree and every frame must have been readable. */
export async function world(options: Partial<ChatOptions> = {}) {
  const store = await testStore();
  const people = await createPeople(store);
  const instance = await testInstance(store, options);
  const clients: TestClient[] = [];
  const join = async (user: typeof people.james, token?: string) => {
    const client = await connect(instance, user, token);
    clients.push(client);
    return client;
  };
  return {
    ...people,
    store,
    clock: store.clock,
    instance,
    join,
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.leave();
      await instance.stop();
      expect(clients.flatMap(({ misread }) => misread)).toEqual([]);
      expect(await audit(store)).toEqual([]);
      store.close();
    },
  };
}

/** A statement's figures from many chats, and what they cost to read. */
import { expect } from "expect";
import { agency, type User } from "../../accounts/users.ts";
import { endChat } from "../../chats/minutes.ts";
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { openChat } from "../../testing/chats.ts";
import { createMan, createPeople, createUser, type TestStore, testStore } from "../../testing/store.ts";
import { statementOf } from "./agency_statement.ts";

/** Olena and Daria, kept by one agency. */
async function kept(store: TestStore): Promise<{ agencyId: number; olena: User; daria: User }> {
  const { olena, daria } = await createPeople(store);
  const { id: agencyId } = await createUser(store, { email: "agata@agencies.test", groupId: agency });
  for (const lady of [olena, daria]) {
    await store.kv.set(keys.user(lady.id), { ...lady, agencyId });
    await store.kv.set(keys.ladyOfAgency(agencyId, lady.id), null);
  }
  return { agencyId, olena, daria };
}

/** The same store, noting each read of a single key, and how many keys each other read asks for. */
function withReads(store: Store): { counted: Store; alone: Deno.KvKey[]; batches: number[] } {
  const [alone, batches]: [Deno.KvKey[], number[]] = [[], []];
  const kv = new Proxy(store.kv, {
    get(target, name) {
      if (name === "get") return (key: Deno.KvKey) => (alone.push(key), target.get(key));
      if (name === "getMany") return (wanted: Deno.KvKey[]) => (batches.push(wanted.length), target.getMany(wanted));
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { counted: { ...store, kv }, alone, batches };
}

Deno.test("each lady's chats with many men are counted, and read ten at a time", async () => {
  using store = await testStore();
  const { agencyId, olena, daria } = await kept(store);
  const james = await createMan(store, { credits: 50 });
  const talkedTo = async (man: User, lady: User) => {
    const { id } = await openChat(store, { manId: man.id, ladyId: lady.id });
    store.clock.advance({ minutes: 1 });
    await endChat(store, id, { by: "man", reason: "stopped" });
  };
  for (let nth = 0; nth < 11; nth++) await talkedTo(james, olena);
  for (let nth = 0; nth < 12; nth++) await talkedTo(await createMan(store, { credits: 5 }), daria);
  store.clock.advance({ days: 31 });
  await talkedTo(james, daria);
  const { counted, alone, batches } = withReads(store);
  expect(await statementOf(counted, agencyId, "2026-03")).toMatchObject([
    { ladyId: olena.id, chats: 11, minutes: 11 },
    { ladyId: daria.id, chats: 12, minutes: 12 },
  ]);
  expect(alone).toEqual([]);
  expect(Math.max(...batches)).toBe(10);
  expect(await statementOf(store, agencyId, "2026-04")).toMatchObject([{ chats: 0 }, { chats: 1, minutes: 1 }]);
});

import { expect } from "expect";
import { openStore } from "../open.ts";
import { testStore } from "../testing/store.ts";
import { keys } from "./keys.ts";

Deno.test("a store that opens has proved that it keeps what is written", async () => {
  using store = await testStore();
  expect((await store.kv.get(keys.sentinel())).value).toBe(store.clock.now);
});

Deno.test("a store that cannot be written is refused at once, not at the first letter", async () => {
  await expect(openStore({ location: "/nowhere/at/all/kv.sqlite3", secret: "s" })).rejects.toThrow();
});

Deno.test("what was written to a file is there for whoever opens it next", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const first = await openStore({ location: `${folder}/kv.sqlite3`, secret: "s" });
    await first.kv.set(["user", 1], "James");
    await first.close();
    const second = await openStore({ location: `${folder}/kv.sqlite3`, secret: "s" });
    expect((await second.kv.get(["user", 1])).value).toBe("James");
    await second.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a store that closes has told the other instances what changed last, and that nothing follows", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [ends, stays] = [
      await openStore({ location: `${folder}/kv.sqlite3`, secret: "s" }),
      await openStore({ location: `${folder}/kv.sqlite3`, secret: "s" }),
    ];
    await ends.pubsub.connect("ends");
    ends.pubsub.publish(["mail:7"]);
    ends.pubsub.publish(["session:last"]);
    await ends.close();
    const { value } = await stays.kv.get<{ topics: string[]; hasEnded?: true }>(keys.pubsubInstance("ends"));
    expect(value).toMatchObject({ topics: ["mail:7", "session:last"], hasEnded: true });
    await stays.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("tokens are unguessable in length, safe in an address and never alike", async () => {
  const store = await openStore({ location: ":memory:", secret: "s" });
  const tokens = new Set(Array.from({ length: 1000 }, store.randomToken));
  await store.close();
  expect(tokens.size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
});

Deno.test("a signature depends on the text and on the secret", async () => {
  const [one, other] = [
    await openStore({ location: ":memory:", secret: "one" }),
    await openStore({ location: ":memory:", secret: "other" }),
  ];
  expect(one.sign("text")).toBe(one.sign("text"));
  expect(one.sign("text")).not.toBe(one.sign("text "));
  expect(one.sign("text")).not.toBe(other.sign("text"));
  await one.close();
  await other.close();
});

import { expect } from "expect";
import { declareDead, seenInstances, showAlive } from "../../../kv/chats/instances.ts";
import { keys } from "../../../kv/store/keys.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { testStore, withAtomics } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import type { InboxRow } from "./inbox.ts";
import { Outbox } from "./outbox.ts";

const james = 1, olena = 2;
const pair = { manId: james, ladyId: olena };
const message = (seq: number): InboxRow => ({ kind: "message", ...pair, seq, isRepeat: false });
const frame = (text: string): InboxRow => ({ kind: "frame", to: olena, event: "typing", data: { text } });
const came = (userId: number): InboxRow => ({ kind: "connection", userId, isConnected: true });

/** An outbox of the instance "here" over a store that can be made unavailable, which counts the commits. */
async function world() {
  const store = await testStore();
  const names = ["second", "third"];
  const w = {
    store,
    isAway: false,
    commits: 0,
    /** The names under which the outbox found itself dead. */
    dead: [] as string[],
    outbox: null as unknown as Outbox,
    async rows(to: string, from: string) {
      const found: (number | string)[] = [];
      for await (const { key, value } of store.kv.list<InboxRow>({ prefix: prefixes.chatNews(to, from) })) {
        found.push(Number(key[3]), value.kind === "message" ? value.seq : value.kind);
      }
      return found;
    },
    lastSeq: async (to: string, from: string) => (await store.kv.get(keys.chatNewsLastSeq(to, from))).value,
    async declareDead(id: string) {
      await showAlive(store, id);
      const seen = (await seenInstances(store)).find((one) => one.id === id)!;
      expect(await declareDead(store, seen)).toBe(true);
    },
    [Symbol.dispose]: () => store.close(),
  };
  const own = withAtomics(store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = () => {
      w.commits++;
      return w.isAway ? Promise.reject(new Error("away")) : commit();
    };
  });
  w.outbox = new Outbox(own, "here", () => {
    w.dead.push(w.outbox.id);
    w.outbox.beginAnew(names[w.dead.length - 1]!, ["a", "b"]);
    return Promise.resolve();
  });
  return w;
}

Deno.test("each instance is told in order by numbers of its own, and who is connected is written for those who come later", async () => {
  using w = await world();
  w.outbox.tell(message(1), ["a"]);
  w.outbox.tell(message(2), ["a", "b"]);
  w.outbox.tell(came(james), []);
  w.outbox.tell(message(3), []);
  await w.outbox.close();
  expect(await w.rows("a", "here")).toEqual([1, 1, 2, 2]);
  expect(await w.rows("b", "here")).toEqual([1, 2]);
  expect([await w.lastSeq("a", "here"), await w.lastSeq("b", "here")]).toEqual([2, 1]);
  expect((await w.store.kv.get(keys.chatConnection("here", james))).versionstamp).not.toBe(null);
  // All that came while the first was being written went in one commit.
  expect(w.commits).toBe(2);
});

Deno.test("what is too much for one commit goes in several, and nothing of it is lost", async () => {
  using w = await world();
  const long = "word ".repeat(12_000);
  for (let at = 0; at < 9; at++) w.outbox.tell(frame(long), ["a"]);
  for (let seq = 1; seq <= 450; seq++) w.outbox.tell(message(seq), ["b"]);
  await w.outbox.close();
  expect(await w.lastSeq("a", "here")).toBe(9);
  expect((await w.rows("b", "here")).filter((_, at) => at % 2 === 1)).toEqual(
    Array.from({ length: 450 }, (_, at) => at + 1),
  );
  // One for each of the nine long ones, the last of them with some of the short ones; the other short ones by two hundred.
  expect(w.commits).toBe(9 + 2);
});

Deno.test("what a store does not take waits and is told when it does; whoever ends does not wait for it", async () => {
  using w = await world();
  w.isAway = true;
  for (const seq of [1, 2]) w.outbox.tell(message(seq), ["a"]);
  await until(() => w.commits === 2, "another try");
  w.isAway = false;
  await until(() => w.lastSeq("a", "here"), "the news");
  expect(await w.rows("a", "here")).toEqual([1, 1, 2, 2]);

  w.isAway = true;
  w.outbox.tell(message(3), ["a"]);
  await w.outbox.close();
  expect(await w.lastSeq("a", "here")).toBe(2);
});

Deno.test("under a name that is dead nothing is told: under the next one the others are greeted, and then told", async () => {
  using w = await world();
  w.outbox.tell(message(1), ["a"]);
  await until(() => w.lastSeq("a", "here"));
  await w.declareDead("here");
  w.outbox.tell(came(james), ["a", "b"]);
  w.outbox.tell(message(2), ["a"]);
  await until(() => w.lastSeq("a", "second"), "the next name");
  expect([w.outbox.id, w.dead]).toEqual(["second", ["here"]]);
  expect(await w.rows("a", "here")).toEqual([1, 1]);
  // News that James is connected are not repeated: his connection was closed with the old name.
  expect(await w.rows("a", "second")).toEqual([1, "greeting", 2, 2]);
  expect(await w.rows("b", "second")).toEqual([1, "greeting"]);

  // It is declared dead once more, and learns of it before it has anything to tell.
  await w.declareDead("second");
  w.outbox.noteDeath();
  await until(() => w.lastSeq("b", "third"), "the name after that");
  expect([w.outbox.id, w.dead]).toEqual(["third", ["here", "second"]]);
  await w.outbox.close();
});

Deno.test("whoever has told everything and ends needs no other name", async () => {
  using w = await world();
  w.outbox.tell(message(1), ["a"]);
  await w.outbox.close();
  w.outbox.noteDeath();
  await w.outbox.close();
  expect([w.outbox.id, w.dead]).toEqual(["here", []]);
});

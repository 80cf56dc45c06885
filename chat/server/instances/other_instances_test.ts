import { expect } from "expect";
import { declareDead, seenInstances, showAlive } from "../../../kv/chats/instances.ts";
import { keys } from "../../../kv/store/keys.ts";
import { withMethods } from "../../../kv/store/handles/handle.ts";
import type { Store } from "../../../kv/open.ts";
import { asOtherProcess, testStore, withKv } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import type { ChatUser } from "../../shared/server_events.ts";
import { OtherInstances } from "./other_instances.ts";
import type { InstanceNews } from "./news.ts";

const james = 1, olena = 2, daria = 3;
const pair = { manId: james, ladyId: olena };
const message = (seq: number): InstanceNews => ({ kind: "message", ...pair, seq, isRepeat: false });
const came = (userId: number): InstanceNews => ({ kind: "connection", userId, isConnected: true });
const went = (userId: number): InstanceNews => ({ kind: "connection", userId, isConnected: false });
const calls: InstanceNews = {
  kind: "call",
  invitation: { id: "call", askerId: james, toId: olena, kind: "video", at: 0 },
  from: {} as ChatUser,
  offer: {},
};

/** Instances of one store. Their regular looks are rare, so that news are heard because they were told. */
async function world() {
  const store = await testStore();
  const ends: (() => Promise<void>)[] = [];
  let elapsedMs = 0;
  return {
    store,
    pass: (ms: number) => void (elapsedMs += ms),
    /** Starts an instance; a deaf one is not notified of news, and finds them only at its own looks. */
    async another(id: string, { isDeaf = false, deadAfterMs = 3_600_000 } = {}) {
      const own = isDeaf ? deaf(asOtherProcess(store)) : asOtherProcess(store);
      if (!isDeaf) await own.pubsub.connect(id);
      const heard: InstanceNews[] = [];
      const faults: string[] = [];
      const otherInstances = new OtherInstances(own, id, {
        heard: (news) => void heard.push(news),
        died: () => Promise.resolve(),
        missed: () => void faults.push("missed"),
        renamed: () => void faults.push("renamed"),
      }, { deadAfterMs, elapsedMs: () => elapsedMs });
      await otherInstances.open();
      ends.push(() => otherInstances.close().then(() => own.pubsub.close()));
      const look = () => own.pubsub.publish(["chat-relay"]);
      return {
        otherInstances,
        look,
        heard,
        faults,
        numbers: () => heard.flatMap((news) => news.kind === "message" ? news.seq : []),
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(ends.map((end) => end()));
      store.close();
    },
  };
}

/** The store, but its watches never report anything. */
const deaf = (own: Store): Store => withKv(own, withMethods(own.kv, { watch: () => new ReadableStream<never>() }));

type Instance = Awaited<ReturnType<Awaited<ReturnType<typeof world>>["another"]>>;

const knowsOf = (userId: number, ...instances: Instance[]) =>
  until(
    () => instances.every(({ otherInstances }) => otherInstances.isConnected(userId)),
    `${userId} on another instance`,
  );

Deno.test("what is of two people goes where one of them is and to whoever holds their chat; who comes everybody hears", async () => {
  await using w = await world();
  const [one, two, three, four] = [
    await w.another("1"),
    await w.another("2"),
    await w.another("3"),
    await w.another("4"),
  ];
  two.otherInstances.publish(came(olena));
  await knowsOf(olena, one, three, four);
  one.otherInstances.publish(message(1));
  one.otherInstances.publish({ kind: "chat", chatId: "theirs", ...pair, heldBy: "3" });
  one.otherInstances.publish(came(james));
  await knowsOf(james, two, three, four);
  expect([two.heard, three.heard, four.heard].map((news) => news.map(({ kind }) => kind))).toEqual([
    ["message", "chat", "connection"],
    ["connection", "chat", "connection"],
    ["connection", "connection"],
  ]);
});

Deno.test("what was told before somebody's coming was known is told to where she came, in order and once", async () => {
  await using w = await world();
  const [one, two, three] = [await w.another("1"), await w.another("2"), await w.another("3")];
  two.otherInstances.publish(came(olena));
  await knowsOf(olena, one);
  one.otherInstances.publish(calls);
  one.otherInstances.publish(message(1));
  one.otherInstances.publish({ kind: "frame", to: olena, event: "typing", data: {} });
  three.otherInstances.publish(came(olena));
  three.otherInstances.publish(came(james));
  await knowsOf(james, one);
  one.otherInstances.publish(message(2));
  await until(() => [two, three].every((each) => each.numbers().includes(2)));
  const ofOne = three.heard.map(({ kind }) => kind).filter((kind) => kind !== "connection");
  expect(ofOne).toEqual(["call", "message", "message"]);
  expect([two.numbers(), three.numbers()]).toEqual([[1, 2], [1, 2]]);

  // An instance where she appears much later is told only of the call, which waits for a minute.
  w.pass(30_000);
  const four = await w.another("4");
  four.otherInstances.publish(came(olena));
  await until(() => four.heard.some(({ kind }) => kind === "call"));
  expect(four.numbers()).toEqual([]);
});

Deno.test("an instance that comes while others come and go on another one knows at the end who is there", async () => {
  await using w = await world();
  const one = await w.another("1");
  const people = Array.from({ length: 60 }, (_, at) => 100 + at);
  const coming = (async () => {
    for (const userId of people) {
      one.otherInstances.publish(came(userId));
      if (userId % 3 === 0) one.otherInstances.publish(went(userId));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const [two, three] = await Promise.all([w.another("2"), w.another("3")]);
  await coming;
  one.otherInstances.publish(came(daria));
  for (const { otherInstances, heard, faults } of [two, three]) {
    await until(() => otherInstances.isConnected(daria));
    // Nobody may come twice without leaving in between, although both the full list and the news can tell of one coming.
    const last = new Map<number, boolean>();
    for (const news of heard) {
      if (news.kind !== "connection") continue;
      expect(last.get(news.userId) ?? false).toBe(!news.isConnected);
      last.set(news.userId, news.isConnected);
    }
    expect(people.filter((userId) => otherInstances.isConnected(userId))).toEqual(
      people.filter((userId) => userId % 3 !== 0),
    );
    expect(faults).toEqual([]);
  }
});

Deno.test("who was read to be there before it was told that she came has come once", async () => {
  await using w = await world();
  const [one, two] = [await w.another("1", { isDeaf: true }), await w.another("2")];
  two.otherInstances.publish(came(olena));
  await until(async () => (await w.store.kv.get(keys.chatNews("1", "2", 2))).value !== null, "the news");
  one.look();
  await until(() => one.otherInstances.isConnected(olena));
  two.otherInstances.publish(came(james));
  await until(() => {
    one.look();
    return one.otherInstances.isConnected(james);
  });
  expect(one.heard).toEqual([came(olena), came(james)]);
});

Deno.test("an instance that takes another name while it looks around does not meet itself", async () => {
  const store = await testStore();
  const own = asOtherProcess(store);
  // While `answer` is set, the list of instances is read only once it resolves: after the other name is written.
  let answer: Promise<void> | null = null;
  let looks = 0;
  const list: Deno.Kv["list"] = (selector, options) => {
    const listed = own.kv.list(selector, options);
    if (!("prefix" in selector) || selector.prefix[0] !== "chat_instance" || !answer) return listed as never;
    looks++;
    const late = answer;
    return { [Symbol.asyncIterator]: () => ({ next: () => late.then(() => listed.next()) }) } as never;
  };
  const names: string[] = [];
  const died: string[][] = [];
  const otherInstances = new OtherInstances(withKv(own, withMethods(own.kv, { list })), "1", {
    heard() {},
    died: (ids) => Promise.resolve(void died.push([...ids])),
    missed() {},
    renamed: (_, id) => void names.push(id),
  }, { deadAfterMs: 3_600_000 });
  await otherInstances.open();
  expect(await declareDead(store, (await seenInstances(store))[0]!)).toBe(true);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  own.pubsub.publish(["chat-relay"]);
  await until(() => looks === 1, "a look around");
  await otherInstances.showAlive();
  await until(async () => (await seenInstances(store)).some(({ id }) => id === names[0]), "the other name");
  answer = null;
  resolve();
  await otherInstances.close();
  expect([names.length, otherInstances.isAlive(names[0]!), died]).toEqual([1, false, []]);
  store.close();
});

Deno.test("of one that died all that it may not have told is asked again once, however often its chats cannot be ended", async () => {
  const store = await testStore();
  const own = asOtherProcess(store);
  let [tries, asked, elapsedMs] = [0, 0, 0];
  const otherInstances = new OtherInstances(own, "1", {
    heard() {},
    died: () => Promise.reject(new Error(`the disk is full, try ${++tries}`)),
    missed() {},
    renamed() {},
  }, { deadAfterMs: 5000, elapsedMs: () => elapsedMs });
  await showAlive(store, "2");
  await otherInstances.open();
  expect(otherInstances.isAlive("2")).toBe(true);
  own.pubsub.listen("session:any", () => void asked++);
  expect(await declareDead(store, (await seenInstances(store)).find(({ id }) => id === "2")!)).toBe(true);
  // Long enough for the quiet instance to be looked up among the dead, too short for this one to count as away.
  elapsedMs = 1500;
  for (let looks = 1; looks <= 3; looks++) {
    own.pubsub.publish(["chat-relay"]);
    await until(() => tries >= looks, "a try");
  }
  expect(asked).toBe(1);
  await otherInstances.close();
  store.close();
});

Deno.test("news of which no watch tells are found at the next look", async () => {
  await using w = await world();
  const one = await w.another("1");
  const two = await w.another("2", { isDeaf: true, deadAfterMs: 500 });
  two.otherInstances.publish(came(olena));
  await until(() => {
    one.look();
    return one.otherInstances.isConnected(olena);
  });
  for (const seq of [1, 2, 3]) one.otherInstances.publish(message(seq));
  await until(() => two.numbers().length === 3);
  expect(two.numbers()).toEqual([1, 2, 3]);
});

Deno.test("whoever finds that news are not there any more says so, and goes on with those that are", async () => {
  await using w = await world();
  const [one, two] = [await w.another("1"), await w.another("2", { isDeaf: true })];
  two.otherInstances.publish(came(olena));
  await until(() => {
    one.look();
    return one.otherInstances.isConnected(olena);
  });
  for (const seq of [1, 2, 3]) one.otherInstances.publish(message(seq));
  // Number 1 is the greeting.
  const lost = keys.chatNews("2", "1", 2);
  await until(async () => (await w.store.kv.get(keys.chatNews("2", "1", 4))).value !== null);
  await w.store.kv.delete(lost);
  two.look();
  await until(() => two.numbers().includes(3));
  expect([two.numbers(), two.faults]).toEqual([[2, 3], ["missed"]]);

  one.otherInstances.publish(message(4));
  const last = keys.chatNews("2", "1", 5);
  await until(async () => (await w.store.kv.get(last)).value !== null);
  await w.store.kv.delete(last);
  two.look();
  await until(() => two.faults.length === 2);
  one.otherInstances.publish(message(5));
  await until(async () => (await w.store.kv.get(keys.chatNews("2", "1", 6))).value !== null);
  two.look();
  await until(() => two.numbers().includes(5));
  expect([two.numbers(), two.faults.length]).toEqual([[2, 3, 5], 2]);
});

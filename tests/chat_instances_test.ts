/**
 * A small storm over three instances of one store: people connect to any of them, their lines break while both write at
 * once, and they come back on another instance.
 */
import { expect } from "expect";
import { testInstance } from "../chat/server/testing/server.ts";
import { history } from "../kv/chats/history.ts";
import type { Store } from "../kv/open.ts";
import { audit } from "../kv/records/audit.ts";
import { asOtherProcess, createLady, createMan, type TestStore, testStore } from "../kv/testing/store.ts";
import { Reader } from "./chat/reader.ts";
import { patience, until } from "./patience.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function startInstance(store: Store, name: string) {
  await store.pubsub.connect(name);
  const instance = await testInstance(store, { isShared: true, lingerMs: 500, presenceEveryMs: 100 });
  return {
    url: instance.url,
    async stop() {
      await instance.stop();
      await store.pubsub.close();
    },
  };
}

/** Both write for a while, now and then twice, and now and then a line breaks. */
async function talkAWhile(man: Reader, lady: Reader, number: number, urls: string[]): Promise<void> {
  await Promise.all([man.join(), lady.join()]);
  const ask = (one: Reader, event: string, data: object) => one.ask(event, data, false, patience(60));
  // His instance may not have heard yet that she has come.
  let sent = await ask(man, "text-request", { to: lady.userId });
  for (; sent?.data.code === "partner_offline"; sent = await ask(man, "text-request", { to: lady.userId })) {
    await pause(200);
  }
  expect(sent?.event).toBe("text-request-sent");
  const answer = await ask(lady, "text-request-answer", { to: man.userId, ev: "accept" });
  expect(answer?.event).toBe("text-request-answer");
  const starter = number % 2 ? man : lady;
  const created = await ask(starter, "do-start-chat-session", { targetID: starter.partnerId });
  const reserved = await ask(man, "do-reserve-chat-time", { chatID: created?.data.id, minutes: 1 });
  expect(reserved?.data).toMatchObject({ minutes: 1, error: null });
  await Promise.all([man, lady].map(async (one, side) => {
    for (let at = 0; at < 60; at++) {
      const clientId = `${number}.${one.userId}.${at}`;
      expect(await one.write(`${clientId} and so on`, clientId, at % 10 === 3)).toBe(true);
      if (at % 25 === 10 + side) {
        one.drop();
        one.moveTo(urls[(number + side + at) % urls.length]!);
        await pause(number % 2 ? 0 : 30);
        await one.join();
      }
      await pause(at % 7);
    }
  }));
  await starter.ask("stop-text-chat", { targetId: starter.partnerId });
}

async function faultsOf(store: TestStore, man: Reader, lady: Reader): Promise<string[]> {
  const faults = [...man.faults, ...lady.faults];
  let seq = 0;
  for (let more = true; more;) {
    const page = await history(store, { manId: man.userId, ladyId: lady.userId }, { afterSeq: seq, limit: 100 });
    for (const message of page.messages) {
      seq = message.seq;
      for (const reader of [man, lady]) {
        if (reader.messages.get(seq)?.body !== message.body) faults.push(`${reader.userId} never read ${seq}`);
      }
    }
    more = page.more;
  }
  if (seq !== 240) faults.push(`${seq} messages are stored`);
  return faults;
}

Deno.test("between three instances no message is lost, doubled or reordered, whoever's line breaks", async () => {
  using store = await testStore();
  const instances = [
    await startInstance(asOtherProcess(store), "one"),
    await startInstance(asOtherProcess(store), "two"),
    await startInstance(asOtherProcess(store), "three"),
  ];
  const urls = instances.map(({ url }) => url);
  const pairs = await Promise.all([0, 1, 2, 3, 4, 5].map(async (at) => {
    const [man, lady] = [(await createMan(store, { credits: 50 })).id, (await createLady(store)).id];
    return { man: new Reader(urls[at % 2]!, man, lady), lady: new Reader(urls[at % 3]!, lady, man) };
  }));
  await Promise.all(pairs.map(async ({ man, lady }) => {
    for (let number = 0; number < 2; number++) await talkAWhile(man, lady, number, urls);
  }));
  const allFaults = async () => (await Promise.all(pairs.map(({ man, lady }) => faultsOf(store, man, lady)))).flat();
  // What was acknowledged last is still on its way to the other; a doubled one would come meanwhile.
  await until(async () => (await allFaults()).length === 0, "the last messages").catch(() => {});
  await pause(300);
  const faults = await allFaults();
  await Promise.all(pairs.flatMap(({ man, lady }) => [man.leave(), lady.leave()]));
  await Promise.all(instances.map(({ stop }) => stop()));
  expect(faults).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

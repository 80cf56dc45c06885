import { expect } from "expect";
import { keys } from "../store/keys.ts";
import { testStore } from "../testing/store.ts";
import { mailSilentSince, noteNotTaken, noteTaken, silenceMs } from "./mail_silence.ts";

const [james, wei, olena] = ["james@one.test", "wei@one.test", "olena@one.test"] as const;
const [minutes, seconds] = [silenceMs / 60_000, silenceMs / 1000];
const byServer = { isServers: true };
const byRecipient = { isServers: false };

Deno.test("one mail that a server away does not take in five minutes is told once, until the next one is taken", async () => {
  using store = await testStore();
  const began = store.now();
  expect(await noteNotTaken(store, james, byServer)).toBeNull();
  store.clock.advance({ seconds: seconds - 1 });
  expect([await noteNotTaken(store, james, byServer), await mailSilentSince(store)]).toEqual([null, null]);
  store.clock.advance({ seconds: 60 });
  expect(await noteNotTaken(store, james, byServer)).toBe(began);
  store.clock.advance({ seconds: 60 });
  expect(await noteNotTaken(store, wei, byServer)).toBeNull();
  expect(await mailSilentSince(store)).toBe(began);
  expect([await noteTaken(store), await noteTaken(store)]).toEqual([true, false]);
  expect([await mailSilentSince(store), (await store.kv.get(keys.mailSilence())).value]).toEqual([null, null]);
});

Deno.test("a failure that was never repeated says nothing, however long ago it was", async () => {
  using store = await testStore();
  await noteNotTaken(store, james, byServer);
  store.clock.advance({ hours: 5 });
  expect(await mailSilentSince(store)).toBeNull();
  expect(await noteTaken(store)).toBe(false);
});

Deno.test("the bad domain of one or two people rings nobody, all night; a third person who is not reached does", async () => {
  using store = await testStore();
  const began = store.now();
  for (let each = 0; each < 8; each++) {
    for (const to of [james, wei, ` ${james.toUpperCase()}`]) await noteNotTaken(store, to, byRecipient);
    store.clock.advance({ hours: 1 });
  }
  expect(await mailSilentSince(store)).toBeNull();
  expect(await noteNotTaken(store, olena, byRecipient)).toBe(began);
});

Deno.test("a server that answers a recipient is there: two failures of its own, hours apart, ring nobody", async () => {
  using store = await testStore();
  for (let each = 0; each < 3; each++) {
    await noteNotTaken(store, james, byServer);
    store.clock.advance({ seconds: 30 });
    await noteNotTaken(store, james, byRecipient);
    store.clock.advance({ minutes: 2 * minutes });
  }
  expect(await mailSilentSince(store)).toBeNull();
});

Deno.test("a day after the last vain try nobody knows any more, and another one begins anew", async () => {
  using store = await testStore();
  await noteNotTaken(store, james, byServer);
  store.clock.advance({ minutes: 2 * minutes });
  expect(await noteNotTaken(store, james, byServer)).not.toBeNull();
  store.clock.advance({ days: 1 });
  expect(await mailSilentSince(store)).toBeNull();
  expect(await noteNotTaken(store, james, byServer)).toBeNull();
});

Deno.test("many mails that fail at once are one silence, and only one of them tells it", async () => {
  using store = await testStore();
  const fail = () => Promise.all([...Array(20).keys()].map((n) => noteNotTaken(store, `${n}@one.test`, byRecipient)));
  await fail();
  store.clock.advance({ minutes: 2 * minutes });
  expect((await fail()).filter((since) => since !== null).length).toBe(1);
});

Deno.test("what a clock noted that was hours ahead does not count; one that was seconds ahead is believed", async () => {
  using store = await testStore();
  for (const kind of [byServer, byRecipient]) {
    const fail = async () => {
      for (const to of [james, wei, olena]) await noteNotTaken(store, to, kind);
    };
    const tells = async (aheadSeconds: number) => {
      store.clock.advance({ seconds: aheadSeconds });
      await fail();
      store.clock.advance({ seconds: -aheadSeconds });
      const began = store.now();
      await fail();
      store.clock.advance({ seconds: seconds + 60 });
      await fail();
      const since = await mailSilentSince(store);
      await noteTaken(store);
      return since === null ? null : (since - began) / 1000;
    };
    expect([await tells(2 * 3600), await tells(5)]).toEqual([0, 5]);
  }
});

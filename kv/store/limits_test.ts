import { expect } from "expect";
import { testStore } from "../testing/store.ts";
import { forgiveAttempt, takeAttempt } from "./limits.ts";

const threeAMinute = { name: "test", most: 3, windowSeconds: 60 };

Deno.test("so many attempts are taken in a window, and the next is told when to come back", async () => {
  using store = await testStore();
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await takeAttempt(store, threeAMinute, "a")).toEqual({ ok: true });
    store.clock.advance({ seconds: 5 });
  }
  expect(await takeAttempt(store, threeAMinute, "a"))
    .toEqual({ ok: false, reason: "too_many_requests", retryAfterSeconds: 45 });
});

Deno.test("a window begins with its first attempt and ends to the second", async () => {
  using store = await testStore();
  for (let attempt = 0; attempt < 3; attempt++) await takeAttempt(store, threeAMinute, "a");
  store.clock.advance({ seconds: 60, ms: -1 });
  expect(await takeAttempt(store, threeAMinute, "a")).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  store.clock.advance({ ms: 1 });
  expect(await takeAttempt(store, threeAMinute, "a")).toEqual({ ok: true });
});

Deno.test("many attempts at once get no more than there are", async () => {
  using store = await testStore();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeAttempt(store, threeAMinute, "a")));
  expect(taken.filter(({ ok }) => ok).length).toBe(3);
});

Deno.test("subjects and limits are counted apart", async () => {
  using store = await testStore();
  for (let attempt = 0; attempt < 3; attempt++) await takeAttempt(store, threeAMinute, "a");
  expect((await takeAttempt(store, threeAMinute, "b")).ok).toBe(true);
  expect((await takeAttempt(store, { ...threeAMinute, name: "other" }, "a")).ok).toBe(true);
});

Deno.test("what succeeded is given back, and never more than was taken", async () => {
  using store = await testStore();
  await forgiveAttempt(store, threeAMinute, "a");
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await takeAttempt(store, threeAMinute, "a")).ok).toBe(true);
    await forgiveAttempt(store, threeAMinute, "a");
  }
  await forgiveAttempt(store, threeAMinute, "a");
  const taken = await Promise.all(Array.from({ length: 5 }, () => takeAttempt(store, threeAMinute, "a")));
  expect(taken.filter(({ ok }) => ok).length).toBe(3);
});

Deno.test("a clock that jumps back does not lock anybody out for as long as it jumped", async () => {
  using store = await testStore();
  for (let attempt = 0; attempt < 3; attempt++) await takeAttempt(store, threeAMinute, "a");
  store.clock.advance({ days: -400 });
  expect(await takeAttempt(store, threeAMinute, "a")).toEqual({ ok: true });
});

Deno.test("a limit per network counts all addresses of one /64 together, alone and with an e-mail", async () => {
  using store = await testStore();
  for (const rest of ["", " james@demo.test"]) {
    const limit = { ...threeAMinute, perNetwork: true } as const;
    for (const host of [1, 2, 3]) {
      expect((await takeAttempt(store, limit, `2001:db8::${host}${rest}`)).ok).toBe(true);
    }
    expect((await takeAttempt(store, limit, `2001:db8::4${rest}`)).ok).toBe(false);
    expect((await takeAttempt(store, limit, `2001:db8:0:1::4${rest}`)).ok).toBe(true);
    await forgiveAttempt(store, limit, `2001:db8::5${rest}`);
    expect((await takeAttempt(store, limit, `2001:db8::6${rest}`)).ok).toBe(true);
  }
});

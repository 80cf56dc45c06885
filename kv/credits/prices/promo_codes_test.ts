import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { keys } from "../../store/keys.ts";
import { addSpring, begunPayment, paidInFull, say, wish } from "../../testing/payments.ts";
import { asOtherProcess, createJames, createMan, createWei, testStore } from "../../testing/store.ts";
import { putPromo, verifyPromo } from "./promo_codes.ts";
import { beginPayment, endPayment } from "../payments/purchases.ts";

const reasonOf = (result: { ok: boolean; reason?: string }) => result.ok ? "ok" : result.reason;

Deno.test("a code is known without regard to case and spaces around it", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  expect(await verifyPromo(store, james.id, " spring10 ")).toMatchObject({ ok: true, promo: { percent: 10 } });
});

Deno.test("a code that does not exist, or cannot exist, is unknown", async () => {
  using store = await testStore();
  const james = await createJames(store);
  for (const code of ["AUTUMN", "", "💐", "A".repeat(5000), "a/b", "__proto__"]) {
    expect(reasonOf(await verifyPromo(store, james.id, code))).toBe("promo_unknown");
  }
});

Deno.test("a code holds from its first moment until just before its last", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const now = store.clock.now;
  await addSpring(store, { validFrom: now + 1000, validUntil: now + 2000 });
  const at = async (ms: number) => {
    store.clock.now = now + ms;
    return reasonOf(await verifyPromo(store, james.id, "SPRING10"));
  };
  expect([await at(999), await at(1000), await at(1999), await at(2000)]).toEqual([
    "promo_expired",
    "ok",
    "ok",
    "promo_expired",
  ]);
});

Deno.test("an open payment holds its use, an ended one gives it back, a paid one has used it up", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  const first = await begunPayment(store, james.id, { promoCode: "spring10" });
  expect(first.quote.totalCents).toBe(2565);
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("promo_used");
  await endPayment(store, first.id, "cancelled");
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("ok");
  const second = await begunPayment(store, james.id, { promoCode: "SPRING10" });
  await say(store, second, paidInFull(second));
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("promo_used");
  store.clock.advance({ days: 400 });
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("promo_used");
  expect(await audit(store)).toEqual([]);
});

Deno.test("one man's use is not another's, until the total is used up", async () => {
  using store = await testStore();
  await addSpring(store, { usesTotal: 2 });
  const [james, wei, tom] = [await createJames(store), await createWei(store), await createMan(store)];
  await begunPayment(store, james.id, { promoCode: "SPRING10" });
  await begunPayment(store, wei.id, { promoCode: "SPRING10" });
  expect(reasonOf(await beginPayment(store, wish(store, tom.id, { promoCode: "SPRING10" })))).toBe("promo_used");
});

Deno.test("limits hold when many begin at once, also in two processes", async () => {
  using store = await testStore();
  await addSpring(store, { usesTotal: 5, usesPerMan: 2 });
  const men = await Promise.all(Array.from({ length: 6 }, () => createMan(store)));
  const others = [store, asOtherProcess(store)];
  const begun = await Promise.all(
    men.flatMap(({ id }) =>
      others.flatMap((each) => [0, 1].map(() => beginPayment(each, wish(store, id, { promoCode: "SPRING10" }))))
    ),
  );
  expect(begun.filter(({ ok }) => ok).length).toBe(5);
  expect(new Set(begun.map(reasonOf))).toEqual(new Set(["ok", "promo_used"]));
  expect((await store.kv.get(keys.promoTotal("SPRING10"))).value).toBe(5);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a thousand guesses find nothing: after twenty even the right one is refused for a while", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  const reasons: (string | undefined)[] = [];
  for (let guess = 0; guess < 1000; guess++) {
    reasons.push(reasonOf(await verifyPromo(store, james.id, guess === 500 ? "SPRING10" : `GUESS${guess}`)));
  }
  expect(reasons.filter((reason) => reason === "promo_unknown").length).toBe(20);
  expect(reasons.filter((reason) => reason === "too_many_requests").length).toBe(980);
  store.clock.advance({ minutes: 16 });
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("ok");
});

Deno.test("asking for a code that exists is no guess", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  for (let time = 0; time < 100; time++) {
    expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("ok");
  }
});

Deno.test("the same wrong code with one package after the other is one guess, and the right one can be used then", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  for (let time = 0; time < 100; time++) {
    expect(reasonOf(await verifyPromo(store, james.id, time % 2 ? " sprung10 " : "SPRUNG10"))).toBe("promo_unknown");
  }
  expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("ok");
  for (let guess = 0; guess < 20; guess++) await verifyPromo(store, james.id, `GUESS${guess}`);
  // A code that is refused for too many guesses counts as unanswered: asked for again, it is refused again.
  for (const _ of [1, 2]) expect(reasonOf(await verifyPromo(store, james.id, "SPRING10"))).toBe("too_many_requests");
});

Deno.test("a code may give credits instead", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  await addSpring(store, { code: "GIFT", percent: 0, credits: 7 });
  const payment = await begunPayment(store, james.id, { promoCode: "GIFT", method: "card" });
  expect(payment.quote).toMatchObject({ totalCents: 3000, totalCredits: 72, promoCredits: 7 });
});

Deno.test("a code that makes no sense is not saved", async () => {
  using store = await testStore();
  const spring = await addSpring(store);
  for (
    const wrong of [{ percent: 101 }, { percent: 0 }, { percent: 1.5 }, { credits: 5 }, { usesPerMan: 0 }, {
      code: "a b",
    }]
  ) {
    await expect(putPromo(store, { ...spring, ...wrong })).rejects.toThrow();
  }
});

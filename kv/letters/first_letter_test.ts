/** The first letter of a lady that comes to a man is free, whichever of hers it is, and no second one is. */
import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { createMan, testStore } from "../testing/store.ts";
import { createTranslationWorld, runJobs, send } from "../testing/translators.ts";
import { introductionsLeft, introductionsPerDay } from "./introductions.ts";
import { openLetter } from "./opening.ts";
import { finishTranslation, returnToAuthor } from "./translating/translation_ends.ts";
import { claimTranslation } from "./translating/translations.ts";

const inRussian = { body: "Здравствуйте, Джеймс! Меня зовут Дарья, мне очень приятно." };
const inEnglish = { body: "Hello James, I hope you are well today.", language: "en" } as const;

async function world() {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const { nadia } = people;
  const end = async (letterId: number, how: "finish" | "return") => {
    await claimTranslation(store, nadia.id, letterId);
    const ended = how === "finish"
      ? await finishTranslation(store, nadia.id, letterId, ["Dear James"])
      : await returnToAuthor(store, nadia.id, letterId, "It cannot be read.");
    if (!ended.ok) throw new Error(ended.reason);
    return ended.letter;
  };
  return { ...people, store, end, [Symbol.dispose]: store[Symbol.dispose] };
}

Deno.test("a letter that comes while her introduction waits is free, and the introduction may never come", async () => {
  using w = await world();
  const first = await send(w.store, w.daria, w.james, inRussian);
  const second = await send(w.store, w.daria, w.james, inEnglish);
  expect([first.openingPriceCredits, second.openingPriceCredits]).toEqual([0, 0]);
  await w.end(first.id, "return");
  expect(await openLetter(w.store, w.james.id, second.id, true)).toMatchObject({ ok: true });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect((await send(w.store, w.daria, w.james, inEnglish)).openingPriceCredits).toBe(5);
  expect(await audit(w.store)).toEqual([]);
});

for (const how of ["finish", "return"] as const) {
  Deno.test(`of two that wait the second is free where it comes first, and costs where it does not (first: ${how})`, async () => {
    using w = await world();
    const first = await send(w.store, w.daria, w.james, inRussian);
    const second = await send(w.store, w.daria, w.james, inRussian);
    await w.end(first.id, how);
    expect(await w.end(second.id, "finish")).toMatchObject({ openingPriceCredits: how === "finish" ? 5 : 0 });
    expect((await send(w.store, w.daria, w.james, inEnglish)).openingPriceCredits).toBe(5);
    expect(await audit(w.store)).toEqual([]);
  });
}

Deno.test("her introduction stays free where another letter came before it, and then all cost", async () => {
  using w = await world();
  const first = await send(w.store, w.daria, w.james, inRussian);
  const second = await send(w.store, w.daria, w.james, inRussian);
  expect(await w.end(second.id, "finish")).toMatchObject({ openingPriceCredits: 0 });
  const third = await send(w.store, w.daria, w.james, inEnglish);
  expect(third.openingPriceCredits).toBe(5);
  w.store.clock.advance({ hours: 73 });
  await runJobs(w.store);
  expect(await openLetter(w.store, w.james.id, first.id, true)).toMatchObject({ ok: true });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("who has written first pays for her answers, whatever of hers waits", async () => {
  using w = await world();
  await send(w.store, w.daria, w.james, inRussian);
  await send(w.store, w.james, w.daria);
  expect((await send(w.store, w.daria, w.james, inEnglish)).openingPriceCredits).toBe(5);
});

Deno.test("nobody writes free letters by it beyond her twenty introductions", async () => {
  using w = await world();
  const prices: number[] = [];
  for (let n = 0; n < introductionsPerDay; n++) {
    const man = await createMan(w.store, { firstname: `Tom ${n}` });
    await send(w.store, w.daria, man, inRussian);
    for (let more = 0; more < 3; more++) {
      prices.push((await send(w.store, w.daria, man, inEnglish)).openingPriceCredits);
    }
  }
  expect(prices.filter((price) => price === 0)).toHaveLength(introductionsPerDay);
  expect(await introductionsLeft(w.store, w.daria.id)).toBe(0);
  await expect(send(w.store, w.daria, w.wei, inEnglish)).rejects.toThrow("too_many_introductions");
});

import { expect } from "expect";
import { translationQueue } from "../letters/translating/translations.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { testStore } from "../testing/store.ts";
import { isWorkIn } from "./languages.ts";
import { addStaff } from "./staff.ts";
import { setWorkLanguages } from "./translators.ts";
import { userByEmail, userById } from "./users.ts";

Deno.test("a translator says the languages of the work; nobody else can", async () => {
  using store = await testStore();
  const { nadia, olena } = await createTranslationWorld(store);
  expect((await userById(store, nadia.id))!.worksIn).toBeUndefined();
  expect(await setWorkLanguages(store, nadia.id, ["uk", "en", "uk"])).toMatchObject({ ok: true });
  expect((await userById(store, nadia.id))!.worksIn).toEqual(["en", "uk"]);
  expect(await setWorkLanguages(store, olena.id, ["uk"])).toMatchObject({ reason: "wrong_role" });
  expect(await setWorkLanguages(store, 999, ["uk"])).toMatchObject({ reason: "not_found" });
});

Deno.test("they may come with the account, and only a translator's has them", async () => {
  using store = await testStore();
  const wanted = { email: "lev@house.test", name: "Lev", group: "translator", languages: ["zh", "uk"] } as const;
  expect(await addStaff(store, { ...wanted, languages: ["zh", "uk"] })).toMatchObject({ ok: true });
  expect((await userByEmail(store, "lev@house.test"))!.worksIn).toEqual(["zh", "uk"]);
  const admin = { email: "ada@house.test", name: "Ada", group: "admin", languages: ["zh" as const] } as const;
  expect(await addStaff(store, { ...admin, languages: ["zh"] })).toMatchObject({
    fields: { languages: "wrong_value" },
  });
});

Deno.test("work is in somebody's languages where both of its are; whoever says none does all", () => {
  const work = { from: "zh-Hant", to: "uk" };
  expect([undefined, [], ["zh", "uk"], ["en", "uk"], ["zh"]].map((each) => isWorkIn(each as never, work))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(isWorkIn(["uk"], { from: "und", to: "uk" })).toBe(true);
});

Deno.test("the queue is told by pair and by what is wanted, with all pairs that wait", async () => {
  using store = await testStore();
  const { james, wei, daria } = await createTranslationWorld(store);
  await send(store, james, daria);
  await send(store, wei, daria, { body: "親愛的達麗婭，今天下雨，我在窗邊想你。" });
  const all = await translationQueue(store, { page: 1, limit: 10 });
  expect(all.pairs).toHaveLength(2);
  const english = { from: "en", to: "ru" };
  const one = await translationQueue(store, { page: 1, limit: 10 }, { pair: english });
  expect(one).toMatchObject({ totalCount: 1, items: [{ ...english, manId: james.id, ladyId: daria.id }] });
  expect(one.pairs).toHaveLength(2);
  const isWanted = (each: typeof english) => isWorkIn(["zh", "ru"], each);
  const mine = await translationQueue(store, { page: 1, limit: 10 }, { isWanted });
  expect(mine).toMatchObject({ totalCount: 1, items: [{ manId: wei.id }] });
  expect(mine.pairs).toHaveLength(1);
});

/** A letter that its translator has open in two windows, with a script and without. */
import { expect } from "expect";
import { letterOf } from "../../../kv/letters/letters.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { take, testTranslators, type TranslatorWorld } from "./testing/translators.ts";

const partsOf = (html: string): string[] =>
  [...html.matchAll(/<textarea[^>]*name="segment"[^>]*>([\s\S]*?)<\/textarea>/g)].map((found) => found[1]!);
const baseOf = (html: string): string => /name="base" value="([^"]*)"/.exec(html)![1]!;

async function twoWindows(world: TranslatorWorld) {
  const letter = await world.write(world.james, world.daria);
  const base = baseOf(await htmlOf(await take(world.hers, letter)));
  return { letter, path: `/en/agency/mail/${letter.id}`, base };
}

Deno.test("without a script each window's form keeps what the other wrote", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  await world.hers.post(path, { action: "save", base, segment: ["Дорогая Дарья,", "Флюгер простил церковь.", ""] });
  expect((await world.hers.post(path, { action: "save", base, segment: ["", "", "Джеймс"] })).status).toBe(303);
  expect(partsOf(await htmlOf(world.hers.get(path)))).toEqual(["Дорогая Дарья,", "Флюгер простил церковь.", "Джеймс"]);
});

Deno.test("of a paragraph that both windows changed the earlier words stand beside", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  await world.hers.post(path, { action: "save", base, segment: ["Дорогая Дарья,", "", ""] });
  await world.hers.post(path, { action: "save", base, segment: ["Милая Дарья,", "", ""] });
  const html = await htmlOf(world.hers.get(path));
  expect(partsOf(html)[0]).toBe("Милая Дарья,");
  expect(html).toContain("Earlier text");
  expect(html).toContain('<p class="agency__lines">Дорогая Дарья,</p>');
});

Deno.test("replaced words stand apart from the translation, also once its letter is gone", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  await world.hers.post(path, { action: "save", base, segment: ["Дорогая Дарья,", "", ""] });
  await world.hers.post(path, { action: "save", base, segment: ["Милая Дарья,", "", "Джеймс"] });
  await world.hers.post(path, { action: "release" });
  const [, yours = "", elsewhere = ""] = (await htmlOf(world.hers.get(path))).split(
    /<section aria-labelledby="(?:yours|rest)">/,
  );
  expect([yours.includes("Милая Дарья,"), yours.includes("Дорогая Дарья,")]).toEqual([true, false]);
  expect(elsewhere).toContain("Earlier text");
  expect(elsewhere).toContain('<p class="agency__lines">Дорогая Дарья,</p>');
});

Deno.test("the script is handed what the other window wrote", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  const headers = { accept: "application/json" };
  const save = async (page: string, segment: string[]) =>
    await (await world.hers.post(path, { action: "autosave", base, page, segment }, { headers })).json();
  await save("one", ["Дорогая Дарья,", "", ""]);
  const told = await save("two", ["", "", "Джеймс"]);
  expect(told).toMatchObject({ segments: ["Дорогая Дарья,", "", "Джеймс"], hasSetAside: false });
  expect(told.base).toEqual(baseOf(await htmlOf(world.hers.get(path))).split("."));
  expect(await save("one", ["Милая Дарья,", "", ""])).toMatchObject({ hasSetAside: false });
  expect(await save("two", ["Даша!", "", ""])).toMatchObject({ hasSetAside: true });
});

Deno.test("finishing in one window shows first what the other wrote, and sends it when it is pressed again", async () => {
  await using world = await testTranslators();
  const { letter, path, base } = await twoWindows(world);
  await world.hers.post(path, { action: "save", base, segment: ["Дорогая Дарья,", "Флюгер простил церковь.", ""] });
  const held = await world.hers.post(path, { action: "finish", base, segment: ["", "", "Джеймс"] });
  expect(held.status).toBe(409);
  const html = await htmlOf(held);
  expect(html).toContain("also changed in another window");
  expect(partsOf(html)).toEqual(["Дорогая Дарья,", "Флюгер простил церковь.", "Джеймс"]);
  expect(await letterOf(world.site.store, world.daria.id, letter.id)).toBe(null);
  const sent = await world.hers.post(path, { action: "finish", base: baseOf(html), segment: partsOf(html) });
  expect(sent.status).toBe(303);
  expect(await letterOf(world.site.store, world.daria.id, letter.id)).not.toBe(null);
});

Deno.test("words that are too long stay on the page, and the next saving still knows what it has seen", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  await world.hers.post(path, { action: "save", base, segment: ["Дорогая Дарья,", "", ""] });
  const refused = await world.hers.post(path, { action: "save", base, segment: ["", "", "я".repeat(20_001)] });
  expect(refused.status).toBe(422);
  const html = await htmlOf(refused);
  expect([baseOf(html), partsOf(html)[2]!.length]).toEqual([base, 20_001]);
});

Deno.test("words of another window are shown once the letter is finished; a second press is no loss", async () => {
  await using world = await testTranslators();
  const { path, base } = await twoWindows(world);
  const words = ["Дорогая Дарья,", "Флюгер простил церковь.", "Джеймс"];
  expect((await world.hers.post(path, { action: "finish", base, segment: words })).status).toBe(303);
  const again = await world.hers.post(path, { action: "finish", base, segment: words });
  expect([again.status, again.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  const late = await world.hers.post(path, { action: "save", base, segment: words.with(1, "Флюгер всё простил.") });
  const html = await htmlOf(late);
  expect([late.status, html.includes("finished it already"), html.includes("Флюгер всё простил.")])
    .toEqual([409, true, true]);
});

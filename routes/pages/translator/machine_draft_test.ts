/** The machine's draft on the work page: it is asked for once, and takes nobody's words away. */
import { expect } from "expect";
import { deeplKey, deeplServer } from "../../../services/testing/deepl_server.ts";
import { libretranslateServer } from "../../../services/testing/libretranslate_server.ts";
import { openaiKey, openaiModel, openaiServer } from "../../../services/testing/openai_server.ts";
import type { ProviderSettings, TranslationSettings } from "../../../services/translation/types.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { atWork, partsOf, russian } from "./testing/at_work.ts";
import { take, testTranslators, type TranslatorWorld } from "./testing/translators.ts";

const unlimited = { charactersPerPerson: 1000, charactersPerSite: 1000 };
const byDeepl = (apiBase: string): TranslationSettings => ({
  provider: { name: "deepl", key: deeplKey, apiBase },
  ...unlimited,
});

Deno.test("a machine's draft begins an empty sheet and lies beside a written one; it is asked for once", async () => {
  await using deepl = deeplServer();
  await using world = await testTranslators({ config: { translation: byDeepl(deepl.base) } });
  const { path } = await atWork(world);
  expect(await htmlOf(world.hers.get(path))).toContain("Make a machine draft");
  expect((await world.hers.post(path, { action: "machine", segment: ["", "", ""] })).status).toBe(303);
  expect(partsOf(await htmlOf(world.hers.get(path)))[0]).toBe("[EN→RU] Dear Daria,");

  const other = await atWork(world);
  await world.hers.post(other.path, { action: "machine", segment: russian });
  const html = await htmlOf(world.hers.get(other.path));
  expect(partsOf(html)).toEqual(russian);
  expect(html).toContain("[EN→RU] James");
  await world.hers.post(other.path, { action: "machine", segment: russian });
  await world.hers.post(other.path, { action: "use_machine", segment: russian });
  const begun = await htmlOf(world.hers.get(other.path));
  expect(partsOf(begun)[2]).toBe("[EN→RU] James");
  for (const own of russian) expect(begun).toContain(`<p class="agency__lines">${own}</p>`);
  expect(deepl.requests).toHaveLength(2);
});

/** Something else happens while the machine writes its draft. */
function whileItWrites(world: TranslatorWorld, meanwhile: () => Promise<unknown>): void {
  const machine = world.site.deps.machineTranslator!;
  world.site.deps.machineTranslator = {
    ...machine,
    translate: async (...asked) => {
      await meanwhile();
      return await machine.translate(...asked);
    },
  };
}

Deno.test("a machine's draft that finds its sheet filled meanwhile lies beside it, and sets nothing aside", async () => {
  await using deepl = deeplServer();
  await using world = await testTranslators({ config: { translation: byDeepl(deepl.base) } });
  const { path } = await atWork(world);
  whileItWrites(world, () => world.hers.post(path, { action: "save", segment: ["", "", "Джеймс"] }));
  expect((await world.hers.post(path, { action: "machine", segment: ["", "", ""] })).status).toBe(303);
  const html = await htmlOf(world.hers.get(path));
  expect(partsOf(html)).toEqual(["", "", "Джеймс"]);
  expect(html).toContain("[EN→RU] Dear Daria,");
  expect(html).not.toContain("Earlier text");
});

Deno.test("a machine's draft is nobody's who gave the letter back meanwhile, and begins no other's sheet", async () => {
  await using deepl = deeplServer();
  await using world = await testTranslators({ config: { translation: byDeepl(deepl.base) } });
  const { letter, path } = await atWork(world);
  whileItWrites(world, async () => {
    await world.hers.post(path, { action: "release" });
    await take(world.his, letter);
  });
  expect((await world.hers.post(path, { action: "machine", segment: ["", "", ""] })).status).toBe(409);
  const html = await htmlOf(world.his.get(path));
  expect(partsOf(html)).toEqual(["", "", ""]);
  expect(html).toContain("Make a machine draft");
  expect(html).not.toContain("[EN→RU]");
});

Deno.test("three presses before the machine has answered ask it once", async () => {
  await using deepl = deeplServer();
  await using world = await testTranslators({ config: { translation: byDeepl(deepl.base) } });
  const { path } = await atWork(world);
  const empty = { segment: ["", "", ""] };
  const pressed = [1, 2, 3].map(() => world.hers.post(path, { action: "machine", ...empty }));
  expect((await Promise.all(pressed)).map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(deepl.requests).toHaveLength(1);
});

for (
  const [status, words] of [
    [403, "The translation service refused our key."],
    [456, "The translation service has reached its monthly limit."],
    [429, "The translation service is busy."],
  ] as const
) {
  Deno.test(`where the machine answers ${status} the translator is told, and loses nothing`, async () => {
    await using deepl = deeplServer();
    deepl.answerWith(status);
    await using world = await testTranslators({ config: { translation: byDeepl(deepl.base) } });
    const { path } = await atWork(world);
    const told = await world.hers.post(path, { action: "machine", segment: russian });
    expect(told.status).toBe(503);
    const html = await htmlOf(told);
    expect(html).toContain(words);
    expect(partsOf(html)).toEqual(russian);
    expect(partsOf(await htmlOf(world.hers.get(path)))).toEqual(russian);
  });
}

Deno.test("each of the other two providers makes drafts as well", async () => {
  await using libre = libretranslateServer();
  await using openai = openaiServer();
  const providers: ProviderSettings[] = [
    { name: "libretranslate", url: libre.base, key: null },
    { name: "openai", baseUrl: `${openai.base}/v1`, key: openaiKey, model: openaiModel },
  ];
  const drafts = [];
  for (const provider of providers) {
    await using world = await testTranslators({ config: { translation: { provider, ...unlimited } } });
    const { path } = await atWork(world);
    expect((await world.hers.post(path, { action: "machine", segment: ["", "", ""] })).status).toBe(303);
    drafts.push(partsOf(await htmlOf(world.hers.get(path)))[0]);
  }
  expect(drafts).toEqual(["[en→ru] Dear Daria,", "[English→Russian] Dear Daria,"]);
  expect([...libre.problems, ...openai.problems]).toEqual([]);
});

Deno.test("without a key there is no machine, whatever a form asks for", async () => {
  await using world = await testTranslators();
  const { path } = await atWork(world);
  expect((await world.hers.post(path, { action: "machine", segment: russian })).status).toBe(303);
  expect(partsOf(await htmlOf(world.hers.get(path)))).toEqual(russian);
});

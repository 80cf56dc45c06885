/** A lady's words by a machine: shown at once, marked, within the day's limits, and replaced by a translator's. */
import { expect } from "expect";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { askProfileChange } from "../../kv/ladies/profile/profile_changes.ts";
import { finishProfile } from "../../kv/ladies/profile/profile_translation_work.ts";
import { askForProfilesAfter, claimProfile, profileQueue } from "../../kv/ladies/profile/profile_translations.ts";
import { audit } from "../../kv/records/audit.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { createNadia } from "../../kv/testing/translators.ts";
import { decide } from "../../kv/vetting/approval_decisions.ts";
import { waitingApprovals } from "../../kv/vetting/approvals.ts";
import { libretranslateServer } from "../../services/testing/libretranslate_server.ts";
import { girlPath } from "../ladies/girl_paths.ts";
import { expectHolds, mainOf } from "../pages/girls/testing/html.ts";
import { testApp, type TestSite } from "../testing/site.ts";

const hers = {
  quote: "Повільні ранки",
  about: "Я переплітаю книги вручну.\n\nІ трохи їх читаю.",
  interests: ["Шахи", "Їжаки"],
};

const limits = { charactersPerPerson: 10_000, charactersPerSite: 10_000 };

/** Olena, who writes Ukrainian, on a site with a provider. */
async function world(limited: Partial<typeof limits> = {}) {
  const provider = libretranslateServer();
  const translation = {
    provider: { name: "libretranslate" as const, url: provider.base, key: null },
    ...limits,
    ...limited,
  };
  const site = await testApp({ config: { translation } });
  const olena = await site.addLady({ firstname: "Олена", city: "Полтава", readsLanguages: ["uk"] });
  await approved(site, olena.id, hers);
  const record = async () => (await ladyById(site.store, olena.id))!;
  return {
    provider,
    site,
    olena,
    record,
    page: async () => await mainOf(await site.visitor().get(`/en${girlPath(await record(), site.now())}`)),
    async [Symbol.asyncDispose]() {
      await site.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

async function approved(site: TestSite, ladyId: number, words: Partial<typeof hers>): Promise<void> {
  await askProfileChange(site.store, ladyId, words);
  for (const { id } of await waitingApprovals(site.store)) {
    expect(await decide(site.store, id, true)).toMatchObject({ ok: true });
  }
}

/** Runs the job of the approval, and then the jobs that it has added. */
async function work(site: TestSite): Promise<void> {
  await site.runJobs();
  await site.runJobs();
}

const jobsOf = async (site: TestSite): Promise<unknown[]> =>
  (await Array.fromAsync(site.store.kv.list<{ kind: string }>({ prefix: prefixes.jobs() })))
    .filter(({ value }) => value.kind === "machine_profile");

Deno.test("approved words stand in the site's languages as soon as the machine has answered, marked, with the original", async () => {
  await using w = await world();
  expect((await w.record()).localized).toEqual({});
  await work(w.site);
  const { localized } = await w.record();
  expect(localized.en).toEqual({
    firstname: "Олена",
    city: "Полтава",
    quote: "[uk→en] Повільні ранки",
    about: "[uk→en] Я переплітаю книги вручну.\n\n[uk→en] І трохи їх читаю.",
    idealPartner: "",
    interests: ["[uk→en] Шахи", "[uk→en] Їжаки"],
    machine: "libretranslate",
    at: w.site.now(),
    version: 1,
  });
  expect([localized["zh-Hant"]?.quote, localized["zh-Hans"]?.quote])
    .toEqual(["[uk→zt] Повільні ранки", "[uk→zh] Повільні ранки"]);
  expect(w.provider.problems).toEqual([]);
  expectHolds(
    await w.page(),
    "[uk→en] І трохи їх читаю.",
    "Translated by a machine; a translator has not seen it yet.",
    /<summary>In her own words<\/summary>[\s\S]*Я переплітаю книги вручну\./,
  );
  expect(await audit(w.site.store)).toEqual([]);
});

Deno.test("a translator finds the machine's text in the queue all the same, and its place is the translator's then", async () => {
  await using w = await world();
  await work(w.site);
  const { store } = w.site;
  const nadia = await createNadia(store);
  expect((await profileQueue(store, nadia.id)).free).toHaveLength(3);
  const part = { ladyId: w.olena.id, locale: "en" as const };
  await claimProfile(store, nadia.id, part);
  const texts = ["Olena", "Poltava", "Slow mornings", "I bind books by hand.\n\nAnd read them.", "Chess", "Hedgehogs"];
  expect(await finishProfile(store, nadia.id, part, { texts, version: 1 })).toMatchObject({ ok: true });
  const { localized } = await w.record();
  expect([localized.en?.quote, localized.en?.author, localized.en?.machine])
    .toEqual(["Slow mornings", "Nadia Hrytsenko", undefined]);

  // She changes a sentence: the rest stays the translator's.
  await approved(w.site, w.olena.id, { quote: "Довгі листи" });
  await work(w.site);
  expect((await w.record()).localized.en).toMatchObject({
    quote: "[uk→en] Довгі листи",
    about: "I bind books by hand.\n\nAnd read them.",
    interests: ["Chess", "Hedgehogs"],
    author: "Nadia Hrytsenko",
    machine: "libretranslate",
    version: 2,
  });
  const told = /Translated by Nadia Hrytsenko, .*What she has changed since then is translated by a machine\./;
  expectHolds(await w.page(), told);
  expect((await profileQueue(store, nadia.id)).free).toHaveLength(3);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what stands is not asked for again: each night every profile is looked at, and no text goes out twice", async () => {
  await using w = await world();
  await work(w.site);
  const asked = w.provider.requests.length;
  await askForProfilesAfter(w.site.store, 0);
  expect(await jobsOf(w.site)).toEqual([]);
  await work(w.site);
  expect(w.provider.requests.length).toBe(asked);
});

Deno.test("a provider that fails holds back nothing that was approved, and is asked again", async () => {
  await using w = await world();
  w.provider.answerWith(500, "down");
  await w.site.runJobs();
  await expect(w.site.runJobs()).rejects.toThrow("a profile could not be translated: unavailable");
  expect((await w.record()).localized).toEqual({});
  expectHolds(await w.page(), "Повільні ранки");
  expect(await jobsOf(w.site)).toHaveLength(3);
  w.provider.answerWith(null);
  w.site.advance(60_000);
  await work(w.site);
  expect((await w.record()).localized.en?.quote).toBe("[uk→en] Повільні ранки");
  expect(await jobsOf(w.site)).toEqual([]);
});

Deno.test("half of a day's characters is left to those who talk; the rest of the profiles comes another day", async () => {
  // Her words have 68 characters: half of the day's limit is enough for one language.
  await using w = await world({ charactersPerSite: 160 });
  await work(w.site);
  expect(Object.keys((await w.record()).localized)).toHaveLength(1);
  const talk = { text: "Доброго вечора, любий друже!", from: "uk", to: "en", personId: 1 };
  expect(await w.site.deps.liveTranslator!.translate(talk)).toMatchObject({ ok: true });
  expect(await jobsOf(w.site)).toEqual([]);
  for (const made of [2, 3]) {
    w.site.advance(24 * 3_600_000);
    await askForProfilesAfter(w.site.store, 0);
    await work(w.site);
    expect(Object.keys((await w.record()).localized)).toHaveLength(made);
  }
});

Deno.test("words that she changes while the machine works are not shown in their old form", async () => {
  await using w = await world();
  const { liveTranslator } = w.site.deps;
  let isFirst = true;
  w.site.deps.liveTranslator = {
    ...liveTranslator!,
    async translate(ask) {
      if (isFirst) {
        isFirst = false;
        await approved(w.site, w.olena.id, { quote: "Довгі листи" });
      }
      return await liveTranslator!.translate(ask);
    },
  };
  await work(w.site);
  await work(w.site);
  const { localized } = await w.record();
  expect([localized.en, localized["zh-Hant"], localized["zh-Hans"]]).toMatchObject([
    { quote: "[uk→en] Довгі листи", version: 2 },
    { quote: "[uk→zt] Довгі листи", version: 2 },
    { quote: "[uk→zh] Довгі листи", version: 2 },
  ]);
});

Deno.test("a translation longer than its place ends at a word, and nothing of who is not shown goes out", async () => {
  await using w = await world();
  const quote = "Повільні ранки і довгі листи до самого вечора";
  await approved(w.site, w.olena.id, { quote });
  const daria = await w.site.addLady({ firstname: "Дарія", readsLanguages: ["uk"] }, { ...hers, isPublished: false });
  await askForProfilesAfter(w.site.store, 0);
  await work(w.site);
  expect((await w.record()).localized.en?.quote).toBe("[uk→en] Повільні ранки і довгі листи до самого…");
  expect((await ladyById(w.site.store, daria.id))?.localized).toEqual({});
});

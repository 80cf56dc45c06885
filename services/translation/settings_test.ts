import { expect } from "expect";
import { readConfig } from "../config.ts";

const read = (env: Record<string, string>) => {
  const { config, problems } = readConfig("demo", (name) => env[name]);
  return { ...config.translation, problems, doubts: config.doubts };
};

const deepl = { DEEPL_API_KEY: " abc:fx " };
const libre = { LIBRETRANSLATE_URL: "https://mt.example.org/lt/" };
const openai = { OPENAI_BASE_URL: "https://models.example.org/v1", OPENAI_MODEL: "m-1" };

Deno.test("without a provider nothing is asked, and the limits are those of the documentation", () => {
  expect(read({})).toEqual({
    provider: null,
    charactersPerPerson: 50_000,
    charactersPerSite: 1_000_000,
    problems: [],
    doubts: [],
  });
  const limits = { TRANSLATE_DAILY_CHARACTERS: "10", TRANSLATE_DAILY_CHARACTERS_SITE: "0" };
  expect(read(limits)).toMatchObject({ charactersPerPerson: 10, charactersPerSite: 0, problems: [] });
  expect(read({ TRANSLATE_DAILY_CHARACTERS: "many" }).problems).toEqual([
    "TRANSLATE_DAILY_CHARACTERS must be a whole number from 0 to 1000000000",
  ]);
});

Deno.test("each provider is read whole, and the first is used unless another is named", () => {
  const providers = {
    deepl: { name: "deepl", key: "abc:fx", apiBase: null },
    libretranslate: { name: "libretranslate", url: "https://mt.example.org/lt", key: null },
    openai: { name: "openai", baseUrl: "https://models.example.org/v1", key: null, model: "m-1" },
  };
  expect(read(deepl).provider).toEqual(providers.deepl);
  expect(read({ ...deepl, DEEPL_API_BASE: "http://127.0.0.1:9/" }).provider)
    .toEqual({ ...providers.deepl, apiBase: "http://127.0.0.1:9" });
  expect(read(libre).provider).toEqual(providers.libretranslate);
  expect(read({ ...libre, LIBRETRANSLATE_API_KEY: "k" }).provider).toEqual({ ...providers.libretranslate, key: "k" });
  expect(read(openai).provider).toEqual(providers.openai);
  expect(read({ ...openai, OPENAI_API_KEY: "k" }).provider).toEqual({ ...providers.openai, key: "k" });
  const all = { ...openai, ...libre, ...deepl };
  expect(read(all)).toMatchObject({ provider: providers.deepl, problems: [] });
  expect(read({ ...openai, ...libre }).provider).toEqual(providers.libretranslate);
  for (const name of ["deepl", "libretranslate", "openai"] as const) {
    expect(read({ ...all, TRANSLATOR: name })).toMatchObject({ provider: providers[name], problems: [] });
  }
});

const http = "must be an http or https address", https = "must be an https address";
const bare = 'must be an address without password, "?" and "#"';
const mistakes: [env: Record<string, string>, problem: string][] = [
  [{ DEEPL_API_BASE: "http://127.0.0.1:9" }, "DEEPL_API_BASE needs DEEPL_API_KEY"],
  [{ DEEPL_API_KEY: "a key" }, "DEEPL_API_KEY holds what no key of DeepL holds"],
  [{ LIBRETRANSLATE_API_KEY: "k" }, "LIBRETRANSLATE_API_KEY needs LIBRETRANSLATE_URL"],
  [{ ...libre, LIBRETRANSLATE_API_KEY: "ключ" }, "LIBRETRANSLATE_API_KEY holds what no key of LibreTranslate holds"],
  [{ LIBRETRANSLATE_URL: "mt.example.org" }, `LIBRETRANSLATE_URL ${http}`],
  [{ LIBRETRANSLATE_URL: "http://mt.example.org" }, `LIBRETRANSLATE_URL ${https}`],
  [{ LIBRETRANSLATE_URL: "https://a:secret@mt.example.org" }, `LIBRETRANSLATE_URL ${bare}`],
  [{ ...openai, OPENAI_BASE_URL: "http://172.32.0.1/v1" }, `OPENAI_BASE_URL ${https}`],
  [{ ...openai, OPENAI_BASE_URL: "https://models.example.org/?key=secret" }, `OPENAI_BASE_URL ${bare}`],
  [{ OPENAI_BASE_URL: "https://models.example.org" }, "OPENAI_MODEL must be set where OPENAI_BASE_URL is"],
  [{ OPENAI_MODEL: "m" }, "OPENAI_MODEL needs OPENAI_BASE_URL"],
  [{ TRANSLATOR: "google" }, "TRANSLATOR must be deepl, libretranslate or openai"],
  [{ ...deepl, TRANSLATOR: "libretranslate" }, "LIBRETRANSLATE_URL must be set where TRANSLATOR is libretranslate"],
];

for (const [env, problem] of mistakes) {
  Deno.test(`named as a mistake: ${problem} (${JSON.stringify(env)})`, () => {
    expect(read(env).problems).toEqual([problem]);
    expect(problem).not.toContain("secret");
  });
}

Deno.test("a network of one's own may do without https", () => {
  const near = ["127.0.0.1:5000", "[::1]:5000", "localhost:5000", "libretranslate:5000", "10.1.2.3", "172.20.0.2"];
  for (const host of [...near, "192.168.1.2", "[fd00::1]", "mt.internal", "mt.test"]) {
    expect(read({ LIBRETRANSLATE_URL: `http://${host}` }).problems).toEqual([]);
  }
});

Deno.test("a key of another program in the same shell is nothing to this site", () => {
  expect(read({ OPENAI_API_KEY: "k" })).toMatchObject({ provider: null, problems: [] });
});

Deno.test("a key of OpenAI alone may be another program's: nothing refuses it, but it is said to be idle", () => {
  const idle = "OPENAI_API_KEY is set without OPENAI_BASE_URL and OPENAI_MODEL: it is not used";
  expect(read({ OPENAI_API_KEY: "sk-1" })).toMatchObject({ provider: null, problems: [], doubts: [idle] });
  expect(read({ ...openai, OPENAI_API_KEY: "sk-1" })).toMatchObject({ problems: [], doubts: [] });
});

Deno.test("of DeepL's other address only the host counts, and what is left out is named", () => {
  expect(read({ ...deepl, DEEPL_API_BASE: "https://api.example.org/v2" })).toMatchObject({
    provider: { apiBase: "https://api.example.org" },
    doubts: ["of DEEPL_API_BASE only https://api.example.org counts: what else it holds is left out"],
  });
});

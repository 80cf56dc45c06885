/** DeepL as a real server on loopback sees us: what it is asked, with which key, and what its refusals become here. */
import { expect } from "expect";
import { readConfig } from "./config.ts";
import { deeplServer } from "./testing/deepl_server.ts";
import { deeplTranslator } from "./translation.ts";

Deno.test("each paragraph is asked for on its own, with the key, in DeepL's own codes", async () => {
  await using deepl = deeplServer();
  const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
  expect(await draft(["你好：", "桂花開了。"], "zh-Hant", "ru")).toEqual({
    ok: true,
    segments: ["[ZH→RU] 你好：", "[ZH→RU] 桂花開了。"],
  });
  expect(deepl.requests).toEqual([{
    method: "POST",
    path: "/v2/translate",
    authorization: "DeepL-Auth-Key loopback-key",
    body: {
      text: ["你好：", "桂花開了。"],
      source_lang: "ZH",
      target_lang: "RU",
      preserve_formatting: true,
    },
  }]);
});

Deno.test("the two Chinese scripts are asked for by name, and English by its variant", async () => {
  await using deepl = deeplServer();
  const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
  for (const to of ["zh-Hant", "zh-Hans", "en"]) await draft(["Привет"], "ru", to);
  await draft(["Привіт"], "uk", "en");
  expect(deepl.requests.map(({ body }) => [body.source_lang, body.target_lang])).toEqual([
    ["RU", "ZH-HANT"],
    ["RU", "ZH-HANS"],
    ["RU", "EN-GB"],
    ["UK", "EN-GB"],
  ]);
});

Deno.test("a language that DeepL has not is said so without asking", async () => {
  await using deepl = deeplServer();
  const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
  expect(await draft(["Дарагі Джэймс"], "be", "en")).toEqual({ ok: false, failure: "unsupported" });
  expect(deepl.requests).toEqual([]);
});

Deno.test("many paragraphs go in portions and come back in order", async () => {
  await using deepl = deeplServer();
  const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
  const segments = Array.from({ length: 120 }, (_, at) => `p${at}`);
  expect(await draft(segments, "en", "ru")).toEqual({ ok: true, segments: segments.map((each) => `[EN→RU] ${each}`) });
  expect(deepl.requests.map(({ body }) => body.text.length)).toEqual([50, 50, 20]);
});

for (
  const [status, failure] of [
    [403, "key_refused"],
    [456, "used_up"],
    [429, "too_busy"],
    [529, "too_busy"],
    [500, "unavailable"],
  ] as const
) {
  Deno.test(`an answer ${status} is told as ${failure}`, async () => {
    await using deepl = deeplServer();
    deepl.answerWith(status);
    const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
    expect(await draft(["Hello"], "en", "ru")).toEqual({ ok: false, failure });
  });
}

Deno.test("a wrong key, a server that is away, and an answer that is none are failures, not errors", async () => {
  const deepl = deeplServer();
  expect(await deeplTranslator({ key: "wrong", apiBase: deepl.base }).draft(["Hello"], "en", "ru"))
    .toEqual({ ok: false, failure: "key_refused" });
  const { draft } = deeplTranslator({ key: "loopback-key", apiBase: deepl.base });
  for (const nonsense of ["<html>", "{}", '{"translations":[]}']) {
    deepl.answerWith(200, nonsense);
    expect(await draft(["Hello"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
  }
  deepl.answerWith(302);
  expect(await draft(["Hello"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
  await deepl[Symbol.asyncDispose]();
  expect(await draft(["Hello"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
});

Deno.test("the key comes from the environment; another server without one is named as a mistake", () => {
  const read = (env: Record<string, string>) => readConfig("demo", (name) => env[name]);
  expect(read({}).config.deepl).toBe(null);
  expect(read({ DEEPL_API_KEY: " abc:fx " }).config.deepl).toEqual({ key: "abc:fx", apiBase: null });
  const lonely = read({ DEEPL_API_BASE: "http://127.0.0.1:9" });
  expect([lonely.config.deepl, lonely.problems]).toEqual([null, ["DEEPL_API_BASE needs DEEPL_API_KEY"]]);
  expect(read({ DEEPL_API_KEY: "a key" }).problems).toEqual(["DEEPL_API_KEY holds what no key of DeepL holds"]);
});

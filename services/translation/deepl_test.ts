/** DeepL, played by a server on loopback: what it is asked, with which key, and what its refusals mean here. */
import { expect } from "expect";
import { deeplKey, deeplServer } from "../testing/deepl_server.ts";
import { deeplTranslator } from "./deepl.ts";

const settings = (deepl: { base: string }) => ({ key: deeplKey, apiBase: deepl.base });

Deno.test("each paragraph is asked for on its own, with the key, in DeepL's own codes", async () => {
  await using deepl = deeplServer();
  const { translate } = deeplTranslator(settings(deepl));
  expect(await translate(["你好：", "桂花開了。"], "zh-Hant", "ru")).toEqual({
    ok: true,
    by: "deepl",
    segments: ["[ZH→RU] 你好：", "[ZH→RU] 桂花開了。"],
  });
  expect(deepl.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([{
    method: "POST",
    path: "/v2/translate",
    body: {
      text: ["你好：", "桂花開了。"],
      source_lang: "ZH",
      target_lang: "RU",
      preserve_formatting: true,
    },
  }]);
  expect(deepl.problems).toEqual([]);
});

Deno.test("every language is asked for by its name there, Chinese and English by their variants", async () => {
  await using deepl = deeplServer();
  const { translate } = deeplTranslator(settings(deepl));
  for (const to of ["zh-Hant", "zh-Hans", "en", "uk", "be", "ro"]) await translate(["Привет"], "ru", to);
  for (const from of ["zh", "zh-Hans", "uk", "be", "ro"]) await translate(["…"], from, "en");
  expect(deepl.requests.map(({ body }) => `${body.source_lang} ${body.target_lang}`)).toEqual([
    "RU ZH-HANT",
    "RU ZH-HANS",
    "RU EN-GB",
    "RU UK",
    "RU BE",
    "RU RO",
    "ZH EN-GB",
    "ZH EN-GB",
    "UK EN-GB",
    "BE EN-GB",
    "RO EN-GB",
  ]);
  expect(deepl.problems).toEqual([]);
});

Deno.test("what DeepL does not translate is said without asking", async () => {
  await using deepl = deeplServer();
  const { translate } = deeplTranslator(settings(deepl));
  for (
    const [from, to] of [["ka", "en"], ["en", "ka"], ["en", "constructor"], ["constructor", "en"], ["en", "zh"], [
      "zh-Hant",
      "zh-Hans",
    ], ["zh", "zh-Hant"]]
  ) {
    expect(await translate(["Hello"], from!, to!)).toEqual({ ok: false, failure: "unsupported" });
  }
  expect(deepl.requests).toEqual([]);
});

Deno.test("many paragraphs go in portions and come back in order", async () => {
  await using deepl = deeplServer();
  const { translate } = deeplTranslator(settings(deepl));
  const segments = Array.from({ length: 120 }, (_, at) => `p${at}`);
  const answer = await translate(segments, "en", "ru");
  expect(answer).toEqual({ ok: true, by: "deepl", segments: segments.map((each) => `[EN→RU] ${each}`) });
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
  Deno.test(`an answer ${status} of DeepL is told as ${failure}`, async () => {
    await using deepl = deeplServer();
    deepl.answerWith(status);
    const { translate } = deeplTranslator(settings(deepl));
    expect(await translate(["Hello"], "en", "ru")).toEqual({ ok: false, failure });
  });
}

Deno.test("a wrong key, a server that is away, and fewer texts than were sent are failures, not errors", async () => {
  const deepl = deeplServer();
  expect(await deeplTranslator({ ...settings(deepl), key: "wrong" }).translate(["Hello"], "en", "ru"))
    .toEqual({ ok: false, failure: "key_refused" });
  const { translate } = deeplTranslator(settings(deepl));
  deepl.answerWith(200, '{"translations":[]}');
  expect(await translate(["Hello"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
  await deepl[Symbol.asyncDispose]();
  expect(await translate(["Hello"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
});

/** LibreTranslate on loopback: what it is asked, and what the words of its errors mean here. */
import { expect } from "expect";
import { libretranslateServer } from "../testing/libretranslate_server.ts";
import { libretranslateTranslator } from "./libretranslate.ts";

Deno.test("each text is a request of its own, in codes that all servers know, and keeps its place", async () => {
  await using libre = libretranslateServer();
  const { translate } = libretranslateTranslator({ url: libre.base });
  expect(await translate(["Hello", "<b>Goodbye</b> &amp; 再見"], "en", "zh-Hant")).toEqual({
    ok: true,
    by: "libretranslate",
    segments: ["[en→zt] Hello", "[en→zt] <b>Goodbye</b> &amp; 再見"],
  });
  expect(libre.requests[0]!.body).toEqual({ q: "Hello", source: "en", target: "zt", format: "text" });
  for (const to of ["zh-Hans", "en", "uk", "ru"]) await translate(["Bună"], "ro", to);
  for (const from of ["zh", "zh-Hans", "zh-Hant"]) await translate(["你好"], from, "ro");
  expect(libre.requests.slice(2).map(({ body }) => `${body.source} ${body.target}`)).toEqual([
    "ro zh",
    "ro en",
    "ro uk",
    "ro ru",
    "zh ro",
    "zh ro",
    "zt ro",
  ]);
  expect(libre.problems).toEqual([]);
});

Deno.test("a server below a path and with a key gets both", async () => {
  await using libre = libretranslateServer("a-key", "/mt");
  const ask = (key?: string) =>
    libretranslateTranslator({ url: `${libre.base}/mt/`, key }).translate(["Hello"], "en", "uk");
  expect(await ask("a-key")).toMatchObject({ ok: true, segments: ["[en→uk] Hello"] });
  expect(libre.requests[0]!.body.api_key).toBe("a-key");
  expect(await ask("wrong")).toEqual({ ok: false, failure: "key_refused" });
  expect(await ask()).toEqual({ ok: false, failure: "key_refused" });
  expect(libre.problems).toEqual([]);
});

Deno.test("many texts are a few requests at a time", async () => {
  await using libre = libretranslateServer();
  const { translate } = libretranslateTranslator({ url: libre.base });
  const segments = Array.from({ length: 30 }, (_, at) => `p${at}`);
  expect(await translate(segments, "en", "ru"))
    .toEqual({ ok: true, by: "libretranslate", segments: segments.map((each) => `[en→ru] ${each}`) });
});

Deno.test("a language that this server has not is unsupported, and so is one that nobody has", async () => {
  await using libre = libretranslateServer();
  const { translate } = libretranslateTranslator({ url: libre.base });
  expect(await translate(["Прывітанне"], "be", "en")).toEqual({ ok: false, failure: "unsupported" });
  expect(libre.requests).toHaveLength(1);
  for (
    const [from, to] of [["ka", "en"], ["en", "ka"], ["en", "constructor"], ["constructor", "en"], ["en", "zh"], [
      "zh-Hant",
      "zh-Hans",
    ]]
  ) {
    expect(await translate(["Hello"], from!, to!)).toEqual({ ok: false, failure: "unsupported" });
  }
  expect(libre.requests).toHaveLength(1);
});

for (
  const [status, error, failure] of [
    [429, "Slowdown: 20 per 1 minute", "too_busy"],
    [403, "Too many request limits violations", "too_busy"],
    [400, "uk (uk) is not available as a target language from Romanian (ro)", "unsupported"],
    [400, "Invalid request: request (9000) exceeds text limit (2000)", "unavailable"],
    [500, "Cannot translate text", "unavailable"],
    [503, "", "too_busy"],
  ] as const
) {
  Deno.test(`an answer ${status} "${error}" of LibreTranslate is told as ${failure}`, async () => {
    await using libre = libretranslateServer();
    libre.answerWith(status, error && JSON.stringify({ error }));
    const { translate } = libretranslateTranslator({ url: libre.base });
    expect(await translate(["Hello"], "en", "ru")).toEqual({ ok: false, failure });
  });
}

Deno.test("one text that fails fails all, and what was not sent yet is not sent", async () => {
  await using libre = libretranslateServer();
  libre.answerWith(500);
  const { translate } = libretranslateTranslator({ url: libre.base });
  const segments = Array.from({ length: 100 }, (_, at) => `p${at}`);
  expect(await translate(segments, "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
  expect(libre.requests.length).toBeLessThan(10);
});

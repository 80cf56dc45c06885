/** The three providers behind the one interface: whatever a server does, the answer is a whole text or a failure. */
import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import { deeplKey, deeplServer } from "../testing/deepl_server.ts";
import { libretranslateServer } from "../testing/libretranslate_server.ts";
import { openaiKey, openaiModel, openaiServer } from "../testing/openai_server.ts";
import { misdeeds } from "../testing/translation_peer.ts";
import { careful, openTranslator, type ProviderSettings, type Translator } from "./translator.ts";
import type { TranslationObserver } from "./types.ts";

const providers = [
  { start: deeplServer, at: (base: string): ProviderSettings => ({ name: "deepl", key: deeplKey, apiBase: base }) },
  {
    start: () => libretranslateServer(),
    at: (base: string): ProviderSettings => ({ name: "libretranslate", url: base, key: null }),
  },
  {
    start: () => openaiServer(),
    at: (base: string): ProviderSettings => ({
      name: "openai",
      baseUrl: `${base}/v1`,
      key: openaiKey,
      model: openaiModel,
    }),
  },
];

for (const { start, at } of providers) {
  const { name } = at("http://127.0.0.1");

  Deno.test(`${name} translates, and is named as who did`, async () => {
    await using peer = start();
    const translator = openTranslator(at(peer.base))!;
    expect(translator.name).toBe(name);
    const answer = await translator.translate(["Good evening", "<i>Olena</i>"], "en", "uk");
    expect(answer).toMatchObject({ ok: true, by: name });
    expect(answer.ok && answer.segments.map((each) => each.replace(/^\[.*?\] /, ""))).toEqual([
      "Good evening",
      "<i>Olena</i>",
    ]);
    expect(peer.problems).toEqual([]);
  });

  for (const misdeed of misdeeds) {
    Deno.test(`${name} that answers 200 or 307 with ${misdeed} has not translated`, async () => {
      await using peer = start();
      peer.misbehave(misdeed);
      const answer = await openTranslator(at(peer.base))!.translate(["Good evening"], "en", "uk");
      expect(answer).toEqual({ ok: false, failure: "unavailable" });
      expect(peer.requests).toHaveLength(1);
      if (misdeed === "no end") await until(() => peer.brokenOff === 1, "the end of the answer");
      expect(peer.problems).toEqual([]);
    });
  }

  Deno.test(`${name} that says nothing is left when whoever asks goes, and not asked by who has gone`, async () => {
    await using peer = start();
    peer.misbehave("silence");
    const translator = openTranslator(at(peer.base))!;
    const asker = new AbortController();
    const answer = translator.translate(["Good evening"], "en", "uk", asker.signal);
    await until(() => peer.requests.length === 1, "the request");
    asker.abort();
    expect(await answer).toEqual({ ok: false, failure: "unavailable" });
    expect(await translator.translate(["Good evening"], "en", "uk", asker.signal))
      .toEqual({ ok: false, failure: "unavailable" });
    expect(peer.requests).toHaveLength(1);
  });
}

/** A translator that answers in capitals, or with `answers`. */
const loud = (answers = (text: string) => text.toUpperCase()): Translator & { asked: string[][] } => {
  const asked: string[][] = [];
  return {
    name: "deepl",
    asked,
    translate(segments) {
      asked.push(segments);
      return Promise.resolve({ ok: true, segments: segments.map(answers), by: "deepl" });
    },
  };
};

Deno.test("without a provider there is no translator", () => expect(openTranslator(null)).toBeNull());

Deno.test("only words are sent: emoji, numbers and empty lines stay as they are and where they are", async () => {
  const translator = loud();
  const { translate } = careful(translator);
  expect(await translate(["", "hello", "🌸🌸", "+380 44 1", "  ", "you"], "en", "ru"))
    .toEqual({ ok: true, by: "deepl", segments: ["", "HELLO", "🌸🌸", "+380 44 1", "  ", "YOU"] });
  expect(translator.asked).toEqual([["hello", "you"]]);
  expect(await translate(["🌸", "12:30"], "en", "ru")).toMatchObject({ ok: true, segments: ["🌸", "12:30"] });
  expect(await translate(["hello"], "en", "en")).toMatchObject({ ok: true, segments: ["hello"] });
  expect(translator.asked).toHaveLength(1);
});

Deno.test("what comes back may be the same, marked up, right to left or four times as long, and is text", async () => {
  const asked = "a text of some length ".repeat(20);
  for (
    const text of [asked, "<script>x</script>", "\u200fשלום\u202e", "two\nlines\tand a tab", "x".repeat(1960), "👩‍👩‍👧"]
  ) {
    expect(await careful(loud(() => text)).translate([asked], "en", "ru")).toMatchObject({
      ok: true,
      segments: [text],
    });
  }
  expect(await careful(loud(() => "a\r\nb")).translate([asked], "en", "ru")).toMatchObject({ segments: ["a\nb"] });
  for (const text of ["", " \n", "x".repeat(1961), "\u0000", "a\u0085b", "\ud83d", "\u2028"]) {
    expect(await careful(loud(() => text)).translate([asked], "en", "ru")).toEqual({
      ok: false,
      failure: "unavailable",
    });
  }
});

Deno.test("fewer or more texts than were sent are none of theirs", async () => {
  for (const segments of [["A"], ["A", "B", "C"], []]) {
    const other: Translator = { name: "openai", translate: async () => ({ ok: true, segments, by: "openai" }) };
    expect(await careful(other).translate(["a", "b"], "en", "ru")).toEqual({ ok: false, failure: "unavailable" });
  }
});

Deno.test("each request is counted with its characters, its time and its failure, and no word of it", async () => {
  const notes: unknown[] = [];
  const observer: TranslationObserver = { asked: (note) => void notes.push(note), refused: () => {} };
  let elapsed = 0;
  const elapsedMs = () => elapsed += 250;
  await careful(loud(), { observer, elapsedMs }).translate(["hello", "🌸", "ok 👍"], "en", "ru");
  await careful(loud(() => ""), { observer, elapsedMs }).translate(["hello"], "en", "ru");
  expect(notes).toEqual([
    { by: "deepl", characters: 9, seconds: 0.25, failure: null },
    { by: "deepl", characters: 5, seconds: 0.25, failure: "unavailable" },
  ]);
});

/** Translations for a chat: nobody waits long, nothing is asked twice, and a day has limits. The test sets the time. */
import { expect } from "expect";
import { dailyPartsInMemory } from "../testing/daily_parts.ts";
import { fakeTime, settle } from "../testing/fake_time.ts";
import { characterBook, type CharacterLimits } from "./character_book.ts";
import { type LiveOptions, liveTranslator } from "./live_translation.ts";
import { careful } from "./translator.ts";
import type { LiveAnswer, RefusedHere, Translated, TranslationFailure } from "./types.ts";

interface Request {
  text: string;
  signal: AbortSignal;
  answer: (answer: string | TranslationFailure) => Promise<void>;
}

const failures: string[] = ["key_refused", "used_up", "too_busy", "unsupported", "unavailable"];

/** A translator whose answers the test gives; what it is asked stands in `requests`. */
function world(
  options: Partial<Omit<LiveOptions, "limits">> & { limits?: LiveOptions["limits"] & Partial<CharacterLimits> } = {},
) {
  const time = fakeTime();
  const requests: Request[] = [];
  const refused: RefusedHere[] = [];
  const translator = careful({
    name: "deepl",
    translate: ([text], _from, _to, signal) =>
      new Promise<Translated>((resolve) => {
        const answer = async (answer: string) => {
          const isFailure = failures.includes(answer);
          resolve(
            isFailure
              ? { ok: false, failure: answer as TranslationFailure }
              : { ok: true, segments: [answer], by: "deepl" },
          );
          await settle();
        };
        requests.push({ text: text!, signal: signal!, answer });
      }),
  });
  const { limits, ...others } = options;
  const live = liveTranslator({
    translator,
    now: time.now,
    pause: time.pause,
    observer: { asked: () => {}, refused: (_by, why) => void refused.push(why) },
    book: characterBook({ charactersPerPerson: 1000, charactersPerSite: 5000, ...limits }, dailyPartsInMemory()),
    ...others,
    limits,
  });
  /** Asks as a person; the answer is in `now` once it is there, null before. */
  async function ask(text: string, more: { from?: string; to?: string; personId?: number; signal?: AbortSignal } = {}) {
    const asked: { now: LiveAnswer | null } = { now: null };
    live.translate({ text, from: "en", to: "uk", personId: 1, ...more }).then((answer) => asked.now = answer);
    await settle();
    return asked;
  }
  return { time, requests, refused, ask, live };
}

const done = (text: string): LiveAnswer => ({ ok: true, text, by: "deepl" });
const failed = (failure: TranslationFailure): LiveAnswer => ({ ok: false, failure });

Deno.test("a text is asked for once, by whomever; into another language it is another", async () => {
  const { ask, requests, time } = world();
  const [first, second] = [await ask("Good evening"), await ask("Good evening", { personId: 2 })];
  expect(requests.map(({ text }) => text)).toEqual(["Good evening"]);
  await requests[0]!.answer("Доброго вечора");
  expect([first.now, second.now]).toEqual([done("Доброго вечора"), done("Доброго вечора")]);
  expect((await ask("Good evening")).now).toEqual(done("Доброго вечора"));
  expect(requests).toHaveLength(1);
  await ask("Good evening", { to: "ru" });
  await ask("Good evening", { from: "ro" });
  expect(requests).toHaveLength(3);
  expect(time.pauses()).toBe(2);
});

Deno.test("after an hour a text is asked for again", async () => {
  const { ask, requests, time } = world();
  await ask("Yes");
  await requests[0]!.answer("Так");
  await time.advance(3_599_999);
  expect((await ask("Yes")).now).toEqual(done("Так"));
  await time.advance(1);
  expect((await ask("Yes")).now).toBeNull();
  expect(requests).toHaveLength(2);
});

Deno.test("what has no words, or is in the language already, is asked of nobody", async () => {
  const { ask, requests } = world({ limits: { charactersPerPerson: 0, charactersPerSite: 0 } });
  expect((await ask("🌸 12:30")).now).toEqual(done("🌸 12:30"));
  expect((await ask("Привіт", { from: "uk" })).now).toEqual(done("Привіт"));
  expect(requests).toEqual([]);
});

for (const failure of ["too_busy", "unavailable"] as const) {
  Deno.test(`what is ${failure} is tried a second time after a moment, and not a third`, async () => {
    const { ask, requests, time } = world();
    const asked = await ask("Hello");
    await requests[0]!.answer(failure);
    await time.advance(499);
    expect(requests).toHaveLength(1);
    await time.advance(1);
    expect(requests).toHaveLength(2);
    await requests[1]!.answer(failure);
    expect(asked.now).toEqual(failed(failure));
    await time.advance(20_000);
    expect(requests).toHaveLength(2);
    expect(time.pauses()).toBe(0);
    const again = await ask("Hello");
    await requests[2]!.answer(failure);
    await time.advance(500);
    await requests[3]!.answer("Вітаю");
    expect(again.now).toEqual(done("Вітаю"));
  });
}

for (const failure of ["key_refused", "used_up", "unsupported"] as const) {
  Deno.test(`what is ${failure} will be so again, and is told at once`, async () => {
    const { ask, requests } = world();
    const asked = await ask("Hello");
    await requests[0]!.answer(failure);
    expect(asked.now).toEqual(failed(failure));
    expect(requests).toHaveLength(1);
  });
}

Deno.test("who says nothing is waited for ten seconds, both tries and the turn together", async () => {
  const { ask, requests, time } = world();
  const asked = await ask("Hello");
  await time.advance(4000);
  await requests[0]!.answer("unavailable");
  await time.advance(500);
  await time.advance(5499);
  expect([asked.now, requests[1]!.signal.aborted]).toEqual([null, false]);
  await time.advance(1);
  expect([asked.now, requests[1]!.signal.aborted]).toEqual([failed("unavailable"), true]);
  expect(time.pauses()).toBe(0);
});

Deno.test("a provider that hangs piles up nothing: some at once, some in line, the others are told", async () => {
  const limits = { charactersPerPerson: 1000, charactersPerSite: 5000, requestsAtOnce: 2, waitingMax: 3 };
  const { ask, requests, refused, time, live } = world({ limits });
  const asked = [];
  for (let at = 0; at < 5; at++) asked.push(await ask(`text ${at}`));
  expect(requests).toHaveLength(2);
  expect((await ask("one more")).now).toEqual(failed("too_busy"));
  expect(refused).toEqual(["queue_full"]);
  expect(live.turnsAway()).toBe(true);
  expect(refused).toEqual(["queue_full", "queue_full"]);
  await time.advance(10_000);
  expect(asked.map(({ now }) => now)).toEqual(asked.map(() => failed("unavailable")));
  // The two requests end as by their signal; texts whose time was over while they waited are never sent.
  for (const request of requests.slice()) await request.answer("unavailable");
  expect(requests).toHaveLength(2);
  const later = await ask("text 4");
  await requests[2]!.answer("текст 4");
  expect(later.now).toEqual(done("текст 4"));
});

Deno.test("a person has so many characters in a day, the site as well, and a new day begins at midnight", async () => {
  const limits = { charactersPerPerson: 10, charactersPerSite: 15 };
  const { ask, requests, refused, time } = world({ limits });
  await ask("ten chars🌸");
  await requests[0]!.answer("десять");
  expect((await ask("b")).now).toEqual({ ...failed("used_up"), limit: "person" });
  expect((await ask("ten chars🌸")).now).toEqual(done("десять"));
  await ask("abcde", { personId: 2 });
  expect((await ask("f", { personId: 3 })).now).toEqual({ ...failed("used_up"), limit: "site" });
  expect(refused).toEqual(["person_limit", "site_limit"]);
  await requests[1]!.answer("абвгд");
  await time.advance(12 * 3_600_000 - 1);
  expect((await ask("b")).now).toMatchObject({ limit: "person" });
  await time.advance(1);
  expect((await ask("b")).now).toBeNull();
  expect(requests).toHaveLength(3);
});

Deno.test("what certainly cost nothing is given back; what went out and came to nothing is not", async () => {
  const limits = { charactersPerPerson: 10, charactersPerSite: 100 };
  for (const failure of ["key_refused", "used_up", "unsupported"] as const) {
    const { ask, requests } = world({ limits });
    await ask("ten chars!");
    await requests[0]!.answer(failure);
    expect((await ask("another te")).now).toBeNull();
  }
  const { ask, requests, time } = world({ limits });
  await ask("ten chars!");
  await requests[0]!.answer("unavailable");
  await time.advance(500);
  await requests[1]!.answer("unavailable");
  expect((await ask("another te")).now).toEqual({ ...failed("used_up"), limit: "person" });
});

Deno.test("whoever goes is answered; the text of who still waits in line is then never sent", async () => {
  const limits = { charactersPerPerson: 100, charactersPerSite: 1000, requestsAtOnce: 1 };
  const { ask, requests, live } = world({ limits });
  await ask("first");
  const [he, she] = [new AbortController(), new AbortController()];
  const [his, hers] = [await ask("second", { signal: he.signal }), await ask("second", { signal: she.signal })];
  he.abort();
  await settle();
  expect([his.now, hers.now]).toEqual([failed("unavailable"), null]);
  she.abort();
  await settle();
  expect(hers.now).toEqual(failed("unavailable"));
  const third = await ask("third");
  await requests[0]!.answer("перший");
  expect(requests.map(({ text }) => text)).toEqual(["first", "third"]);
  await requests[1]!.answer("третій");
  expect(third.now).toEqual(done("третій"));
  // Of the hundred characters only those of "first" and "third" are used.
  expect((await ask("x".repeat(91))).now).toMatchObject({ limit: "person" });
  expect((await ask("x".repeat(90))).now).toBeNull();
  const gone = AbortSignal.abort();
  expect(await live.translate({ text: "fourth", from: "en", to: "uk", personId: 9, signal: gone }))
    .toEqual(failed("unavailable"));
});

Deno.test("one of two who asked for the same goes, and the other is answered", async () => {
  const { ask, requests } = world();
  const he = new AbortController();
  const [his, hers] = [await ask("Hello", { signal: he.signal }), await ask("Hello")];
  he.abort();
  await settle();
  await requests[0]!.answer("Вітаю");
  expect([his.now, hers.now]).toEqual([failed("unavailable"), done("Вітаю")]);
});

Deno.test("an answer that is none is no translation, and is not kept", async () => {
  const { ask, requests, time } = world();
  const asked = await ask("Hello");
  await requests[0]!.answer("x".repeat(500));
  await time.advance(500);
  await requests[1]!.answer("\u0000");
  expect(asked.now).toEqual(failed("unavailable"));
  const again = await ask("Hello");
  await requests[2]!.answer("<b>Вітаю</b>");
  expect(again.now).toEqual(done("<b>Вітаю</b>"));
});

Deno.test("the book may be a store: the same is counted once, and a store that fails is no error", async () => {
  const taken: number[] = [];
  const counts = { given: 0 };
  let opened = Promise.withResolvers<void>();
  const book = {
    async take(personId: number) {
      await opened.promise;
      taken.push(personId);
      return "taken" as const;
    },
    giveBack: () => void counts.given++,
  };
  const { ask, requests } = world({ book });
  const [his, hers] = [await ask("Hello"), await ask("Hello", { personId: 2 })];
  opened.resolve();
  await settle();
  expect([taken, counts.given, requests.length]).toEqual([[1, 2], 1, 1]);
  await requests[0]!.answer("Вітаю");
  expect([his.now, hers.now]).toEqual([done("Вітаю"), done("Вітаю")]);
  opened = Promise.withResolvers<void>();
  const asked = await ask("Bye");
  opened.reject(new Error("the store is away"));
  await settle();
  expect(asked.now).toEqual(failed("unavailable"));
});

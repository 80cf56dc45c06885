import { expect } from "expect";
import fc from "fast-check";
import { createJames, createWei, type TestStore, testStore } from "../../testing/store.ts";
import type { Entry, Operation } from "./entry.ts";
import { history, type HistoryFilter, wholeHistory } from "./history.ts";
import { post } from "./ledger.ts";

const move = (store: TestStore, manId: number, operation: Operation, deltaCredits: number, key: string) =>
  post(store, { manId, operation, deltaCredits, reference: {}, idempotencyKey: key });

const seqs = (entries: Entry[]): number[] => entries.map(({ seq }) => seq);

Deno.test("before the first entry there is nothing", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const nothing = { entries: [], totalCount: 0 };
  expect(await history(store, james.id, { page: 1, limit: 20 })).toEqual(nothing);
  const filter = { operation: "refill", fromMs: 0, untilMs: store.clock.now } as const;
  expect(await history(store, james.id, { page: 1, limit: 20 }, filter)).toEqual(nothing);
});

Deno.test("history is paged from the newest, each entry once", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  for (let n = 1; n <= 7; n++) await move(store, james.id, "refill", n, `payment:${n}`);
  const page = async (number: number) => {
    const { entries, totalCount } = await history(store, james.id, { page: number, limit: 3 });
    expect(totalCount).toBe(7);
    return seqs(entries);
  };
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([[7, 6, 5], [4, 3, 2], [1], []]);
});

Deno.test("one man's history shows nothing of another's", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store, 10), await createWei(store, 20)];
  const both = await Promise.all([james, wei].map(({ id }) => history(store, id, { page: 1, limit: 20 })));
  expect(both.map(({ entries }) => entries.map(({ deltaCredits }) => deltaCredits))).toEqual([[10], [20]]);
});

Deno.test("a filter answers as looking at every entry would, page by page", async () => {
  const hour = 3600_000;
  const day = fc.option(fc.integer({ min: -2, max: 30 }), { nil: undefined });
  const kinds = ["refill", "video", "sent_letter"] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 5 })), { maxLength: 25 }),
      fc.record({ operation: fc.option(fc.constantFrom(...kinds), { nil: undefined }), from: day, until: day }),
      fc.integer({ min: 1, max: 7 }),
      async (moves, { operation, from, until }, limit) => {
        using store = await testStore();
        const start = store.clock.now;
        const james = await createJames(store, 1000);
        const all = (await history(store, james.id, { page: 1, limit: 100 })).entries;
        for (const [n, [kind, hours]] of moves.entries()) {
          store.clock.advance({ hours });
          const posted = await move(store, james.id, kind, kind === "refill" ? 1 : -1, `move:${n}`);
          if (posted.ok) all.unshift(posted.entry);
        }
        const filter: HistoryFilter = {
          operation,
          fromMs: from === undefined ? undefined : start + from * hour,
          untilMs: until === undefined ? undefined : start + until * hour,
        };
        const wanted = all.filter((entry) =>
          (operation === undefined || entry.operation === operation) &&
          entry.at >= (filter.fromMs ?? -Infinity) && entry.at < (filter.untilMs ?? Infinity)
        );
        const found: Entry[] = [];
        for (let page = 1; page === 1 || found.length < wanted.length; page++) {
          const answer = await history(store, james.id, { page, limit }, filter);
          expect(answer.totalCount).toBe(wanted.length);
          expect(answer.entries.length).toBe(Math.min(limit, wanted.length - found.length));
          found.push(...answer.entries);
        }
        expect(found).toEqual(wanted);
        expect(await Array.fromAsync(wholeHistory(store, james.id, filter))).toEqual(wanted);
      },
    ),
    { numRuns: 60 },
  );
});

/** In whatever order refunds go back, are reported, answered and fail: the books say what the provider did. */
import { expect } from "expect";
import fc from "fast-check";
import { testStore } from "../../testing/store.ts";
import { askMoneyBack, moneyRefundsOf } from "./money_refunds.ts";
import { beginSending, noteRefundOutcome } from "./sending_refunds.ts";
import { withdraw } from "./withdrawals.ts";
import { faults, stands, worldOf } from "../../testing/failing_refunds.ts";

/** What may happen to the money of a payment, and to which of its refunds. */
const happening = fc.record({
  what: fc.constantFrom("asked", "asked", "told", "answered", "withdrawn", "fails"),
  which: fc.nat(4),
});

/** What really became of a refund. */
interface Truth {
  id: string;
  cents: number;
  hasFailed: boolean;
  isAnswered: boolean;
}

Deno.test("in whatever order parts go back, are told of, answered and fail, those credits go whose money is gone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 14 }), async (happenings) => {
      using store = await testStore();
      const { james, payment, atProvider } = await worldOf(store);
      const truths: Truth[] = [];
      const goneCents = (some = truths) => some.reduce((sum, { cents, hasFailed }) => sum + (hasFailed ? 0 : cents), 0);
      let told: Truth[] = [];
      let withdrawn: { credits: number; cents: number; before: Truth[] } | null = null;
      /** The provider takes the refund and gives it an id. */
      const take = async (id: string, cents: number) => {
        await beginSending(store, payment.id, id);
        await noteRefundOutcome(store, payment.id, id, { state: "sent", providerRefundId: `re_${id}` });
        truths.push({ id, cents, hasFailed: false, isAnswered: false });
      };
      const tell = async (say: () => Promise<void>) => {
        told = truths.filter(({ hasFailed }) => !hasFailed);
        await say();
      };
      const answer = async (truth: Truth) => {
        truth.isAnswered = true;
        await tell(() => atProvider.tell(goneCents()));
        await atProvider.answerDone(truth.id);
      };
      const perform = async (what: typeof happenings[number]["what"], id: string, which: number) => {
        const truth = truths[which % Math.max(1, truths.length)];
        if (what === "asked") {
          const cents = 100 * (which + 1);
          const asked = await askMoneyBack(store, { id, paymentId: payment.id, cents, actorId: 3 });
          if (asked.ok) await take(id, cents);
        }
        if (what === "withdrawn" && !withdrawn) {
          const withdrew = await withdraw(store, { paymentId: payment.id });
          if (!withdrew.ok) return;
          const { id, credits, cents } = withdrew.withdrawal;
          withdrawn = { credits, cents, before: told };
          await take(id, cents);
        }
        if (what === "told") await tell(() => atProvider.tell(goneCents()));
        if (what === "answered" && truth && !truth.isAnswered) await answer(truth);
        if (what === "fails" && truth) {
          truth.hasFailed = true;
          await tell(() => atProvider.fail(truth.id, goneCents()));
        }
      };
      for (const [at, { what, which }] of happenings.entries()) await perform(what, `part-${at}`, which);
      for (const truth of truths) if (!truth.isAnswered) await answer(truth);
      const { credits = 0, cents = -1, before = [] } = withdrawn ?? {};
      const creditsOf = (some: number) => Math.floor(65 * some / 2850);
      const [lost, lostBefore] = [goneCents(), goneCents(before)];
      const beside = credits + creditsOf(Math.min(lost, lostBefore));
      const gone = lost > lostBefore + cents ? Math.max(beside, creditsOf(lost)) : beside;
      expect(await stands(store, james.id)).toEqual([65 - gone, 0]);
      expect(await faults(store)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

/** What may happen to our refunds and to those by hand: to which refund, and of how many cents. */
const happeningByHand = fc.record({
  what: fc.constantFrom(
    "asked",
    "told",
    "refused",
    "given up",
    "by hand",
    "by hand",
    "that fails",
    "fails",
    "fails unheard",
    "retried",
  ),
  which: fc.nat(3),
  cents: fc.integer({ min: 1, max: 5 }).map((hundreds) => hundreds * 100),
});

/** A refund of ours; `leastByHand` is the least that counted as refunded by hand since this one was asked for. */
interface Ours {
  id: string;
  cents: number;
  state: "under way" | "refused" | "given up" | "done";
  isThere: boolean;
  leastByHand: number;
}

Deno.test("whatever is given back by hand and fails, nothing counts twice, and a refused refund is done where it was given since", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happeningByHand, { minLength: 6, maxLength: 24 }), async (happenings) => {
      using store = await testStore();
      const { payment, atProvider } = await worldOf(store);
      const all: Ours[] = [];
      let byHand = 0;
      const sumOf = (some: Ours[]) => some.reduce((sum, { cents }) => sum + cents, 0);
      const total = () => byHand + sumOf(all.filter(({ isThere }) => isThere));
      const moveByHand = (cents: number) => {
        byHand += cents;
        for (const ours of all) ours.leastByHand = Math.min(ours.leastByHand, byHand);
      };
      const retried = async (ours: Ours) => {
        const isReplaced = byHand - ours.leastByHand >= ours.cents;
        if (!ours.isThere && !isReplaced && ours.cents > await atProvider.left()) return;
        const state = await atProvider.retry(ours.id);
        expect(state === "done").toBe(ours.isThere || isReplaced);
        ours.state = state === "done" ? "done" : "under way";
        if (state === "done" && !ours.isThere) {
          ours.isThere = true;
          moveByHand(-ours.cents);
        }
        if (state !== "done") await atProvider.take(ours.id);
      };
      for (const [at, { what, which, cents }] of happenings.entries()) {
        const ours = all[which % Math.max(1, all.length)];
        // While one of ours is under way or unanswered, nobody could tell a refund by hand from it.
        const mayBeOurs = all.some(({ isThere, state }) => !isThere && (state === "under way" || state === "given up"));
        const left = await atProvider.left();
        // Nor could anybody tell one of ours from another of the same amount.
        const isAlike = all.some((other) => other.cents === cents && other.state !== "done");
        if (what === "asked" && cents <= left && !isAlike) {
          const asked: Ours = { id: `part-${at}`, cents, state: "under way", isThere: false, leastByHand: byHand };
          await atProvider.ask(asked.id, cents);
          await atProvider.take(asked.id);
          all.push(asked);
        }
        if (what === "told" && ours?.state === "under way") {
          if (ours.isThere) {
            await atProvider.answerDone(ours.id);
            ours.state = "done";
          } else {
            ours.isThere = true;
            await atProvider.tell(total());
          }
        }
        if (what === "refused" && ours?.state === "under way" && !ours.isThere) {
          await atProvider.refuse(ours.id);
          ours.state = "refused";
        }
        if (what === "given up" && ours?.state === "under way") {
          await atProvider.giveUp(ours.id);
          ours.state = "given up";
        }
        if (what === "by hand" && cents <= left && !mayBeOurs) {
          moveByHand(cents);
          await atProvider.tell(total());
        }
        if (what === "that fails" && cents <= byHand) {
          moveByHand(-cents);
          await atProvider.fail(`by-hand-${at}`, total());
        }
        // A refund that was done by hand instead has no provider's id, and nobody could tell two of them apart.
        const nameless = (await moneyRefundsOf(store, payment.id)).filter((each) =>
          each.state === "done" && each.providerRefundId === null
        );
        const isNameless = nameless.some(({ id }) => id === ours?.id);
        if (what.startsWith("fails") && ours?.state === "done" && isNameless && nameless.length === 1) {
          // If enough other money was refunded by hand, that takes its place.
          if (byHand >= ours.cents) moveByHand(-ours.cents);
          else [ours.state, ours.isThere] = ["refused", false];
          if (what === "fails unheard") await atProvider.tell(total());
          await atProvider.fail(`by-hand-${at}`, total());
        }
        if (what === "fails" && ours?.state === "done" && !isNameless) {
          [ours.state, ours.isThere] = ["refused", false];
          await atProvider.fail(ours.id, total());
        }
        if (what === "fails unheard" && ours?.state === "done" && !isNameless) {
          [ours.state, ours.isThere] = ["refused", false];
          // Before its failure is named, the total falls, or another refund takes its place there, ended or not.
          const untold = all.filter(({ state, isThere }) =>
            !isThere && (state === "under way" || state === "given up")
          );
          const other = untold.find(({ state }) => state === "under way");
          if (other) other.isThere = true;
          await atProvider.tell(total());
          // If several refunds could be the one, only the provider's answer tells which it is.
          if (other && (cents > 300 || untold.length > 1)) {
            await atProvider.answerDone(other.id);
            other.state = "done";
          }
          await atProvider.fail(ours.id, total());
        }
        if (what === "retried" && (ours?.state === "refused" || ours?.state === "given up")) await retried(ours);
        const untold = sumOf(all.filter(({ state, isThere }) => state === "under way" && !isThere));
        expect([at, await atProvider.left()]).toEqual([at, 2850 - total() - untold]);
      }
      expect(await faults(store)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

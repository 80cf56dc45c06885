/** Whatever two people do with text and video, the store and a naive book of minutes beside it agree. */
import { expect } from "expect";
import fc from "fast-check";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { openCall, openChat } from "../testing/chats.ts";
import { asOtherProcess, createPeople, testStore } from "../testing/store.ts";
import { type Chat, chatById, setRunning } from "./chats.ts";
import { showAlive } from "./instances.ts";
import { endChat, endOrphanedChat, reserveMinute } from "./minutes.ts";
import { switchToText, switchToVideo } from "./switches.ts";

type Side = "man" | "lady" | "server";
type Step =
  | { act: "wait"; seconds: number }
  /** Waits until five seconds before the paid time ends, then pays for the next minute. */
  | { act: "near" }
  | { act: "pay" | "see" | "lose" | "video" }
  | { act: "text" | "end"; by: Side }
  | { act: "crash" };

const side = fc.constantFrom<Side>("man", "lady", "server");
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ act: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 35 }) }),
    },
    { weight: 6, arbitrary: fc.record({ act: fc.constantFrom("near", "near", "pay", "see", "see", "video") }) },
    { weight: 1, arbitrary: fc.constant({ act: "lose" as const }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("text" as const), by: side }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 25, size: "max" },
);
const last = fc.oneof(
  fc.record({ act: fc.constant("end" as const), by: side }),
  fc.constant({ act: "crash" as const }),
) as fc.Arbitrary<Step>;

interface Minute {
  kind: "text" | "video";
  fromMs: number;
  isBack: boolean;
}

/** The rules of the design in intervals of served time; it knows nothing of how the store keeps them. */
class Book {
  minutes: Minute[] = [];
  servedMs = 0;
  kind: "text" | "video";
  isRunning: boolean;
  isOver = false;
  /** The text minutes that went back for the last video minute; they stand again if that goes back in its turn. */
  #before: Minute[] = [];

  constructor(kind: "text" | "video") {
    this.kind = kind;
    this.isRunning = kind === "text";
    this.#charge(kind, 0);
  }

  #charge(kind: "text" | "video", fromMs: number): void {
    this.minutes.push({ kind, fromMs, isBack: false });
  }

  get paidMs(): number {
    return Math.max(...this.#kept().map(({ fromMs }) => fromMs + 60_000));
  }

  get netCredits(): number {
    return this.#kept().reduce((sum, { kind }) => sum + (kind === "text" ? 1 : 5), 0);
  }

  #kept = (): Minute[] => this.minutes.filter(({ isBack }) => !isBack);
  /** Minutes that are not used up. */
  #left = (): Minute[] => this.#kept().filter(({ fromMs }) => fromMs + 60_000 > this.servedMs);

  wait(ms: number): void {
    if (!this.isRunning || this.isOver) return;
    this.servedMs = Math.min(this.paidMs, this.servedMs + ms);
  }

  get isUsedUp(): boolean {
    return this.servedMs >= this.paidMs;
  }

  pay(): void {
    if (!this.isRunning || this.isUsedUp || this.paidMs - this.servedMs > 10_000) return;
    this.#charge(this.kind, this.paidMs);
    this.#before = [];
  }

  video(): void {
    if (this.kind === "video" || this.isUsedUp) return;
    this.kind = "video";
    this.isRunning = false;
    const texts = this.#left().filter(({ kind }) => kind === "text");
    const isCovered = this.#left().some(({ kind, fromMs }) => kind === "video" && fromMs <= this.servedMs);
    for (const text of texts) text.isBack = true;
    this.#before = [];
    if (isCovered) { for (const { fromMs } of texts) this.#charge("video", fromMs); }
    else {
      this.#charge("video", this.servedMs);
      this.#before = texts;
    }
  }

  text(by: Side): void {
    if (this.kind === "text" || this.isUsedUp) return;
    this.kind = "text";
    for (const video of this.#left().filter(({ kind }) => kind === "video")) {
      const ofMs = this.servedMs - video.fromMs;
      if (ofMs >= 30_000 || (ofMs > 0 && by === "man")) continue;
      video.isBack = true;
      if (ofMs < 0) this.#charge("text", video.fromMs);
      else if (this.#before.length > 0) {
        // What was seen of the video is free.
        for (const { fromMs } of this.#before) this.#charge("text", fromMs + ofMs);
      } else this.#charge("text", this.servedMs);
    }
    this.#before = [];
  }

  end(by: Side): void {
    this.isOver = true;
    const [newest] = this.#kept().toSorted((one, other) => other.fromMs - one.fromMs);
    const isFree = (ofMs: number) => ofMs <= 0 || (by !== "man" && ofMs < 30_000);
    const ofMs = this.servedMs - newest!.fromMs;
    if (!isFree(ofMs)) return;
    newest!.isBack = true;
    for (const { fromMs } of this.#before) {
      if (!isFree(newest!.fromMs - fromMs)) this.#charge("text", fromMs + ofMs);
    }
  }

  get letters(): string {
    return this.minutes.map(({ kind, isBack }) => isBack ? kind[0]!.toUpperCase() : kind[0]!).join("");
  }
}

Deno.test("random chats of text and video cost what a naive book says, and the audit finds nothing", async () => {
  const inTwo = fc.boolean();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("text", "video"), steps, last, inTwo, async (kind, before, ending, isInTwo) => {
      using store = await testStore();
      const { james, olena } = await createPeople(store);
      const pair = { manId: james.id, ladyId: olena.id };
      await showAlive(store, "here");
      const { id } = kind === "text" ? await openChat(store, pair) : await openCall(store, pair);
      const book = new Book(kind);
      const other = isInTwo ? asOtherProcess(store) : store;
      for (const [at, step] of [...before, ending].entries()) {
        const on = at % 2 ? other : store;
        switch (step.act) {
          case "wait":
            store.clock.advance({ seconds: step.seconds });
            book.wait(step.seconds * 1000);
            break;
          case "near": {
            const ms = Math.max(0, book.paidMs - book.servedMs - 5000);
            store.clock.advance({ ms });
            book.wait(ms);
            await reserveMinute(on, james.id, id);
            book.pay();
            break;
          }
          case "pay":
            await reserveMinute(on, james.id, id);
            book.pay();
            break;
          case "see":
          case "lose":
            await setRunning(on, id, step.act === "see", store.now());
            book.isRunning = step.act === "see";
            break;
          case "video":
            // Two switches at once count as one.
            await Promise.all([store, other].map((each) => switchToVideo(each, id, { man: true, lady: true })));
            book.video();
            break;
          case "text":
            await Promise.all([store, on].map((each) => switchToText(each, id, step.by)));
            book.text(step.by);
            break;
          case "end":
            await endChat(on, id, { by: step.by, reason: "stopped" });
            book.end(step.by);
            break;
          case "crash":
            await showAlive(store, "here");
            await endOrphanedChat(on, id);
            book.end("server");
        }
        const chat = await chatById(store, id) as Chat;
        expect({ charges: chat.charges, net: 200 - await balanceOf(store, james.id) }).toEqual({
          charges: book.letters,
          net: book.netCredits,
        });
        if (chat.state === "open") expect(chat.paidMs).toBe(book.paidMs);
      }
      expect(await audit(store)).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

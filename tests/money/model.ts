/** What the money tests know: every wish and its answers, held against the store after each life of the worker. */
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import { prices, signUpBonusCredits } from "../../kv/credits/prices/prices.ts";
import type { Letter, LetterText } from "../../kv/letters/letter.ts";
import type { Store } from "../../kv/open.ts";
import { audit } from "../../kv/records/audit.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { type Buying, isOfPayment, nameOf, type Operation } from "./operations.ts";
import { faultsOfPasswords, Passwords } from "./passwords.ts";
import {
  creditsOfPayments,
  faultsOfPayments,
  isToBeSentAgain,
  paymentRefusalsToExpect,
  unheardFailures,
} from "./payments.ts";
import type { Asked, Life, Wish } from "./process.ts";
import type { GivenBack } from "./providers.ts";
import { Snapshot } from "./snapshot.ts";

/** The refusals to expect in a world where everybody is in a hurry; any other is a fault. */
const refusalsToExpect: Record<Operation["kind"], string[]> = {
  sign_up: ["invalid_code", "already_confirmed"],
  send: ["insufficient_credits", "credits_owed", "not_found", "not_published"],
  open: ["insufficient_credits", "credits_owed"],
  grant: ["not_found"],
  change_password: ["wrong_password", "not_found"],
  ...paymentRefusalsToExpect,
  do_jobs: [],
};

export class Model {
  wishes = new Map<string, Wish>();
  passwords = new Passwords();
  /** The purchases that became payments, as the men were told. */
  purchases: Buying[] = [];
  /** Whether the last life has done all jobs, and nothing else. */
  areJobsDone = false;

  note(life: Life): void {
    const begun = life.asked.flatMap(({ operation, answer }) =>
      operation.kind === "buy" && answer?.ok ? [operation] : []
    );
    for (const buying of begun) if (!this.purchases.some(({ key }) => key === buying.key)) this.purchases.push(buying);
    this.areJobsDone = !life.wasKilled && life.asked.every(({ operation }) => operation.kind === "do_jobs");
    for (const asked of life.asked) {
      const { operation } = asked;
      const wish = this.wishes.get(nameOf(operation)) ?? { operation, asked: [] };
      wish.asked.push(asked);
      this.wishes.set(nameOf(operation), wish);
      if (operation.kind === "change_password") this.passwords.note(operation, asked.answer);
    }
  }

  /** The purchases that were reported as paid by an event which the site acknowledged. */
  get paid(): Buying[] {
    return this.#purchasesWith((operation) => operation.kind === "hook" && operation.change.kind === "paid");
  }

  /** The purchases whose money was asked back, as people were told, unless a refund of them is known to have failed. */
  get givenBack(): Buying[] {
    const failed = this.#purchasesWith(({ kind }) => kind === "fail_refund");
    return this.#purchasesWith(({ kind }) => kind === "ask_back" || kind === "withdraw")
      .filter((purchase) => !failed.includes(purchase));
  }

  #purchasesWith(isWanted: (operation: Operation) => boolean): Buying[] {
    const keys = new Set(
      [...this.wishes.values()].flatMap(({ operation, asked }) =>
        isWanted(operation) && "key" in operation && asked.some(({ answer }) => answer?.ok) ? operation.key : []
      ),
    );
    return this.purchases.filter(({ key }) => keys.has(key));
  }

  /** Wishes that were never answered: what a person or a provider would try again after a crash. */
  unanswered(): Operation[] {
    const begun = new Set(this.purchases.map(({ key }) => key));
    const isUnanswered = (wish: Wish) =>
      wish.asked.every(({ answer }) => answer === null) || isToBeSentAgain(wish, begun);
    return [...this.wishes.values()].filter(isUnanswered)
      .map(({ operation }) => operation).filter(({ kind }) => kind !== "change_password");
  }

  /** The letters that ladies were told they had sent to this man. */
  lettersTo(man: string): number[] {
    return [...this.wishes.values()].flatMap(({ operation, asked }) => {
      const letterId = operation.kind === "send" && operation.to === man ? idIn(asked) : undefined;
      return letterId === undefined ? [] : [letterId];
    });
  }

  /** Everything that is wrong, as sentences. */
  async faults(store: Store, givenBack: GivenBack[]): Promise<string[]> {
    const world = await Snapshot.of(store);
    const unheard = unheardFailures(world, [...this.wishes.values()])
      .flatMap((paymentId) =>
        ["counts", "makes"].map((verb) => `money that goes back of payment ${paymentId} ${verb} `)
      );
    const faults = (await audit(store)).filter((fault) => !unheard.some((beginning) => fault.startsWith(beginning)));
    for (const [name, { operation, asked }] of this.wishes) {
      for (const { answer } of asked) {
        if (!answer || answer.ok || refusalsToExpect[operation.kind].includes(answer.reason!)) continue;
        faults.push(`${name} was answered ${answer.reason}: ${answer.error ?? ""}`);
      }
      if (asked.some(({ answer }) => answer && (answer.balance ?? 0) < 0)) {
        faults.push(`${name} left less than nothing`);
      }
      faults.push(...faultsOfWish(world, name, operation, asked));
    }
    faults.push(...this.#faultsOfLetters(world), ...this.#faultsOfBalances(world));
    faults.push(...faultsOfPayments(world, [...this.wishes.values()], givenBack, this.areJobsDone));
    faults.push(...await faultsOfPasswords(store, this.passwords));
    return faults;
  }

  /** Checks that no wish became two letters, and that each letter was wished for. */
  #faultsOfLetters(world: Snapshot): string[] {
    const faults: string[] = [];
    const seen = new Map<string, number>();
    const wished = new Set(
      [...this.wishes.values()].map(({ operation }) => operation.kind === "send" && operation.body),
    );
    for (const { key, value } of world.all<LetterText>(prefixes.allLetterTexts())) {
      if (!wished.has(value.body)) faults.push(`nobody wrote letter ${Number(key[1])}`);
      if (seen.has(value.body)) faults.push(`letters ${seen.get(value.body)} and ${Number(key[1])} were one wish`);
      seen.set(value.body, Number(key[1]));
    }
    return faults;
  }

  /** Checks each balance, less what is owed, against its causes: bonus, refills, payments, letters sent and opened. */
  #faultsOfBalances(world: Snapshot): string[] {
    const expected = new Map<number, number>();
    const add = (manId: number, credits: number) => expected.set(manId, (expected.get(manId) ?? 0) + credits);
    for (const { value: letter } of world.all<Letter>(prefixes.letters())) {
      if (letter.author === "man") add(letter.manId, -prices.sendLetter);
      else if (letter.paidAt !== null) add(letter.manId, -prices.openLetter);
    }
    for (const { operation } of this.wishes.values()) {
      if (operation.kind === "sign_up" && !operation.isLady) {
        const manId = world.userIdOf(operation.email);
        if (manId !== null) add(manId, signUpBonusCredits);
      }
      if (operation.kind === "grant" && grantIn(world, operation)) {
        add(world.userIdOf(operation.man)!, operation.credits);
      }
    }
    for (const { manId, credits } of creditsOfPayments(world)) add(manId, credits);
    const balances = new Map<number, number>();
    for (const { key, value } of world.all<Entry>(prefixes.allEntries())) {
      balances.set(Number(key[1]), value.balanceAfter - value.owedAfter);
    }
    return [...new Set([...expected.keys(), ...balances.keys()])].flatMap((manId) => {
      const [is, shouldBe] = [balances.get(manId) ?? 0, expected.get(manId) ?? 0];
      return is === shouldBe ? [] : [`man ${manId} has ${is} credits; what happened to him leaves ${shouldBe}`];
    });
  }
}

const idIn = (asked: Asked[]): number | undefined => asked.find(({ answer }) => answer?.ok)?.answer?.letterId;

/** What was acknowledged is there; what was always refused is not; and all answers of one wish are about one thing. */
function faultsOfWish(world: Snapshot, name: string, operation: Operation, asked: Asked[]): string[] {
  const faults: string[] = [];
  const wasDone = asked.some(({ answer }) => answer?.ok);
  const wasRefused = asked.every(({ answer }) => answer && !answer.ok);
  const told = new Set(
    asked.flatMap(({ answer }) => answer?.ok ? [answer.letterId ?? answer.paymentId ?? answer.userId] : []),
  );
  if (operation.kind === "change_password" || operation.kind === "do_jobs") return faults;
  if (isOfPayment(operation)) return told.size > 1 ? [`${name} was told of ${[...told].join(", ")}`] : faults;
  if (told.size > 1) faults.push(`${name} was told of ${[...told].join(", ")}`);
  if (operation.kind === "sign_up") {
    const owner = world.userIdOf(operation.email);
    if (wasDone && !told.has(owner!)) {
      faults.push(`${name} was acknowledged as ${[...told][0]} and belongs to ${owner}`);
    }
    return faults;
  }
  const isThere = operation.kind === "open"
    ? isOpen(world, operation.letterId)
    : operation.kind === "grant"
    ? grantIn(world, operation) !== null
    : isSent(world, operation, told);
  if (wasDone && !isThere) faults.push(`${name} was acknowledged and did not happen`);
  if (wasRefused && isThere) faults.push(`${name} was only refused and happened`);
  return faults;
}

function isOpen(world: Snapshot, letterId: number): boolean {
  const letter = world.get<Letter>(keys.letter(letterId));
  return letter !== null && letter.readAt !== null && (letter.paidAt !== null || letter.isIntroduction);
}

/** The entry of the refill, if there is one of exactly these credits. */
function grantIn(world: Snapshot, { man, credits, paymentId }: Operation & { kind: "grant" }): Entry | null {
  const manId = world.userIdOf(man);
  const entry = manId === null ? null : entryOf(world, manId, `payment:test:${paymentId}`);
  return entry?.deltaCredits === credits ? entry : null;
}

/** Whether a letter was sent exactly as wished; the entry of its charge must name a man's letter. */
function isSent(
  world: Snapshot,
  operation: Operation & { kind: "send" },
  told: Set<number | string | undefined>,
): boolean {
  const authorId = world.userIdOf(operation.from);
  if (authorId === null) return false;
  const letterId = operation.isMans
    ? entryOf(world, authorId, `letter-send:${operation.sendKey}`)?.reference.letterId ?? null
    : world.get<number>(keys.letterIdBySendKey(authorId, operation.sendKey));
  if (letterId === null || (told.size > 0 && !told.has(letterId))) return false;
  return world.get<LetterText>(keys.letterText(letterId))?.body === operation.body;
}

function entryOf(world: Snapshot, manId: number, idempotencyKey: string): Entry | null {
  const seq = world.get<number>(keys.entrySeqByIdempotencyKey(manId, idempotencyKey));
  return seq === null ? null : world.get<Entry>(keys.entry(manId, seq));
}

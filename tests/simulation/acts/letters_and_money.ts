/** Letters sent and opened, credits that come, charges given back; and what must be there afterwards. */
import type { Entry } from "../../../kv/credits/ledger/entry.ts";
import { post } from "../../../kv/credits/ledger/ledger.ts";
import { prices } from "../../../kv/credits/prices/prices.ts";
import { refundCharge } from "../../../kv/credits/ledger/refunds.ts";
import type { Letter, LetterText } from "../../../kv/letters/letter.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import type { AuditRecord } from "../../../kv/store/audit_log.ts";
import { keys } from "../../../kv/store/keys.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { pick } from "../world/pick.ts";
import { startCredits, type World } from "../world/world.ts";
import type { Fate, Wishes } from "./wishes.ts";

interface SentLetter {
  name: string;
  authorId: number;
  body: string;
  /** The ids under which it was acknowledged, one for each answer; more than one is a fault. */
  toldIds: Set<number>;
}

interface Refill {
  name: string;
  manId: number;
  credits: number;
}

export class LettersAndMoney {
  #world: World;
  #wishes: Wishes;
  #letters: SentLetter[] = [];
  #refills: Refill[] = [];
  #openings: { name: string; letterId: number }[] = [];
  #reversals: { name: string; manId: number; seq: number }[] = [];
  /** The letters that ladies were told they had sent, each with its man. */
  #toOpen: { manId: number; letterId: number }[] = [];
  /** Charges that men were told of. */
  #charges: { manId: number; seq: number }[] = [];

  constructor(world: World, wishes: Wishes) {
    this.#world = world;
    this.#wishes = wishes;
  }

  /** Somebody does something at random. */
  act(number: number): void {
    const { random } = this.#world.time;
    const dice = random();
    if (dice < 0.5) this.#send(number);
    else if (dice < 0.75) this.#open(number);
    else if (dice < 0.87) this.#refill(number);
    else if (dice < 0.95) this.#reverse(number);
    else this.#block(number);
  }

  #send(number: number): void {
    const { time: { random }, menIds, ladiesIds } = this.#world;
    const [manId, ladyId] = [pick(random, menIds)!, pick(random, ladiesIds)!];
    const isMans = random() < 0.5;
    const [authorId, recipientId] = isMans ? [manId, ladyId] : [ladyId, manId];
    const body = `letter ${number} from ${authorId} to ${recipientId}`;
    const letter: SentLetter = { name: `send-${number}`, authorId, body, toldIds: new Set() };
    this.#letters.push(letter);
    const wanted = { authorId, recipientId, body, sendKey: letter.name, language: "en", translate: false } as const;
    this.#wishes.make({
      name: letter.name,
      ask: (store) => sendLetter(store, wanted),
      mayBe: ["insufficient_credits", "credits_owed", "blocked", "too_many_introductions"],
      granted: (answer) => {
        const { letter: sent } = answer as { letter: Letter };
        letter.toldIds.add(sent.id);
        if (!isMans && letter.toldIds.size === 1) this.#toOpen.push({ manId, letterId: sent.id });
      },
    });
  }

  #open(number: number): void {
    const wanted = pick(this.#world.time.random, this.#toOpen);
    if (!wanted) return this.#send(number);
    const { manId, letterId } = wanted;
    const name = `open-${number}`;
    this.#openings.push({ name, letterId });
    this.#wishes.make({
      name,
      ask: (store) => openLetter(store, manId, letterId, true),
      mayBe: ["insufficient_credits", "credits_owed", "conflict"],
      granted: () => this.#noteCharge(manId),
    });
  }

  #refill(number: number): void {
    const { random } = this.#world.time;
    const refill = {
      name: `refill-${number}`,
      manId: pick(random, this.#world.menIds)!,
      credits: 1 + Math.floor(40 * random()),
    };
    this.#refills.push(refill);
    this.#wishes.make({
      name: refill.name,
      ask: (store) =>
        post(store, {
          manId: refill.manId,
          operation: "refill",
          deltaCredits: refill.credits,
          reference: {},
          idempotencyKey: `payment:test:${refill.name}`,
        }),
      mayBe: [],
      granted: () => {},
    });
  }

  #reverse(number: number): void {
    const charge = pick(this.#world.time.random, this.#charges);
    if (!charge) return this.#refill(number);
    const wanted = { ...charge, reason: "it was not delivered", actorId: this.#world.adminId };
    const name = `reverse-${number}`;
    this.#reversals.push({ name, ...charge });
    this.#wishes.make({
      name,
      ask: (store) => refundCharge(store, wanted),
      mayBe: ["conflict", "already_refunded", "not_refundable"],
      granted: () => {},
    });
  }

  /** A lady blocks a man, and soon takes the block back. */
  #block(number: number): void {
    const { time, outside, menIds, ladiesIds } = this.#world;
    const [manId, ladyId] = [pick(time.random, menIds)!, pick(time.random, ladiesIds)!];
    const set = (isBlocked: boolean) =>
      this.#wishes.make({
        name: `${isBlocked ? "block" : "unblock"}-${number}`,
        ask: (store) => setBlocked(store, ladyId, manId, isBlocked),
        mayBe: [],
        granted: () => {},
      });
    set(true);
    time.after(8000 * time.random(), outside, "unblock", () => set(false));
  }

  /** Looks up his last charge, as the admin's page does. */
  #noteCharge(manId: number): void {
    const { kv } = this.#world.truth;
    void (async () => {
      for await (const { value } of kv.list<Entry>({ prefix: prefixes.entries(manId) }, { reverse: true, limit: 1 })) {
        this.#charges.push({ manId, seq: value.seq });
      }
    })();
  }

  /** Everything that is not as it was acknowledged, as sentences. */
  async faults(): Promise<string[]> {
    return [
      ...await this.#faultsOfLetters(),
      ...await this.#faultsOfOpenings(),
      ...await this.#faultsOfRefills(),
      ...await this.#faultsOfReversals(),
    ];
  }

  #fateOf = (name: string): Fate => this.#wishes.fates.get(name)!;

  async #faultsOfLetters(): Promise<string[]> {
    const { kv } = this.#world.truth;
    const faults: string[] = [];
    const idsByBody = new Map<string, number[]>();
    for await (const { key, value } of kv.list<LetterText>({ prefix: prefixes.allLetterTexts() })) {
      idsByBody.set(value.body, [...idsByBody.get(value.body) ?? [], Number(key[1])]);
    }
    for (const { name, body, toldIds } of this.#letters) {
      const ids = idsByBody.get(body) ?? [];
      const { asked, granted, refused } = this.#fateOf(name);
      if (ids.length > 1) faults.push(`${name} became the letters ${ids.join(", ")}`);
      if (toldIds.size > 1) faults.push(`${name} was told of the letters ${[...toldIds].join(", ")}`);
      if (granted > 0 && !toldIds.has(ids[0]!)) faults.push(`${name} was acknowledged and is not there`);
      if (refused === asked && ids.length > 0) faults.push(`${name} was only refused and is there`);
      idsByBody.delete(body);
    }
    for (const [body, ids] of idsByBody) faults.push(`nobody wrote letter ${ids.join(", ")}: ${body}`);
    return faults;
  }

  async #faultsOfOpenings(): Promise<string[]> {
    const faults: string[] = [];
    for (const { name, letterId } of this.#openings) {
      if (this.#fateOf(name).granted === 0) continue;
      const letter = (await this.#world.truth.kv.get<Letter>(keys.letter(letterId))).value;
      if (!letter || letter.readAt === null) faults.push(`${name} was acknowledged, and ${letterId} is not open`);
    }
    return faults;
  }

  async #faultsOfRefills(): Promise<string[]> {
    const faults: string[] = [];
    for (const { name, manId, credits } of this.#refills) {
      const entry = await this.#entryByKey(manId, `payment:test:${name}`);
      const isThere = entry?.deltaCredits === credits;
      if (this.#fateOf(name).granted > 0 && !isThere) faults.push(`${name} was acknowledged and is not there`);
    }
    return faults;
  }

  async #faultsOfReversals(): Promise<string[]> {
    const faults: string[] = [];
    for (const { name, manId, seq } of this.#reversals) {
      if (this.#fateOf(name).granted === 0) continue;
      const charge = (await this.#world.truth.kv.get<Entry>(keys.entry(manId, seq))).value;
      const back = charge && await this.#entryByKey(manId, `refund:${charge.idempotencyKey}`);
      if (back?.deltaCredits !== -charge!.deltaCredits) faults.push(`${name} was acknowledged and did not happen`);
    }
    return faults;
  }

  async #entryByKey(manId: number, idempotencyKey: string): Promise<Entry | null> {
    const { kv } = this.#world.truth;
    const seq = (await kv.get<number>(keys.entrySeqByIdempotencyKey(manId, idempotencyKey))).value;
    return seq === null ? null : (await kv.get<Entry>(keys.entry(manId, seq))).value;
  }

  /** What each man's credits must come to by the stored letters, refills and reversals; without chats. */
  async expectedCredits(): Promise<Map<number, number>> {
    const { kv } = this.#world.truth;
    const expected = new Map(this.#world.menIds.map((manId) => [manId, startCredits]));
    const add = (manId: number, credits: number) => expected.set(manId, expected.get(manId)! + credits);
    for await (const { value } of kv.list<Letter>({ prefix: prefixes.letters() })) {
      if (value.author === "man") add(value.manId, -prices.sendLetter);
      else if (value.paidAt !== null) add(value.manId, -prices.openLetter);
    }
    for (const { name, manId, credits } of this.#refills) {
      if (await this.#entryByKey(manId, `payment:test:${name}`)) add(manId, credits);
    }
    for await (const { value } of kv.list<AuditRecord>({ prefix: prefixes.auditRecords() })) {
      if (value.action === "entry_reversed") add(Number(value.subject.split(":")[1]), Number(value.details.credits));
    }
    return expected;
  }
}

/** The audit of the ledgers: numbers without gaps, sums that agree, keys used once, letters that were paid for. */
import { type Entry, operations } from "../../../credits/ledger/entry.ts";
import { isRefundByHandKey, refundKeyOf } from "../../../credits/ledger/refund_key.ts";
import type { Letter } from "../../../letters/letter.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { auditChain } from "../proof/ledger_chain.ts";
import type { Proofs, ProvenSince } from "../proof/proofs.ts";
import type { Reader, Report } from "../reader.ts";
import { auditReversal, auditSpentOfDay, noSpending, type Spending } from "./spending.ts";
import { auditWatching } from "../videos.ts";

/** The letters that somebody's credits paid for. */
export interface Charged {
  sent: Set<number>;
  opened: Set<number>;
}

interface Head {
  manId: number;
  entry: Entry | null;
  seq: number;
  at: number;
  balance: number;
  owed: number;
  bonuses: number;
  spending: Spending;
}

export async function auditLedgers(
  reader: Reader,
  proofs: Proofs,
  since: ProvenSince,
  report: Report,
): Promise<Charged> {
  const charged: Charged = { sent: new Set(), opened: new Set() };
  let head: Head | null = null;
  await reader.walk<Entry>(prefixes.allEntries(), async (entry, key) => {
    const [manId, seq] = [Number(key[1]), Number(key[2])];
    if (head?.manId !== manId) {
      head = { manId, entry: null, seq: 0, at: 0, balance: 0, owed: 0, bonuses: 0, spending: noSpending() };
    }
    const fault: Report = (sentence) => report(`entry ${seq} of man ${manId} ${sentence}`);
    // All that needs the order of the entries comes before the first await.
    auditEntry(entry, seq, head, fault);
    auditChain(manId, head.entry, entry, proofs, since, fault);
    const { spending } = head;
    const spentBefore = auditSpentOfDay(entry, spending, fault);
    if (entry.operation === "refund" && !saysWhatItRefunds(entry)) fault("refunds neither a charge nor a payment");
    if (entry.operation === "sign_up_bonus" && ++head.bonuses > 1) fault("gives a second sign-up bonus");
    head = { ...head, entry, seq, at: entry.at, balance: entry.balanceAfter, owed: entry.owedAfter };
    await Promise.all([
      auditPurchase(reader, manId, entry, charged, fault),
      auditIdempotencyKey(reader, manId, entry, seq, fault),
      auditReversal(reader, manId, entry, spentBefore, fault),
    ]);
  });
  await reader.walk<number>(prefixes.allIdempotencyKeys(), async (seq, key) => {
    const [manId, idempotencyKey] = [Number(key[1]), String(key[2])];
    const entry = await reader.valueAt<Entry>(keys.entry(manId, seq));
    // Before format 4 a refund also had a name of its own, beside the one that is made from its charge.
    const charge = entry?.reversesSeq ? await reader.valueAt<Entry>(keys.entry(manId, entry.reversesSeq)) : null;
    const names = [entry?.idempotencyKey, charge && refundKeyOf(charge.idempotencyKey)];
    if (!names.includes(idempotencyKey)) {
      report(`the idempotency key ${idempotencyKey} of man ${manId} leads to entry ${seq}, which does not carry it`);
    }
  });
  return charged;
}

const saysWhatItRefunds = ({ reversesSeq, reference, idempotencyKey }: Entry): boolean =>
  reversesSeq !== undefined || reference.paymentId !== undefined || isRefundByHandKey(idempotencyKey);

/** One entry against the one before it. */
function auditEntry(entry: Entry, seq: number, before: Head, fault: Report): void {
  if (seq !== before.seq + 1) fault(`follows number ${before.seq}: numbers are missing between them`);
  if (entry.seq !== seq) fault(`calls itself ${entry.seq}`);
  if (!operations.includes(entry.operation)) fault(`has the unknown operation ${entry.operation}`);
  const amounts = [entry.deltaCredits, entry.balanceAfter, entry.owedAfter];
  if (!amounts.every(Number.isSafeInteger)) fault("holds credits that are not integers");
  if (entry.balanceAfter < 0) fault(`leaves the negative balance ${entry.balanceAfter}`);
  if (entry.owedAfter < 0) fault(`leaves the negative debt ${entry.owedAfter}`);
  if (entry.balanceAfter > 0 && entry.owedAfter > 0) fault("leaves a balance beside a debt");
  // By induction this is the sum of all deltas, less what is owed.
  if (entry.balanceAfter - entry.owedAfter !== before.balance - before.owed + entry.deltaCredits) {
    fault(
      `moves ${entry.deltaCredits} but leads from balance ${before.balance} and debt ${before.owed} ` +
        `to ${entry.balanceAfter} and ${entry.owedAfter}`,
    );
  }
  if (entry.at < before.at) fault("is older than the entry before it");
}

async function auditIdempotencyKey(reader: Reader, manId: number, entry: Entry, seq: number, fault: Report) {
  const indexed = await reader.valueAt<number>(keys.entrySeqByIdempotencyKey(manId, entry.idempotencyKey));
  if (indexed !== seq) fault(`has the idempotency key ${entry.idempotencyKey}, which leads to ${indexed ?? "nothing"}`);
}

/** From an entry that paid for a letter or a video to what it paid for; no other entry paid for the same. */
async function auditPurchase(reader: Reader, manId: number, entry: Entry, charged: Charged, fault: Report) {
  if (entry.operation === "video") return await auditWatching(reader, manId, entry, fault);
  if (entry.operation !== "sent_letter" && entry.operation !== "opened_letter") return;
  const { letterId } = entry.reference;
  if (letterId === undefined) return fault("paid for a letter without naming it");
  const paid = entry.operation === "sent_letter" ? charged.sent : charged.opened;
  if (paid.has(letterId)) fault(`charges a second time for letter ${letterId}`);
  paid.add(letterId);
  const letter = await reader.valueAt<Letter>(keys.letter(letterId));
  if (!letter) return fault(`paid for letter ${letterId}, which is not there`);
  if (letter.manId !== manId) fault(`paid for letter ${letterId} of man ${letter.manId}`);
  if (entry.deltaCredits >= 0) fault(`paid ${entry.deltaCredits} for letter ${letterId}`);
  if (entry.operation === "sent_letter") {
    if (letter.author !== "man") fault(`paid for sending letter ${letterId}, which the lady wrote`);
    // Letters from before prices could change do not say what sending them cost.
    const { sentForCredits = -entry.deltaCredits } = letter;
    if (entry.deltaCredits !== -sentForCredits) {
      fault(`paid ${-entry.deltaCredits} for sending letter ${letterId}, which says ${sentForCredits}`);
    }
    return;
  }
  if (letter.author !== "lady") fault(`paid for opening letter ${letterId}, which the man wrote`);
  if (letter.paidAt === null) fault(`paid for opening letter ${letterId}, which is still locked`);
  if (entry.deltaCredits !== -letter.openingPriceCredits) {
    fault(`paid ${-entry.deltaCredits} for opening letter ${letterId}, which costs ${letter.openingPriceCredits}`);
  }
}

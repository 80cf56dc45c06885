/**
 * The audit of deleted accounts: nothing is left of an erased person that the table of own data says is erased (for words
 * in what the other keeps see letters/letters.ts, chats.ts, safety.ts), nobody is both here and deleted, erasing comes to
 * its end, and no ledger keeps credits that nobody asked back.
 */
import type { Deletion } from "../../accounts/deletions.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import type { RefundRequest } from "../../credits/payments/refund_requests.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { ownData } from "../own_data/table.ts";
import type { Reader, Report } from "./reader.ts";

/** Erasing is tried again and again for half a day; one that is older has been given up. */
const erasedWithinMs = dayMs;

export async function auditDeletions(reader: Reader, report: Report): Promise<void> {
  const erased = new Map<number, Deletion>();
  await reader.walk<Deletion>(prefixes.deletions(), async (deletion, key) => {
    const { userId, at, erasedAt, email } = deletion;
    const fault: Report = (sentence) => report(`user ${Number(key[1])}, who was deleted, ${sentence}`);
    if (userId !== key[1]) fault(`is called ${userId}`);
    if (await reader.isThere(keys.user(userId))) fault("is here");
    if (erasedAt === null) {
      if (at < reader.servedUntil - erasedWithinMs) fault("is still not erased");
      return;
    }
    if (email !== null) fault("is erased and still has an address");
    erased.set(userId, deletion);
  });
  if (erased.size === 0) return;
  await auditLeftovers(reader, erased, report);
  await auditClosedLedgers(reader, [...erased.keys()], report);
}

async function auditLeftovers(reader: Reader, erased: Map<number, Deletion>, report: Report): Promise<void> {
  for (const [prefix, { people, askedAt, erased: by }] of Object.entries(ownData)) {
    if (!people || typeof by !== "string") continue;
    await reader.walk<unknown>([prefix], (value, key) => {
      const wasErased = (id: unknown) => {
        const deletion = erased.get(id as number);
        return deletion !== undefined && !(askedAt && askedAt(value) >= deletion.at);
      };
      const left = people(key, value).find(wasErased);
      if (left !== undefined) report(`user ${Number(left)} was erased and has left a ${prefix} behind`);
    });
  }
}

/** An erased man's ledger holds at most what waits to be paid back. The operator sends back money that comes later. */
async function auditClosedLedgers(reader: Reader, erasedIds: number[], report: Report): Promise<void> {
  const balances = new Map(erasedIds.map((id) => [id, 0]));
  await reader.walk<Entry>(prefixes.allEntries(), ({ balanceAfter }, key) => {
    const manId = Number(key[1]);
    if (balances.has(manId)) balances.set(manId, balanceAfter);
  });
  for (const [manId, balance] of balances) {
    const request = await reader.valueAt<RefundRequest>(keys.refundRequest(manId));
    const waiting = request && request.settledAt === null ? request.credits : 0;
    if (balance > waiting) {
      report(`user ${manId} was erased and has ${balance} credits, of which ${waiting} wait to be paid back`);
    }
  }
}

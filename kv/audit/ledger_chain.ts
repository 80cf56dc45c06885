/** The audit of the chains of the ledgers: no entry changed, taken out or put in since it was written. */
import type { Entry } from "../ledger.ts";
import { chainAfter } from "../ledger_chain.ts";
import { worthOf } from "../proof.ts";
import type { Proofs } from "./proofs.ts";
import type { Report } from "./reader.ts";

/** An instance of before there was a chain may go on for so long beside a new one, ms. */
const overlapMs = 3600_000;

/** One entry against the one before it; `startedAt` is when the site's first seal was made. */
export function auditChain(
  manId: number,
  before: Entry | null,
  entry: Entry,
  { signs, mustBeOurs }: Proofs,
  startedAt: number | null,
  fault: Report,
): void {
  if (entry.chain === undefined) {
    if (before?.chain !== undefined) fault("has no chain, unlike the entry before it");
    else if (startedAt !== null && entry.at > startedAt + overlapMs) fault("has no chain, though it was written later");
    return;
  }
  if (entry.chain !== chainAfter(manId, before, entry)) fault("breaks the chain: it or what came before was changed");
  const worth = worthOf(entry.vouch ?? "", entry.chain, signs);
  if (worth === "forged") fault("was not written by this site: its keyed hash is wrong");
  if (worth === "foreign" && mustBeOurs) fault("was written under another SECRET");
}

/** The audit of the chains of the ledgers: no entry changed, taken out or put in since it was written. */
import type { Entry } from "../../../credits/ledger/entry.ts";
import { chainAfter } from "../../../credits/ledger/ledger_chain.ts";
import { worthOf } from "../../../store/proof.ts";
import type { Report } from "../reader.ts";
import type { Proofs, ProvenSince } from "./proofs.ts";

/** For how long an instance with the former program or secret may go on beside a new one, ms. */
const overlapMs = 3600_000;

/** One entry against the one before it. */
export function auditChain(
  manId: number,
  before: Entry | null,
  entry: Entry,
  { signs, mustBeOurs }: Proofs,
  since: ProvenSince,
  fault: Report,
): void {
  const isAfter = (moment: number | null) => moment !== null && entry.at > moment + overlapMs;
  if (entry.chain === undefined) {
    if (before?.chain !== undefined) fault("has no chain, unlike the entry before it");
    else if (isAfter(since.chained)) fault("has no chain, though it was written later");
    return;
  }
  if (entry.chain !== chainAfter(manId, before, entry)) fault("breaks the chain: it or what came before was changed");
  const worth = worthOf(entry.vouch ?? "", entry.chain, signs);
  if (worth === "forged") fault("was not written by this site: its keyed hash is wrong");
  if (worth === "foreign" && (mustBeOurs === "all" || isAfter(since.ours))) fault("was written under another SECRET");
}

/** What the audit knows when it looks at hashes and at what vouches for them. */
import type { Sign } from "../../../store/proof.ts";

export interface Proofs {
  /** The site's secret, and those that it had before. */
  signs: readonly Sign[];
  /**
   * What must have been made with one of these secrets: "all"; "end": the newest checkpoint, and whatever follows one
   * that was; "none" where the site's secret is not told.
   */
  mustBeOurs: "all" | "end" | "none";
  /** A checkpoint as it was noted outside the store. */
  known: { seq: number; hash: string } | null;
}

/** What the checkpoints say of the time since when everything is proven; ms since the epoch, null for never. */
export interface ProvenSince {
  /** Entries are chained. */
  chained: number | null;
  /** What vouches for an entry is made with one of the secrets that are told. */
  ours: number | null;
}

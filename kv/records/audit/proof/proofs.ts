/** What the audit knows when it looks at hashes and at what vouches for them. */
import type { Sign } from "../../../store/proof.ts";

export interface Proofs {
  /** The site's secret, and those that it had before. */
  signs: readonly Sign[];
  /**
   * What must have been made with one of `signs`: "all"; "end": the newest checkpoint, and whatever follows one that was;
   * "none": nothing, as when the site's secret is not told.
   */
  mustBeOurs: "all" | "end" | "none";
  /** A checkpoint as it was noted outside the store. */
  known: { seq: number; hash: string } | null;
}

/** Since when the checkpoints prove things; ms since the epoch, null for never. */
export interface ProvenSince {
  /** Since when entries are chained. */
  chained: number | null;
  /** Since when one of `signs` vouches for entries. */
  ours: number | null;
}

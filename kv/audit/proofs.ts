/** What the audit knows when it looks at hashes and at what vouches for them. */
import type { Sign } from "../proof.ts";

export interface Proofs {
  /** The site's secret, and those that it had before. */
  signs: readonly Sign[];
  /** True where these are all there are: what another secret made is a fault. */
  mustBeOurs: boolean;
  /** A seal as it was noted outside the store. */
  known: { seq: number; hash: string } | null;
}

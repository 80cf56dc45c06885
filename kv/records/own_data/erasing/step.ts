/** What every step of an erasing is given. */
import type { Deletion } from "../../../accounts/deletions.ts";
import type { Store } from "../../../open.ts";

export interface Erasing {
  store: Store;
  deletion: Deletion;
  /** Whether what was under way when the account ended is over. */
  isSecondPass: boolean;
  /** Removes an uploaded file; one that is gone already is no fault. */
  removeFile: (name: string) => Promise<void>;
}

/** Each may be broken off anywhere and begun anew: what is gone is gone, what is left is found again. */
export type Step = (erasing: Erasing) => Promise<void>;

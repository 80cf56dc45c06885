/** What every step of an erasing is given. */
import type { Deletion } from "../../../accounts/deletions.ts";
import type { Store } from "../../../open.ts";

export interface Erasing {
  store: Store;
  deletion: Deletion;
  /** Whether this is the second pass: what was under way when the account ended is over by then. */
  isSecondPass: boolean;
  /** Removes an uploaded file, if it is still there. */
  removeFile: (name: string) => Promise<void>;
}

/** A step may be broken off anywhere and begun anew: it finds again what is left. */
export type Step = (erasing: Erasing) => Promise<void>;

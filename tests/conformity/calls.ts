/** The calls of the specification's section 7, as it writes them: what each takes, and what stands in its answer. */
import { staffRows } from "./calls/staff.ts";
import { peopleRows } from "./calls/people.ts";
import type { Proof } from "./row.ts";

export type CallRow = Proof & {
  call: string;
  /** Names of the query and the body. */
  takes?: string;
  /** Names of the answer, a dot between a name and what it holds. */
  answers?: string;
};

export const calls: CallRow[] = [...peopleRows, ...staffRows];

/** The calls of the specification's section 7, as it writes them: what each takes, and what stands in its answer. */
import { staffRows } from "./calls/staff.ts";
import { peopleRows } from "./calls/people.ts";
import type { CallRow } from "./row.ts";

export const calls: CallRow[] = [...peopleRows, ...staffRows];

/** The routes of the specification's section 2, as it writes them, with who may see each. */
import { membersRows } from "./routes/members.ts";
import { openRows } from "./routes/open.ts";
import type { RouteRow } from "./row.ts";

export const routes: RouteRow[] = [...openRows, ...membersRows];

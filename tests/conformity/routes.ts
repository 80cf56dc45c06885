/** The routes of the specification's section 2, as it writes them, with who may see each. */
import type { Access } from "../../routes/http/access.ts";
import { membersRows } from "./routes/members.ts";
import { openRows } from "./routes/open.ts";
import type { Proof } from "./row.ts";

export type RouteRow = Proof & {
  route: string;
  access: Access;
  /** How the site itself writes it, where that differs. */
  path?: string;
};

export const routes: RouteRow[] = [...openRows, ...membersRows];

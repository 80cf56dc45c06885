/** What the specification says of behaviour: guards, menus, states and flows, validation, roles (sections 1 to 6 and 8). */
import type { RuleRow } from "./row.ts";
import { chatRows } from "./rules/chat.ts";
import { pagesRows } from "./rules/pages.ts";

export const rules: RuleRow[] = [...pagesRows, ...chatRows];

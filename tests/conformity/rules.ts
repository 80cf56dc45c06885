/** What the specification says of behaviour: guards, menus, states and flows, validation, roles (sections 1 to 6 and 8). */
import type { Proof } from "./row.ts";
import { chatRows } from "./rules/chat.ts";
import { pagesRows } from "./rules/pages.ts";

export type RuleRow = Proof & { rule: string };

export const rules: RuleRow[] = [...pagesRows, ...chatRows];

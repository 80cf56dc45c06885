/** The admins' rooms: each room exports the list of its pages. */
import type { PageDefinition } from "../../define_page.ts";

export const adminPages: PageDefinition[] = [];

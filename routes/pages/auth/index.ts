/** The door: signing in and up, proving an address, a new password, leaving. */
import type { PageDefinition } from "../../define_page.ts";

export const authPages: PageDefinition[] = [];

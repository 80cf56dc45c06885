/** The pages that all staff have, whatever the group. */
import type { PageDefinition } from "../../http/define_page.ts";
import { staffFactorPage } from "./second_factor_page.tsx";

export const staffPages: PageDefinition[] = [staffFactorPage];

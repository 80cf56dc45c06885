/** Finding ladies: the search, the lists, and her own page. */
import type { PageDefinition } from "../../define_page.ts";
import { listPages } from "./lists.tsx";
import { profilePage } from "./profile.tsx";
import { searchPage } from "./search.tsx";

export const girlPages: PageDefinition[] = [searchPage, ...listPages, profilePage];

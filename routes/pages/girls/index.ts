/** Finding ladies: the search, the lists, and her own page. */
import type { PageDefinition } from "../../http/define_page.ts";
import { birthdaysPage } from "./birthdays.tsx";
import { favoritesPage } from "./favorites.tsx";
import { listPages } from "./lists.tsx";
import { profilePage } from "./profile.tsx";
import { searchPage } from "./search.tsx";
import { votingPage } from "./voting.tsx";

export const girlPages: PageDefinition[] = [
  searchPage,
  favoritesPage,
  birthdaysPage,
  votingPage,
  ...listPages,
  profilePage,
];

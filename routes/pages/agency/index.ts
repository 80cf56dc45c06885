/** The agency's pages: its home page, its ladies, a new draft, a statement; and the page where a lady answers a draft. */
import type { PageDefinition } from "../../http/define_page.ts";
import { agencyHomePage } from "./home.tsx";
import { invitationPage } from "./invitation.tsx";
import { agencyLadiesPage } from "./ladies.tsx";
import { agencyLadyPage } from "./lady.tsx";
import { newLadyPage } from "./new_lady.tsx";
import { statementPage } from "./statement.tsx";

export const agencyPages: PageDefinition[] = [
  agencyHomePage,
  agencyLadiesPage,
  newLadyPage,
  agencyLadyPage,
  statementPage,
  invitationPage,
];

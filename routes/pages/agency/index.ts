/** The agency's pages: its home page, its ladies, a draft of a profile, a statement; and her answer to a draft. */
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

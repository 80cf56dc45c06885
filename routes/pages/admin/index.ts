/** The admins' rooms: each room exports the list of its pages. */
import type { PageDefinition } from "../../define_page.ts";
import { approvalPages } from "./approvals.tsx";
import { deskPages } from "./desk.tsx";
import { letterPages } from "./letters.tsx";
import { messagePages } from "./messages.tsx";
import { reportPages } from "./reports.tsx";
import { personPages } from "./person_pages.ts";

export const adminPages: PageDefinition[] = [
  ...deskPages,
  ...personPages,
  ...approvalPages,
  ...reportPages,
  ...letterPages,
  ...messagePages,
];

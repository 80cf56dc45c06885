import type { PageDefinition } from "../../http/define_page.ts";
import { safetyAccountPages } from "./account_page.tsx";
import { blockPage, unblockPage } from "./block_page.tsx";
import { decisionPages } from "./decisions.tsx";
import { reportPage } from "./report_page.tsx";

export const safetyPages: PageDefinition[] = [
  reportPage,
  blockPage,
  unblockPage,
  ...safetyAccountPages,
  ...decisionPages,
];

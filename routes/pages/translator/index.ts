/** The translators' pages: the queue, and the work page at which one letter is worked on. */
import type { PageDefinition } from "../../http/define_page.ts";
import { queuePage } from "./queue_page.tsx";
import { workPage } from "./work_page.tsx";

export const translatorPages: PageDefinition[] = [queuePage, workPage];

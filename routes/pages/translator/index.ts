/** The translators' pages: the queue, the page about themselves, and the work pages of one letter and of one profile. */
import type { PageDefinition } from "../../http/define_page.ts";
import { aboutPage } from "./about_page.tsx";
import { profileWorkPage } from "./profile_page.tsx";
import { queuePage } from "./queue_page.tsx";
import { workPage } from "./work_page.tsx";

export const translatorPages: PageDefinition[] = [queuePage, aboutPage, workPage, profileWorkPage];

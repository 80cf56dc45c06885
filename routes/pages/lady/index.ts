/** The pages of ladies. */
import type { PageDefinition } from "../../define_page.ts";
import { chatPages, checkPages } from "../chat/index.ts";
import { mailPages } from "../mail/index.ts";
import { ladySide } from "../mail/sides.ts";

export const ladyPages: PageDefinition[] = [...mailPages(ladySide), chatPages.lady, checkPages.lady];

/** How the server's views tell moments: apart from the page's context, so that no island carries it. */
import { datesFor, type TellDate } from "../i18n/format.ts";
import { usePage } from "./page_context.ts";

/** Tells the moments of a page in its reader's time zone. */
export const useDate = (): TellDate => datesFor(usePage());

/** Formats dates in the server's views. It is apart from page_context.ts so that no island carries this code. */
import { datesFor, type TellDate } from "../i18n/format.ts";
import { usePage } from "./page_context.ts";

/** Returns what formats the dates of a page in its reader's time zone. */
export const useDate = (): TellDate => datesFor(usePage());

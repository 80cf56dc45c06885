/** The sentences of the specification, as it writes them, with where each stands in the English catalogue. */
import { chatRows } from "./messages/chat.ts";
import { pagesRows } from "./messages/pages.ts";
import type { MessageRow } from "./row.ts";

export const messages: MessageRow[] = [...chatRows, ...pagesRows];

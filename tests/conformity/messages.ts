/** The sentences of the specification, as it writes them, with where each stands in the English catalogue. */
import { chatRows } from "./messages/chat.ts";
import { pagesRows } from "./messages/pages.ts";
import type { Proof } from "./row.ts";

export type MessageRow = Proof & {
  message: string;
  /** Keys of the catalogues; each holds the sentence. */
  keys?: string[];
  /** Where the specification says what a sentence is about, and leaves its words open. */
  isWordingOpen?: true;
};

export const messages: MessageRow[] = [...chatRows, ...pagesRows];

/** Questions that a lady may begin a letter with, to a man who has written nothing of himself. */
import type { AppContext } from "../../http/env.ts";

export const questionsToAsk = ["sunday", "work", "me"] as const;

/** The address of a letter that begins with a question. */
export const withQuestion = (path: string, name: typeof questionsToAsk[number]): string => `${path}?ask=${name}`;

/** The question that the address names, in the reader's language; empty if it names none. */
export function questionOf(c: AppContext): string {
  const name = questionsToAsk.find((each) => each === c.req.query("ask"));
  return name ? c.var.facts.t(`account:question.${name}`) : "";
}

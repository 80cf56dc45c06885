/** What a line of the table is: something that the specification names, and who shows that it is so. */
import type { Access } from "../../routes/http/access.ts";

/** One test by the title that its source gives it; of a template the words before its first hole are enough. */
export interface Shown {
  file: string;
  title: string;
}

/** Shown by tests, or left out on purpose: then `droppedFor` is the decision. */
export type Proof = { by: Shown[]; droppedFor?: undefined } | { droppedFor: string; by?: undefined };

/** Names tests of one file: `inMail("a title", "another")`. */
export const testsOf = (file: string) => (...titles: string[]): Shown[] => titles.map((title) => ({ file, title }));

export type CallRow = Proof & {
  call: string;
  /** Names of the query and the body. */
  takes?: string;
  /** Names of the answer, a dot between a name and what it holds. */
  answers?: string;
};

export type ConstantRow = Proof & {
  constant: string;
  /** What the specification says. */
  value?: unknown;
  /** What the site says. */
  here?: () => unknown;
  /** Where a value has no name that others may read: the line that holds it. */
  line?: { file: string; text: string };
};

export type RuleRow = Proof & { rule: string };

export type MessageRow = Proof & {
  message: string;
  /** Keys of the catalogues; each holds the sentence. */
  keys?: string[];
  /** Where the specification says what a sentence is about, and leaves its words open. */
  isWordingOpen?: true;
};

export type RouteRow = Proof & {
  route: string;
  access: Access;
  /** How the site itself writes it, where that differs. */
  path?: string;
};

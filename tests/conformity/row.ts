/** A line of the table: something that the specification names, and the tests that show that the site has it. */
import type { Access } from "../../routes/http/access.ts";

/** A test, by the title in its source; of a template the words before its first `${` are enough. */
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
  /** Names in the query and the body. */
  takes?: string;
  /** Names in the answer, with a dot between a name and a name inside it. */
  answers?: string;
};

export type ConstantRow = Proof & {
  constant: string;
  /** What the specification says. */
  value?: unknown;
  /** What the site says. */
  here?: () => unknown;
  /** For a value that is not exported: the line of its file that holds it. */
  line?: { file: string; text: string };
};

export type RuleRow = Proof & { rule: string };

export type MessageRow = Proof & {
  message: string;
  /** Keys of the catalogues; each holds the sentence. */
  keys?: string[];
  /** Set if the specification says what the sentence is about, and leaves its words open. */
  isWordingOpen?: true;
};

export type RouteRow = Proof & {
  route: string;
  access: Access;
  /** How the site itself writes the route, if differently. */
  path?: string;
};

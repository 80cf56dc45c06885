/** What a line of the table is: something that the specification names, and who shows that it is so. */

/** One test by the title that its source gives it; of a template the words before its first hole are enough. */
export interface Shown {
  file: string;
  title: string;
}

/** Shown by tests, or left out on purpose: then `droppedFor` is the decision. */
export type Proof = { by: Shown[]; droppedFor?: undefined } | { droppedFor: string; by?: undefined };

/** Names tests of one file: `inMail("a title", "another")`. */
export const testsOf = (file: string) => (...titles: string[]): Shown[] => titles.map((title) => ({ file, title }));

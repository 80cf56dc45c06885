/** All orders in which a provider's words may be heard. */
export const everyOrder = <Word>(words: readonly Word[]): Word[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word) => everyOrder(words.filter((each) => each !== word)).map((rest) => [word, ...rest]));

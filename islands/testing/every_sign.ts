/** Every sign that a text can hold, to try a rule that is written out in an island against the one that it follows. */
export const everySign = (): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));

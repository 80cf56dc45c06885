/** The translators of the demo who are introduced: their pictures stand beside their names. */
import type { Row } from "./people.ts";

export const TRANSLATORS: readonly Row[] = [
  ["translator", { hair: 30, brows: 10, head: 1, nose: 3, colour: "brown", glasses: 1, mirrored: true }, {
    eyes: 4,
    mouth: 1,
    tint: "dusk",
    garment: "blazer",
    ground: "plain",
  }],
];

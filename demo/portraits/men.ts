/** The men of the demo: their pictures stand beside their letters and in the chat. */
import type { Row } from "./people.ts";

export const MEN: readonly Row[] = [
  ["james", { hair: 3, brows: 2, head: 1, nose: 2, colour: "brown" }, {
    eyes: 4,
    mouth: 1,
    tint: "stone",
    garment: "shirt",
    ground: "plain",
  }],
  ["wei", { hair: 7, brows: 9, head: 1, nose: 3, colour: "black" }, {
    eyes: 4,
    mouth: 1,
    tint: "river",
    garment: "blazer",
    ground: "moon",
  }],
  ["poor", { hair: 8, brows: 2, head: 1, nose: 4, colour: "light" }, {
    eyes: 20,
    mouth: 2,
    tint: "clay",
    garment: "crew",
    ground: "plain",
    cloth: "dusk",
  }],
];

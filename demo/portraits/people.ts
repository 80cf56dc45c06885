/** The shape of a person in the demo pictures: a face that stays, and how it looks in a picture. */
import type { GarmentName, NecklaceName } from "./garments.ts";
import type { GroundName } from "./grounds.ts";
import type { Hair, TintName } from "./palette.ts";

/** What does not change from picture to picture. Numbers are lorelei's variants. */
export interface Face {
  hair: number;
  brows: number;
  head: number;
  nose: number;
  colour: Hair;
  /** Looks to the other side. */
  mirrored?: boolean;
  /** Hair over the shoulders; only variants with roots in hair.ts. */
  long?: "straight" | "wavy";
  plait?: boolean;
  glasses?: 1 | 3 | 4;
  earrings?: 1 | 2 | 3;
  freckles?: boolean;
  mole?: boolean;
  lips?: boolean;
}

/** What changes. */
export interface Look {
  eyes: number;
  mouth: number;
  tint: TintName;
  garment: GarmentName;
  ground: GroundName;
  /** The tint whose cloth she wears, if not that of the ground. */
  cloth?: TintName;
  necklace?: NecklaceName;
  flowers?: boolean;
}

export type Row = readonly [key: string, face: Face, look: Look];

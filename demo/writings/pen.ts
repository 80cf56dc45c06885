/** The hand of the demo's drawings: lines, shapes and surfaces in ink on the tints of the portraits. */
import { INK, LINEN, TINT, type TintName } from "../portraits/palette.ts";

export interface Pen {
  /** A line, as a path. */
  line: (d: string, width?: number, colour?: string) => string;
  /** A closed shape with its outline. */
  shape: (d: string, fill?: string, width?: number) => string;
  /** A surface without an outline. */
  flat: (d: string, fill: string) => string;
  wash: string;
  cloth: string;
}

/** A pen that draws `width` wide unless told. */
export const penOf = (tint: TintName, width = 9): Pen => {
  const stroke = (colour: string, wide: number) =>
    `stroke="${colour}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round"`;
  return {
    line: (d, wide = width, colour = INK) => `<path d="${d}" fill="none" ${stroke(colour, wide)}/>`,
    shape: (d, fill = LINEN, wide = width) => `<path d="${d}" fill="${fill}" ${stroke(INK, wide)}/>`,
    flat: (d, fill) => `<path d="${d}" fill="${fill}"/>`,
    wash: TINT[tint].wash,
    cloth: TINT[tint].cloth,
  };
};

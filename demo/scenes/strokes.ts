/** Strokes that many scenes share, in their field of 980 × 1225: nothing is quite straight, as a hand leaves it. */
import type { Pen } from "../writings/pen.ts";

/** What a scene shows. */
export type Thing = (pen: Pen) => string;

export function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}c${width * 0.3} -4 ${width * 0.7} 5 ${width} 0c4 ${height * 0.3} -4 ${height * 0.7} 0 ${height}` +
    `c${-width * 0.3} 4 ${-width * 0.7} -5 ${-width} 0c-4 ${-height * 0.3} 4 ${-height * 0.7} 0 ${-height}Z`;
}

export function disc(x: number, y: number, rx: number, ry = rx): string {
  return `M${x} ${y - ry}C${x + rx * 0.58} ${y - ry - 3} ${x + rx + 3} ${y - ry * 0.5} ${x + rx} ${y + 4}` +
    `C${x + rx - 3} ${y + ry * 0.56} ${x + rx * 0.55} ${y + ry + 2} ${x} ${y + ry}` +
    `C${x - rx * 0.56} ${y + ry - 2} ${x - rx - 2} ${y + ry * 0.5} ${x - rx} ${y}` +
    `C${x - rx + 3} ${y - ry * 0.6} ${x - rx * 0.5} ${y - ry + 4} ${x} ${y - ry}Z`;
}

/** A table, a sill, the ground. */
export const floor = ({ line }: Pen, y = 1000) => line(`M70 ${y}C340 ${y - 9} 640 ${y + 8} 910 ${y - 3}`, 13);

/** Drawn `count` times. */
export const times = (count: number, draw: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join("");

/** Moved, turned and made larger or smaller. */
export const at = (x: number, y: number, drawn: string, scale = 1, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${drawn}</g>`;

export const steam = ({ line }: Pen, x: number, y: number) =>
  times(3, (n) => line(`M${x + n * 90} ${y}c-26 -56 30 -84 4 -150`, 8));

export const water = ({ line }: Pen, y: number, rows = 4) =>
  times(rows, (n) => {
    const shift = (n % 2) * 120;
    return line(
      `M${60 + shift} ${y + n * 66}c50 -18 90 -18 130 0s90 18 130 0M${520 + shift} ${
        y + n * 66 + 20
      }c50 -18 90 -18 130 0s80 18 120 2`,
      8,
    );
  });

/** A leaf that stands on its stalk. */
export const leaf = ({ shape }: Pen, x: number, y: number, turn: number, fill: string, scale = 1) =>
  at(x, y, shape("M0 0C30 -40 30 -92 0 -134C-30 -92 -30 -40 0 0Z", fill, 8 / scale), scale, turn);

/** Pictures that show nobody: the one for a person without a portrait, and the seal of the site as icons. */
import { INK, LINEN } from "./palette.ts";

const KRAFT = "#e0d6c3";
const KRAFT_LIGHT = "#eae2d3";

/** An empty medallion with a folded letter in it, 640 × 800. It stands for a picture, never for a person. */
export const NO_AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 1225" width="640" height="800">` +
  `<rect width="980" height="1225" fill="${KRAFT}"/>` +
  `<path d="M110 1260V560A380 380 0 0 1 870 560V1260Z" fill="${KRAFT_LIGHT}"/>` +
  `<g fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round">` +
  // Two ovals that do not quite close, as a pen leaves them.
  `<path d="M498 236C688 232 792 398 790 600C788 806 672 966 488 968C304 970 188 808 190 604C192 404 300 244 482 237" ` +
  `fill="${LINEN}" stroke-width="11"/>` +
  `<path d="M520 284C664 296 744 432 742 602C740 776 640 918 490 920C338 922 240 780 240 606C240 430 330 292 476 285" stroke-width="6"/>` +
  // The letter: a sheet that looks out of its envelope, the flap, three lines of writing.
  `<path d="M352 622C350 566 350 512 354 462C446 456 538 456 628 460C632 514 632 566 630 620" fill="${LINEN}" stroke-width="10"/>` +
  `<path d="M406 520C448 516 474 520 502 518M406 566C466 562 520 566 574 563M406 612C440 609 462 611 488 610" stroke-width="7"/>` +
  `<path d="M312 604C308 668 308 726 314 786C432 792 550 792 668 786C672 726 672 668 668 604L492 722Z" fill="${KRAFT_LIGHT}" stroke-width="11"/>` +
  `<path d="M314 786C366 740 404 706 440 684M668 786C616 740 580 708 544 686" stroke-width="9"/>` +
  `</g></svg>`;

/** The seal: a V that is the flap of an envelope. */
export const SEAL =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" color="#bb3a22"><path fill="currentColor" d="M3.4 2.8c6.9-.7 13.6-.2 20.6-.4 6.9-.1 13.8-.3 20.6.4.7 6.9.9 13.8.8 21 0 7.1-.2 14-.9 20.9-6.8.8-13.6.4-20.5.6-6.9 0-13.7.2-20.5-.6-.7-6.9-1-13.8-.9-20.9 0-7.2.1-14.1.8-21Z"/><path fill="none" stroke="#fbf7ee" stroke-width="1.6" d="M8 10.8H40V37.2H8Z"/><path fill="#fbf7ee" d="M8 10.2H15.2L25.9 27.3 37.4 10.2H40.6L25.6 32.4H22.8Z"/></svg>`;

/** The seal on paper; `margin` is the paper around it, in units of which the seal has 48. */
const sealOnPaper = (margin: number): string => {
  const [start, side] = [-margin, 48 + 2 * margin];
  const paper = `<rect x="${start}" y="${start}" width="${side}" height="${side}" fill="#f7f2e9"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${side} ${side}">${paper}` +
    SEAL.replace("<svg ", '<svg width="48" height="48" ') + `</svg>`;
};

/** For home screens that do not know transparency. */
export const SEAL_ON_PAPER = sealOnPaper(8);

/** For home screens that cut a shape out of the icon: its middle four fifths, as a circle, are never cut. */
export const SEAL_TO_CUT = sealOnPaper(19);

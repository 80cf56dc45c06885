/** The drawings of the journal: one thing each in ink, on the grounds of the portraits, with a little red. Field: 1200 × 750. */
import { INK, LINEN, RED, TINT, type TintName } from "../portraits/palette.ts";
import { type Pen, penOf } from "./pen.ts";

interface Drawing {
  tint: TintName;
  /** What stands behind the thing. */
  ground: (wash: string) => string;
  draw: (pen: Pen) => string;
}

const sun = (x: number, y: number, r: number) => (wash: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${wash}"/>`;
const arch = (wash: string) => `<path d="M330 750V420A270 270 0 0 1 870 420V750Z" fill="${wash}"/>`;
const hill = (wash: string) =>
  `<path d="M0 560C260 440 470 520 660 480C860 430 1010 470 1200 400V750H0Z" fill="${wash}"/>`;
const panes = (wash: string) =>
  `<path d="M250 60H585V350H250ZM615 60H950V350H615ZM250 380H585V690H250ZM615 380H950V690H615Z" fill="${wash}"/>`;

/** Lines of writing, as a hand leaves them. */
const writing = ({ line }: Pen, x: number, y: number, widths: number[], step = 46) =>
  widths.map((width, row) => {
    const at = y + row * step;
    return line(`M${x} ${at}c${width * 0.3} -7 ${width * 0.6} 6 ${width} -2`, 7);
  }).join("");

const envelope = ({ shape, line }: Pen, x: number, y: number, width: number, height: number, fill = LINEN) =>
  shape(
    `M${x} ${y}c${width * 0.4} -5 ${width * 0.7} 3 ${width} 0c4 ${height * 0.4} -3 ${height * 0.7} 0 ${height}` +
      `c${-width * 0.4} 5 ${-width * 0.7} -3 ${-width} 0c-4 ${-height * 0.4} 3 ${-height * 0.7} 0 ${-height}Z`,
    fill,
  ) +
  line(`M${x + 6} ${y + 6}L${x + width / 2} ${y + height * 0.56}L${x + width - 6} ${y + 6}`, 7);

const table = ({ line }: Pen, y = 640) => line(`M90 ${y}C420 ${y - 8} 800 ${y + 6} 1110 ${y - 3}`, 11);

export const drawings: Record<string, Drawing> = {
  first_letter: {
    tint: "paper",
    ground: sun(760, 340, 280),
    draw: (pen) =>
      table(pen) +
      `<g transform="rotate(-4 560 400)">` +
      pen.shape(
        "M370 140C500 134 620 142 750 138C754 300 748 460 752 622C620 628 500 620 368 624C364 460 372 300 370 140Z",
      ) +
      writing(pen, 425, 225, [150]) + writing(pen, 425, 300, [260, 250, 262, 180]) + `</g>` +
      pen.flat("M836 260L862 274L724 520L702 534L704 506Z", RED) +
      pen.line("M836 260L862 274L724 520L702 534L704 506ZM702 534L690 556", 8),
  },
  three_letters: {
    tint: "clay",
    ground: hill,
    draw: (pen) =>
      `<g transform="rotate(-9 360 420)">${envelope(pen, 170, 330, 330, 215)}</g>` +
      `<g transform="rotate(3 600 360)">${envelope(pen, 430, 240, 340, 220)}</g>` +
      envelope(pen, 690, 350, 340, 222) +
      // A line comes down from somewhere, with a hook.
      pen.line("M860 -10C866 90 852 180 858 300", 6) +
      pen.line("M858 300C860 380 858 420 826 424C796 426 790 396 800 376", 10, RED) +
      pen.line("M800 376L818 396", 10, RED),
  },
  first_call: {
    tint: "dusk",
    ground: sun(860, 260, 230),
    draw: (pen) =>
      table(pen) +
      pen.shape(
        "M330 220C470 214 610 222 752 217C756 340 750 450 754 566C610 571 470 563 328 568C324 450 332 340 330 220Z",
        pen.wash,
      ) +
      pen.shape(
        "M256 570C470 566 660 572 826 568C838 590 848 606 860 626C640 633 440 627 224 631C234 610 246 592 256 570Z",
      ) +
      // Somebody on the screen: head, shoulders.
      pen.shape(
        "M541 290C590 290 612 330 608 376C604 420 578 446 541 446C504 446 480 420 476 376C472 330 494 290 541 290Z",
      ) +
      pen.flat(
        "M541 283C600 281 622 318 612 366C596 340 560 326 512 330C500 346 488 352 474 372C462 318 486 284 541 283Z",
        INK,
      ) +
      pen.line("M520 386v4M564 386v4M526 414C536 422 548 422 558 413", 8) +
      pen.shape("M414 566C420 500 470 462 520 452C534 470 550 470 564 452C614 464 664 500 668 564Z", pen.cloth) +
      // The lamp.
      pen.line("M960 630V330", 11) + pen.line("M900 634H1024", 12) +
      pen.shape(
        "M906 200C940 196 980 196 1014 200C1030 246 1044 290 1056 336C994 343 926 341 866 336C876 290 890 246 906 200Z",
        RED,
      ),
  },
  translation: {
    tint: "sage",
    ground: arch,
    draw: (pen) =>
      pen.shape("M600 190C500 160 380 156 240 176C236 320 244 460 240 606C380 588 500 592 600 622Z") +
      pen.shape("M600 190C700 160 820 156 960 176C964 320 956 460 960 606C820 588 700 592 600 622Z") +
      writing(pen, 300, 262, [230, 210, 236, 140, 224, 190]) +
      // The other side: short strokes, as of another script.
      [262, 308, 354, 400, 446, 492].map((y, row) =>
        Array.from({ length: row === 3 ? 4 : 6 }, (_, n) =>
          pen.line(`M${660 + n * 40} ${y}h22M${670 + n * 40} ${y - 12}v24`, 6)).join("")
      ).join("") +
      pen.line("M430 140C500 76 700 76 770 140", 8, RED) + pen.line("M746 132L772 142L778 114", 8, RED),
  },
  waiting: {
    tint: "river",
    ground: panes,
    draw: (pen) =>
      pen.line("M236 46C480 42 720 50 964 46C968 270 962 480 966 704H234C238 480 230 270 236 46Z", 10) +
      pen.line("M600 48V702M238 366H962", 9) +
      pen.line("M150 706C420 700 800 712 1050 704", 13) +
      // A cup and a cat that looks out.
      pen.shape("M352 590C400 586 440 586 486 590C484 640 478 676 462 702H374C360 676 354 640 352 590Z") +
      pen.line("M486 610C530 604 534 664 474 664", 8) +
      pen.line("M392 556C380 534 404 524 394 500M440 556C428 534 452 524 442 500", 6) +
      pen.flat(
        "M700 702C690 620 700 560 742 522C724 490 722 450 736 410L766 446C782 440 800 440 816 446L846 410C860 450 856 492 838 522C880 560 896 630 884 702Z",
        INK,
      ) +
      pen.line("M884 690C940 690 950 640 930 600", 16),
  },
  pictures: {
    tint: "ochre",
    ground: sun(420, 300, 260),
    draw: (pen) =>
      `<g transform="rotate(-8 350 380)">` +
      pen.shape(
        "M190 190C290 186 390 192 490 188C494 310 488 430 492 556C390 560 290 553 188 558C184 430 192 310 190 190Z",
      ) +
      pen.shape("M222 222H458V470H222Z", TINT.river.ground, 7) + pen.line("M222 430C280 380 340 400 458 350", 7) +
      pen.line("M330 400V300", 7) +
      pen.shape(
        "M330 300C300 306 288 280 300 260C296 236 330 226 342 246C368 244 376 280 358 292Z",
        TINT.moss.cloth,
        7,
      ) + `</g>` +
      `<g transform="rotate(5 620 400)">` +
      pen.shape(
        "M470 210C570 206 670 212 770 208C774 330 768 450 772 576C670 580 570 573 468 578C464 450 472 330 470 210Z",
      ) +
      pen.shape("M502 242H738V490H502Z", TINT.blush.ground, 7) + pen.line("M520 380L720 350M520 440L720 452", 8) +
      pen.flat("M560 374V300H590V370ZM600 368V316H622V364ZM640 362L670 296L694 306L668 358Z", INK) + `</g>` +
      `<g transform="rotate(-2 880 390)">` +
      pen.shape(
        "M740 230C840 226 940 232 1040 228C1044 350 1038 470 1042 596C940 600 840 593 738 598C734 470 742 350 740 230Z",
      ) +
      pen.shape("M772 262H1008V510H772Z", TINT.celadon.ground, 7) +
      pen.shape(
        "M890 300C930 300 950 332 946 372C942 408 920 426 890 426C860 426 838 408 834 372C830 332 850 300 890 300Z",
        LINEN,
        7,
      ) +
      pen.flat("M890 294C944 292 958 330 948 356C930 334 850 330 834 362C824 320 842 294 890 294Z", RED) +
      pen.line("M874 372v3M908 372v3M878 400C886 406 894 406 902 400", 6) +
      pen.line("M800 510C810 460 850 440 890 440C930 440 970 460 980 508", 7) + `</g>`,
  },
  forms_of_address: {
    tint: "heather",
    ground: sun(330, 330, 250),
    draw: (pen) =>
      `<g transform="rotate(-3 600 390)">` +
      pen.shape(
        "M220 190C480 184 740 194 984 188C988 320 980 450 986 594C740 600 480 590 218 596C214 450 224 320 220 190Z",
      ) +
      writing(pen, 470, 380, [190]) + writing(pen, 470, 436, [300, 260], 56) +
      pen.shape(
        "M828 228C866 225 900 229 938 226C940 268 936 306 939 350C902 353 866 348 827 351C824 308 830 268 828 228Z",
        RED,
        7,
      ) +
      pen.line("M852 322L882 262L914 322", 7, LINEN) +
      pen.line("M700 250C760 240 800 270 850 262M694 284C750 276 800 304 846 298M704 316C756 310 800 336 842 330", 5) +
      pen.line("M268 250C300 246 330 252 362 247M268 280C288 277 310 282 330 278", 6) + `</g>`,
  },
  calendar: {
    tint: "blush",
    ground: hill,
    draw: (pen) =>
      pen.shape(
        "M360 130C520 124 680 134 842 128C847 300 840 470 845 644C680 650 520 640 358 646C353 470 363 300 360 130Z",
      ) +
      pen.shape("M360 130C520 124 680 134 842 128L844 232C680 238 520 228 359 234Z", pen.cloth) +
      pen.line("M450 92V166M750 90V164", 14) +
      [310, 390, 470, 550].map((y) =>
        Array.from({ length: 6 }, (_, n) => pen.line(`M${418 + n * 70} ${y}c10 -3 18 3 28 0`, 7)).join("")
      ).join("") +
      pen.line("M640 446C680 430 724 446 722 482C718 514 660 520 640 496C624 474 630 450 656 440", 8, RED) +
      // A sprig of mimosa.
      pen.line(
        "M930 640C960 540 990 440 980 330M966 500C1010 470 1030 430 1036 390M950 560C910 530 900 490 900 450",
        7,
      ) +
      [[980, 320], [1000, 350], [958, 350], [1040, 380], [1056, 414], [1018, 420], [898, 440], [880, 470], [918, 474]]
        .map(([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="17" fill="${TINT.ochre.cloth}" stroke="${INK}" stroke-width="5"/>`
        ).join(""),
  },
  first_journey: {
    tint: "celadon",
    ground: hill,
    draw: (pen) =>
      pen.line("M60 652C420 644 800 660 1140 650M60 690C420 682 800 698 1140 688", 8) +
      // A suitcase on the platform.
      pen.shape(
        "M410 300C540 294 660 302 792 297C797 400 790 510 795 622C660 628 540 619 408 624C403 510 413 400 410 300Z",
        pen.cloth,
      ) +
      pen.line("M520 298C518 252 520 226 532 212C580 206 630 206 672 212C684 228 686 252 684 297", 11) +
      pen.line("M480 300V622M726 298V622", 9) +
      pen.shape("M468 396H492V440H468ZM714 396H738V440H714Z", TINT.ochre.ground, 6) +
      `<g transform="rotate(-8 605 470)">` +
      pen.shape(
        "M548 430C590 427 630 432 668 429C670 452 667 474 669 500C630 503 590 498 547 501C545 476 549 452 548 430Z",
        LINEN,
        6,
      ) +
      pen.line("M566 456h60M566 478h40", 5) + `</g>` +
      // An odd number of flowers.
      pen.line("M900 630L930 470M930 630L936 450M960 630L950 480", 7) +
      [[926, 456], [940, 424], [964, 462]].map(([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="24" fill="${RED}" stroke="${INK}" stroke-width="6"/>`
      ).join("") +
      pen.shape("M886 630C900 590 910 570 912 540C930 548 950 548 966 540C972 574 978 594 986 630Z"),
  },
  marcin_and_alesya: {
    tint: "river",
    ground: sun(600, 330, 270),
    draw: (pen) =>
      pen.line("M40 400C380 392 820 408 1160 398M40 436C380 428 820 444 1160 434", 9) +
      pen.line("M60 398C200 180 400 180 600 398C800 180 1000 180 1140 398", 10) +
      [150, 240, 330, 420, 510, 690, 780, 870, 960, 1050].map((x, n) => {
        const reach = [96, 156, 172, 144, 84][n % 5]!;
        return pen.line(`M${x} ${398 - reach}V398`, 5);
      }).join("") +
      pen.line("M330 438V640M870 438V640", 22) +
      pen.line(
        "M80 600c60 -18 110 -18 160 0s110 18 160 0M460 620c60 -18 110 -18 160 0s110 18 160 0M820 596c60 -18 110 -18 160 0s100 16 140 4M240 676c60 -18 110 -18 160 0s110 18 160 0M660 684c60 -18 110 -18 160 0s110 18 160 0",
        7,
      ) +
      // A tree, as somebody draws it who has lain under one.
      pen.line(
        "M1040 398C1046 340 1036 300 1042 250M1042 330C1070 310 1080 290 1084 262M1040 306C1012 290 1006 270 1004 244",
        8,
      ) +
      `<circle cx="1042" cy="206" r="66" fill="${TINT.moss.cloth}" stroke="${INK}" stroke-width="8"/>` +
      pen.flat("M560 366a16 16 0 1 1 1 0ZM556 398L552 370H572L568 398Z", INK) +
      pen.flat("M640 366a16 16 0 1 1 1 0ZM630 398L628 370H652L650 398Z", RED),
  },
  wen_and_nadzeya: {
    tint: "dusk",
    ground: hill,
    draw: (pen) =>
      pen.shape(
        "M420 250C370 250 350 200 386 174C380 116 460 92 496 134C530 78 640 84 654 150C720 128 770 180 740 226C734 244 716 252 700 252Z",
        LINEN,
      ) +
      [400, 470, 540, 610, 680, 740].map((x, n) => pen.line(`M${x} ${300 + (n % 2) * 24}l-22 76`, 7)).join("") +
      pen.shape("M600 470C520 436 420 432 300 452C296 520 304 590 300 660C420 642 520 646 600 676Z") +
      pen.shape("M600 470C680 436 780 432 900 452C904 520 896 590 900 660C780 642 680 646 600 676Z") +
      pen.line("M352 520h70M352 560h190M352 600h150", 7) +
      pen.line("M652 506c40 -6 80 -4 110 4M652 546c50 -6 110 -4 180 6M652 586c40 -6 90 -4 140 4", 7) +
      pen.line("M830 436L834 560L850 544L866 562L862 440", 8, RED),
  },
  jun_and_ioana: {
    tint: "ochre",
    ground: sun(600, 320, 260),
    draw: (pen) =>
      table(pen, 630) +
      pen.shape("M200 400C300 394 420 402 540 397C540 480 534 556 520 622H222C206 556 200 480 200 400Z", pen.cloth) +
      pen.line("M180 400C300 392 440 404 560 396", 13) +
      pen.line("M200 452C150 440 150 500 204 500M540 450C590 438 590 500 536 500", 10) +
      pen.shape("M680 380C780 374 900 382 1010 377C1010 466 1004 548 990 622H702C686 548 680 466 680 380Z", RED) +
      pen.line("M660 380C780 372 920 384 1030 376", 13) + pen.line("M1010 430C1060 418 1062 482 1006 482", 10) +
      pen.line("M290 340C270 296 316 272 292 226M376 336C354 286 404 260 378 206M460 340C440 296 486 272 462 226", 8) +
      pen.line("M770 320C750 276 796 252 772 206M850 316C828 266 878 240 852 186M930 320C910 276 956 252 932 206", 8),
  },
  tom_and_vera: {
    tint: "stone",
    ground: arch,
    draw: (pen) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => {
        const fromMiddle = Math.abs(n - 4);
        const [x, top] = [330 + n * 60, 110 + fromMiddle * 46];
        return pen.shape(`M${x} ${top}h44V540L${x + 22} 580L${x} 540Z`, n % 2 ? LINEN : pen.wash, 8) +
          pen.line(`M${x + 10} ${505}h24`, 6);
      }).join("") +
      pen.shape(
        "M300 590C500 584 700 594 900 588C903 620 898 650 901 690C700 696 500 687 298 692C295 650 302 620 300 590Z",
        pen.cloth,
      ) +
      pen.shape("M360 620H840V660H360Z", LINEN, 7) +
      Array.from({ length: 11 }, (_, n) => pen.flat(`M${396 + n * 40} 620h18v24h-18Z`, n === 5 ? RED : INK)).join(""),
  },
  peter_and_halyna: {
    tint: "moss",
    ground: hill,
    draw: (pen) =>
      pen.line("M80 660C420 650 800 668 1120 656", 10) +
      [[240, 420], [480, 380], [740, 410]].map(([x, y]) =>
        pen.shape(`M${x! - 20} ${y}h200l-16 -44h-168Z`, pen.cloth) +
        pen.shape(`M${x} ${y! + 2}c60 -4 110 4 162 0c3 70 -2 150 0 ${650 - y!}h-163c-3 -90 3 -160 1 ${y! - 650}Z`) +
        pen.line(`M${x! + 8} ${y! + 84}h146M${x! + 8} ${y! + 160}h146`, 6) +
        pen.line(`M${x! + 58} ${y! + 214}h46`, 13)
      ).join("") +
      [[330, 270], [420, 230], [640, 250], [700, 190], [860, 280], [960, 240]].map(([x, y]) =>
        `<g transform="translate(${x} ${y}) scale(1.3)">` +
        `<ellipse cx="-4" cy="-12" rx="6" ry="12" transform="rotate(-28)" fill="${LINEN}" stroke="${INK}" stroke-width="3"/>` +
        `<ellipse cx="6" cy="-11" rx="6" ry="12" transform="rotate(24)" fill="${LINEN}" stroke="${INK}" stroke-width="3"/>` +
        `<ellipse rx="18" ry="11" fill="${TINT.ochre.ground}" stroke="${INK}" stroke-width="4"/>` +
        pen.line("M-5 -9v18M5 -9v18", 5) + `</g>`
      ).join("") +
      `<g transform="rotate(7 1010 560)">${envelope(pen, 950, 540, 150, 98)}</g>` +
      pen.line("M1000 520C960 470 1010 430 1050 452L1036 432M1050 452L1032 466", 7, RED),
  },
};

/** The whole drawing; wider than high, as the journal shows it. */
export function drawing(key: string): string {
  const found = drawings[key];
  if (!found) throw new Error(`no drawing for ${key}`);
  const { tint, ground, draw } = found;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 750" width="1200" height="750">` +
    `<rect width="1200" height="750" fill="${TINT[tint].ground}"/>${ground(TINT[tint].wash)}${draw(penOf(tint))}</svg>`;
}

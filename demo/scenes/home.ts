/** What stands at home: on the table, on the sill, in the cupboard. */
import { INK, LINEN, RED, TINT } from "../portraits/palette.ts";
import type { Pen } from "../writings/pen.ts";
import { at, box, disc, floor, leaf, steam, type Thing, times } from "./strokes.ts";

const jar = ({ shape, flat, cloth }: Pen, x: number, y: number, width: number, height: number, fill: string) =>
  shape(box(x, y, width, height)) + flat(box(x + 16, y + 50, width - 32, height - 66), fill) +
  shape(box(x - 8, y - 40, width + 16, 46), cloth) +
  shape(box(x + width * 0.24, y + height * 0.42, width * 0.52, 74), LINEN, 7);

const plant = (pen: Pen, x: number, y: number, fill: string, flower?: string) =>
  [-56, -28, 0, 28, 56].map((turn) => leaf(pen, x, y, turn, fill, 1.25)).join("") +
  (flower
    ? [[-70, -150], [0, -200], [74, -146]].map(([dx, dy]) => pen.shape(disc(x + dx!, y + dy!, 36), flower)).join("")
    : "") +
  pen.shape(`M${x - 84} ${y - 6}h168l-26 150h-116Z`, LINEN) + pen.line(`M${x - 78} ${y + 34}h156`, 8);

const skate = ({ shape, line }: Pen, fill: string, sole: string) =>
  shape(
    "M0 0C50 -8 100 6 150 0C152 70 160 130 200 160C260 184 336 190 352 240C356 262 350 284 350 304C230 310 110 300 0 304C-12 200 -6 100 0 0Z",
    fill,
  ) +
  times(4, (n) => line(`M${128 + n * 10} ${40 + n * 34}l40 -10`, 8)) + line("M0 40H90", 8) + sole;

export const home = {
  balcony: (pen) =>
    pen.shape(box(290, 150, 400, 660), pen.wash) +
    pen.line("M490 152C486 380 494 600 490 808M292 400C420 394 560 406 690 400", 10) +
    pen.line("M332 200C372 330 352 520 322 640M652 200C612 330 632 520 660 640", 8) +
    pen.line("M120 742C380 734 620 750 866 740M120 1002C380 994 620 1010 866 1000", 14) +
    times(13, (n) => pen.line(`M${140 + n * 59} 744V1000`, 8)) +
    plant(pen, 250, 610, TINT.moss.cloth, RED) + plant(pen, 760, 610, TINT.moss.cloth) +
    pen.line("M60 1070C360 1062 640 1078 920 1070", 16),
  glue: (pen) =>
    floor(pen) + pen.shape(box(110, 898, 450, 96), pen.cloth) + pen.line("M170 902V990M200 902V990", 8) +
    pen.shape(box(150, 806, 380, 90)) + times(3, (n) => pen.line(`M180 ${830 + n * 22}c110 -6 220 6 330 0`, 5)) +
    at(
      600,
      300,
      pen.shape("M-14 0H14L26 330H-26Z", RED) + pen.shape("M-30 330H30V372H-30Z", TINT.ochre.ground) +
        pen.shape("M-30 372H30L38 520H-38Z", INK),
      1,
      -8,
    ) +
    pen.shape("M560 690C650 682 760 682 850 690C856 800 846 910 824 1000H586C562 910 552 800 560 690Z") +
    pen.flat(
      "M566 700C650 692 760 692 844 700C842 760 846 800 826 800C800 802 806 746 780 748C752 750 764 850 736 850C706 850 718 752 690 754C662 756 668 790 640 790C612 790 612 748 590 746C572 744 566 730 566 700Z",
      TINT.ochre.ground,
    ) +
    pen.line("M560 690C650 682 760 682 850 690", 10),
  cup: (pen) =>
    floor(pen) + pen.line("M716 640C850 610 860 830 680 850", 26) +
    pen.line("M716 640C850 610 860 830 680 850", 10, LINEN) +
    pen.shape("M230 560C400 548 560 548 724 560C722 740 690 900 630 998H330C262 900 232 740 230 560Z", RED) +
    pen.flat("M262 580C400 570 560 570 694 580C640 606 320 606 262 580Z", LINEN) + steam(pen, 380, 500) +
    pen.shape(box(150, 1000, 700, 50), LINEN),
  jars: (pen) =>
    floor(pen) + jar(pen, 120, 640, 220, 356, RED) + jar(pen, 390, 520, 230, 476, TINT.ochre.cloth) +
    jar(pen, 670, 700, 190, 296, TINT.moss.cloth) + times(3, (n) => pen.shape(disc(180 + n * 74, 1052, 32), RED)),
  books: (pen) =>
    floor(pen, 1030) +
    [[150, 640, RED], [190, 560, LINEN], [130, 680, pen.cloth], [220, 520, TINT.ochre.ground], [170, 610, LINEN], [
      240,
      480,
      INK,
    ]].map(
      ([x, width, fill], n) =>
        pen.shape(box(x as number, 944 - n * 92, width as number, 86), fill as string) +
        pen.line(`M${(x as number) + 54} ${950 - n * 92}v74`, 7, fill === INK ? LINEN : INK),
    ).join("") +
    pen.line(
      "M330 452C326 404 430 400 440 450C450 492 340 500 330 452ZM520 452C516 404 620 400 630 450C640 492 530 500 520 452ZM440 446C466 430 496 430 520 448M630 446L700 420",
      9,
    ) +
    pen.flat("M560 380L820 250L836 276L580 408L546 410Z", TINT.moss.cloth) +
    pen.line("M560 380L820 250L836 276L580 408L546 410Z", 7),
  piano: (pen) =>
    pen.shape(box(140, 360, 700, 420), pen.cloth) + pen.shape(box(340, 430, 300, 220)) +
    times(4, (n) => pen.line(`M372 ${480 + n * 38}c80 -5 160 5 236 0`, 5)) +
    times(5, (n) => pen.flat(disc(396 + n * 46, 486 + ((n * 3) % 4) * 32, 13, 10), INK)) +
    pen.shape(box(96, 760, 788, 120)) + times(13, (n) => pen.line(`M${152 + n * 56} 764V876`, 6)) +
    [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((n) => pen.flat(`M${136 + n * 56} 764h32v68h-32Z`, INK)).join("") +
    pen.line("M150 884V1040M830 884V1040", 22) + pen.shape(box(330, 1000, 320, 44), RED) + floor(pen, 1060) +
    times(3, (n) =>
      at(
        250 + n * 240,
        290 - (n % 2) * 50,
        pen.shape("M-60 20L-14 0L22 -62L34 -6L70 -30L48 28L0 40Z", n === 1 ? RED : LINEN, 8),
      )),
  birds: (pen) =>
    pen.line("M60 130C340 112 640 148 920 126", 9) +
    ([[190, 470, 1.3, -6, LINEN], [440, 330, 0.9, 8, RED], [700, 560, 1.4, -3, LINEN], [330, 780, 1.1, 10, pen.cloth], [
      600,
      920,
      1.2,
      -8,
      LINEN,
    ], [850, 320, 0.8, 0, LINEN]] as const).map(
      ([x, y, scale, turn, fill]) =>
        pen.line(`M${x + 10} ${y - 70 * scale}V128`, 4) +
        at(
          x,
          y,
          pen.shape("M-100 10L-24 -20L40 -110L56 -16L122 -66L80 40L0 62Z", fill, 9 / scale) +
            pen.line("M-24 -20L0 62L56 -16M-24 -20L56 -16", 6 / scale),
          scale,
          turn,
        ),
    ).join(""),
  cat: (pen) =>
    pen.line(
      "M160 120C380 112 620 128 820 118C824 380 818 640 822 900H158C162 640 154 380 160 120ZM490 122V900M160 430H820",
      12,
    ) +
    pen.line("M80 906C340 898 640 914 900 904", 18) + plant(pen, 270, 760, TINT.moss.cloth) +
    pen.flat(
      "M520 904C500 770 520 680 590 624C560 576 558 520 580 460L628 516C654 508 682 508 708 516L756 460C778 520 772 584 742 630C806 686 828 790 808 904Z",
      INK,
    ) +
    pen.line("M800 880C900 880 900 790 860 740", 24) + pen.line("M620 580h4M700 580h4", 16, LINEN) +
    pen.flat("M640 616H684L662 640Z", RED),
  cage: (pen) =>
    pen.line("M490 110V210", 9) + pen.line("M490 210a34 34 0 1 1 -1 0", 9) +
    pen.shape(
      "M250 920C246 800 254 660 250 540C256 380 370 290 490 290C610 290 724 380 730 540C726 660 734 800 730 920Z",
      pen.wash,
    ) +
    pen.line("M270 690C420 682 560 698 712 690", 14) +
    [[400, 600, LINEN, 1], [590, 600, RED, -1]].map(([x, y, fill, side]) =>
      `<g transform="translate(${x} ${y}) scale(${side} 1)">${
        pen.shape(
          "M-30 86C-60 30 -50 -50 0 -64C44 -72 64 -30 52 6C44 46 10 76 -30 86L-70 170L-52 60Z",
          fill as string,
        ) + pen.flat("M48 -30L82 -16L52 0Z", INK) + pen.line("M18 -30v4", 12)
      }</g>`
    ).join("") +
    times(7, (n) => pen.line(`M${310 + n * 60} ${[392, 336, 306, 292, 306, 336, 392][n]}V918`, 6)) +
    pen.shape(box(210, 916, 560, 80), pen.cloth),
  chess: (pen) =>
    pen.shape("M60 1020L230 760H750L920 1020Z") +
    times(4, (row) =>
      times(4, (n) => {
        const [top, low] = [230 - row * 42.5, 187.5 - row * 42.5];
        const x = (y: number, part: number) => 60 + (1020 - y) * 0.654 + part * (860 - (1020 - y) * 1.308) / 8;
        const [y1, y2] = [1020 - (230 - top) / 170 * 260, 1020 - (230 - low) / 170 * 260];
        const from = n * 2 + (row % 2);
        return pen.flat(
          `M${x(y1, from)} ${y1}L${x(y2, from)} ${y2}L${x(y2, from + 1)} ${y2}L${x(y1, from + 1)} ${y1}Z`,
          pen.cloth,
        );
      })) +
    pen.shape(
      "M470 930C480 860 520 800 520 640C500 620 500 596 520 584C490 540 500 480 548 462V430H522V400H548V370H578V400H604V430H578V462C626 480 636 540 606 584C626 596 626 620 606 640C606 800 646 860 656 930Z",
      RED,
    ) +
    pen.shape(
      "M270 880C280 830 306 800 306 740C288 728 288 708 304 700C276 660 300 616 340 616C380 616 404 660 376 700C392 708 392 728 374 740C374 800 400 830 410 880Z",
    ),
  pots: (pen) =>
    pen.line("M80 930C340 922 640 938 900 928", 18) + plant(pen, 240, 780, TINT.moss.cloth, RED) +
    plant(pen, 500, 780, TINT.moss.cloth) +
    plant(pen, 752, 780, TINT.celadon.cloth, TINT.blush.ground) +
    pen.line("M500 780V470M500 600L430 530M500 560L566 500", 10) +
    [[500, 440, 0], [420, 520, -40], [580, 490, 40]].map(([x, y, turn]) =>
      leaf(pen, x!, y! + 30, turn!, TINT.moss.cloth, 1.3)
    ).join(""),
  umbrella: (pen) =>
    pen.line("M490 250V930C490 1020 610 1020 606 930", 16) +
    pen.shape(
      "M120 640C140 400 300 260 490 256C680 260 840 400 860 640C820 590 760 590 710 644C660 590 560 590 490 644C420 590 330 590 270 644C220 590 160 590 120 640Z",
      RED,
    ) +
    pen.line("M490 256C380 360 300 480 270 640M490 256C600 360 680 480 710 640M490 256V640M490 256V206", 8) +
    times(14, (n) => pen.line(`M${60 + (n * 271) % 880} ${120 + (n * 173) % 960 + (n % 2) * 40}l-16 60`, 6)),
  loaves: (pen) =>
    floor(pen, 1010) + pen.shape(box(80, 1004, 820, 50), TINT.ochre.ground) +
    pen.shape("M120 1000C84 850 200 740 380 736C570 732 680 850 640 1000Z", TINT.paper.cloth) +
    times(3, (n) => pen.line(`M${236 + n * 120} ${830 - (n === 1 ? 30 : 0)}c20 40 20 90 0 130`, 16, LINEN)) +
    pen.shape("M540 1000C530 900 600 850 700 850C810 850 880 900 868 1000Z", TINT.ochre.cloth) +
    pen.line("M640 900C680 880 740 880 780 904", 12, LINEN) +
    at(
      640,
      560,
      pen.shape(
        "M-230 60C-240 10 -200 -20 -150 -14L190 20C244 30 246 92 190 98L-150 112C-200 112 -226 96 -230 60Z",
        TINT.clay.ground,
      ) + times(4, (n) => pen.line(`M${-140 + n * 84} 20l40 64`, 9)),
      0.9,
      -14,
    ) +
    steam(pen, 300, 690),
  pan: (pen) =>
    floor(pen) + pen.line("M206 720C120 700 120 810 214 800M774 720C860 700 860 810 766 800", 22) +
    pen.shape("M200 640C400 632 580 632 780 640C786 780 776 900 748 998H232C204 900 194 780 200 640Z", pen.cloth) +
    pen.shape("M176 640C200 560 340 520 490 520C640 520 780 560 804 640Z") + pen.shape(disc(490, 496, 38), RED) +
    pen.line("M250 760C420 752 560 768 730 760", 7, LINEN) + steam(pen, 360, 420) +
    times(3, (n) => pen.shape(disc(190 + n * 84, 1056, 36), n === 1 ? TINT.ochre.cloth : RED)),
  dumplings: (pen) =>
    floor(pen, 1010) + steam(pen, 370, 520) +
    [[300, 720], [490, 690], [670, 720], [400, 640], [580, 640]].map(([x, y]) =>
      at(
        x!,
        y!,
        pen.shape("M-110 40C-100 -60 100 -60 110 40C60 66 -60 66 -110 40Z") +
          times(6, (n) => pen.line(`M${-76 + n * 30} ${-8 - (n === 2 || n === 3 ? 14 : 0)}l10 -26`, 6)),
      )
    ).join("") +
    pen.shape("M130 750C380 738 600 738 850 750C836 900 730 1000 490 1004C250 1000 144 900 130 750Z", pen.cloth) +
    pen.line("M170 830C400 846 580 846 810 830", 14, LINEN),
  sewing: (pen) =>
    pen.shape(disc(196, 600, 74), RED) +
    pen.shape("M220 900V560C220 470 280 440 350 440H720C770 440 796 470 796 520V660H704V610H420V900Z", pen.cloth) +
    pen.shape("M430 440V350H500V440", LINEN) + pen.line("M500 380C600 320 720 400 750 560V860", 5) +
    pen.line("M750 660V880", 10) +
    pen.shape(box(130, 900, 740, 100), LINEN) + pen.line("M160 950H620", 6) +
    pen.shape(
      "M520 890C640 864 760 880 900 900C950 980 900 1080 860 1150C800 1040 660 960 520 930Z",
      TINT.blush.ground,
    ) +
    times(5, (n) => pen.line(`M${640 + n * 46} ${920 + n * 22}l26 12`, 6, RED)) + floor(pen, 1010),
  knitting: (pen) =>
    floor(pen) + pen.line("M560 330L330 900M220 380L520 880", 16) + pen.shape(disc(390, 790, 206), RED) +
    pen.line(
      "M210 700C330 640 480 660 580 740M200 800C320 740 480 760 592 830M230 890C340 830 470 850 560 900M330 610C290 720 300 860 370 980M470 600C500 720 490 860 440 986",
      7,
    ) +
    pen.shape("M640 560H800V800C840 840 900 850 912 910C916 970 880 996 830 996H690C650 996 636 960 640 900Z", LINEN) +
    pen.line("M640 620H800M640 660H800", 10, RED) +
    pen.line("M580 900C640 960 600 1040 700 1060C800 1078 860 1050 900 1080", 8, RED),
  shoes: (pen) =>
    floor(pen, 1010) + [[120, 470, LINEN], [430, 600, RED]].map(([x, y, fill]) =>
      at(
        x as number,
        y as number,
        pen.shape(
          "M0 0C36 -14 64 20 96 74C136 128 232 128 254 156C262 180 246 190 222 190H110L52 116V190H28C30 120 0 70 0 0Z",
          fill as string,
          5,
        ) + pen.line("M30 70C60 50 90 50 110 84", 4),
        2.1,
      )
    ).join("") + times(5, (n) =>
      pen.line(`M${620 + n * 60} ${220 + (n % 2) * 60}v-70l34 -12v70`, 7) +
      pen.flat(disc(608 + n * 60, 222 + (n % 2) * 60, 15, 11), INK)),
  skates: (pen) => {
    const blade = pen.line("M30 304V352M316 304V352M-20 356C110 350 250 362 372 354C400 350 404 330 392 312", 12);
    return at(170, 250, skate(pen, LINEN, blade), 1.15, -10) + at(420, 640, skate(pen, RED, blade), 1.15, 6) +
      pen.line("M60 1090C340 1060 660 1100 920 1066M200 1140C400 1120 600 1150 760 1130", 7);
  },
  rollers: (pen) => {
    const wheels = pen.shape(box(6, 304, 340, 34), pen.cloth) +
      [60, 290].map((x) => pen.shape(disc(x, 376, 44)) + pen.flat(disc(x, 376, 12), INK)).join("");
    return at(150, 230, skate(pen, LINEN, wheels), 1.15, -8) + at(430, 620, skate(pen, RED, wheels), 1.15) +
      floor(pen, 1110);
  },
  bottles: (pen) =>
    floor(pen) + pen.shape("M150 998V620C150 560 206 550 206 500V400H304V500C304 550 360 560 360 620V998Z", pen.cloth) +
    pen.shape(box(196, 350, 118, 60), LINEN) + pen.shape(box(178, 700, 154, 170)) +
    pen.line("M226 784H284M255 756V814", 12, RED) +
    pen.shape("M470 998C400 990 400 900 440 840L520 660V480H620V660L700 840C740 900 740 990 670 998Z") +
    pen.flat("M486 976C430 970 430 910 460 860L486 800H654L680 860C710 910 710 970 654 976Z", RED) +
    pen.line("M500 480H640", 14) +
    pen.shape("M760 998V760H890V998Z", LINEN) + pen.shape(box(748, 700, 154, 62), INK) + times(3, (n) =>
      pen.shape(disc(560 + (n % 2) * 30, 900 - n * 34, 13), LINEN, 6)),
  map: (pen) =>
    at(
      0,
      0,
      pen.shape("M110 330L360 270L620 340L870 280V930L620 990L360 920L110 980Z") +
        pen.line("M360 270V920M620 340V990", 7) +
        pen.line(
          "M150 560C240 500 300 640 400 600C500 560 520 740 640 720C740 700 760 820 860 800",
          22,
          TINT.river.ground,
        ) +
        pen.line(
          "M150 430C220 400 260 440 320 420M660 450C720 420 780 470 840 440M170 860C240 830 270 870 330 850",
          6,
        ) +
        pen.line("M740 540L790 600M790 540L740 600", 12, RED) +
        pen.line("M430 470l30 -60l30 60ZM500 490l26 -50l26 50Z", 7),
    ) +
    pen.line(
      "M300 1050C296 990 410 986 420 1050C426 1110 310 1116 300 1050ZM520 1050C516 990 630 986 640 1050C646 1110 530 1116 520 1050ZM420 1040C450 1020 490 1020 520 1040M640 1040L760 1000M300 1040L240 1010",
      11,
    ),
  mirror: (pen) =>
    floor(pen, 1040) + pen.shape(disc(490, 470, 260, 320), pen.cloth) + pen.shape(disc(490, 470, 214, 274), LINEN) +
    pen.line("M380 420L520 280M400 560L600 350", 8, TINT.river.ground) +
    pen.line("M490 790V1010", 26) + pen.line("M370 1024H610", 20) +
    pen.line("M130 700L300 1000M300 690L140 990", 13) + pen.shape(disc(120, 1030, 38), pen.wash, 11) +
    pen.shape(disc(320, 1036, 38), pen.wash, 11) +
    pen.shape(box(680, 950, 210, 46), RED) + times(9, (n) => pen.line(`M${700 + n * 22} 996v34`, 7)),
} satisfies Record<string, Thing>;

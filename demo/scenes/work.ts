/** What a trade leaves lying: tools, instruments, finds. */
import { INK, LINEN, RED, TINT } from "../portraits/palette.ts";
import { at, box, disc, floor, type Thing, times } from "./strokes.ts";

export const work = {
  violin: (pen) =>
    at(
      490,
      640,
      pen.shape(
        "M-40 -140C-130 -170 -190 -110 -170 -30C-160 10 -120 30 -124 70C-130 120 -210 150 -206 270C-200 390 -110 430 0 430C110 430 200 390 206 270C210 150 130 120 124 70C120 30 160 10 170 -30C190 -110 130 -170 40 -140C20 -134 -20 -134 -40 -140Z",
        TINT.clay.cloth,
      ) +
        pen.shape("M-24 -480H24V90H-24Z", INK) + pen.shape("M-34 -480C-40 -560 40 -560 34 -480Z", TINT.clay.cloth) +
        pen.line("M-34 -500H-70M34 -500H70M-34 -470H-70M34 -470H70", 14) +
        times(4, (n) => pen.line(`M${-15 + n * 10} -470V300`, 3, LINEN)) +
        pen.shape("M-60 196H60V220H-60Z", LINEN, 7) + pen.flat("M-34 300H34L22 400H-22Z", INK) +
        pen.line("M-110 120C-136 150 -86 210 -106 250M110 120C136 150 86 210 106 250", 11),
      0.95,
      14,
    ) +
    pen.line("M170 210L860 1090", 9) + pen.line("M196 200L880 1076", 4),
  camera: (pen) =>
    floor(pen) + pen.shape("M330 400L370 320H610L650 400") + pen.shape(box(140, 400, 700, 500), INK) +
    pen.shape(box(140, 400, 700, 110), TINT.stone.cloth) +
    pen.shape(disc(490, 690, 200), LINEN) + pen.shape(disc(490, 690, 150), TINT.dusk.cloth) +
    pen.shape(disc(490, 690, 80), INK) + pen.line("M440 620C460 596 500 590 530 600", 12, LINEN) +
    pen.shape(disc(232, 380, 50, 26), LINEN) + pen.shape(disc(740, 380, 40, 24), RED) +
    pen.shape(box(700, 548, 90, 60), LINEN, 7) +
    pen.line("M140 470C40 560 40 900 120 998M840 470C940 560 940 900 860 998", 9),
  press: (pen) =>
    floor(pen, 1060) + pen.shape("M200 1056V200H290V1056ZM690 1056V200H780V1056Z", TINT.clay.cloth) +
    pen.shape(box(160, 170, 660, 100), TINT.clay.cloth) +
    pen.shape("M440 270H540V520H440Z", LINEN) +
    times(5, (n) => pen.line(`M440 ${300 + n * 44}L540 ${330 + n * 44}`, 8)) +
    pen.line("M490 420L880 330", 22) + pen.shape(disc(886, 328, 34), RED) +
    pen.shape(box(310, 520, 360, 70), INK) + pen.shape("M320 690L660 690L700 800H280Z") +
    times(3, (n) => pen.line(`M350 ${716 + n * 26}c80 -5 180 5 270 0`, 6)) +
    pen.shape(box(220, 800, 540, 80), pen.cloth),
  microphone: (pen) =>
    floor(pen, 1040) + pen.line("M490 720V1010", 22) +
    pen.shape("M330 1036C330 980 400 960 490 960C580 960 650 980 650 1036Z", pen.cloth) +
    pen.line("M300 480V560C300 800 680 800 680 560V480", 18) +
    pen.shape("M360 330C360 180 620 180 620 330V560C620 710 360 710 360 560Z", LINEN) +
    times(6, (n) => pen.line(`M366 ${330 + n * 48}H614`, 6)) +
    times(4, (n) => pen.line(`M${412 + n * 52} 240V640`, 5)) +
    pen.shape(disc(790, 240, 56), RED) + pen.line("M790 130V160M900 240H876M860 160L842 178M720 160L738 178", 9),
  crystal: (pen) =>
    floor(pen, 1040) + pen.shape("M430 1036L360 420L450 230L540 400L560 1036Z", LINEN) +
    pen.line("M450 230L460 420L500 1036M360 420L460 430L540 400", 7) +
    pen.shape("M240 1036L150 720L220 590L310 700L400 1036Z", pen.cloth) +
    pen.line("M220 590L236 730L300 1036M150 720L236 740L310 700", 6) +
    pen.shape("M580 1036L650 640L730 520L790 660L760 1036Z", RED) +
    pen.line("M730 520L716 670L680 1036M650 640L716 680L790 660", 6) +
    pen.shape("M110 1060C200 980 340 1000 440 1010C600 990 800 990 890 1062Z", TINT.stone.cloth),
  loom: (pen) =>
    pen.shape(box(130, 200, 60, 860), TINT.clay.cloth) + pen.shape(box(790, 200, 60, 860), TINT.clay.cloth) +
    pen.shape(box(90, 250, 800, 64), LINEN) + pen.shape(box(90, 930, 800, 64), LINEN) +
    times(24, (n) => pen.line(`M${214 + n * 24} 316V930`, 4)) +
    pen.shape("M204 640C400 632 580 650 776 640V928H204Z", pen.cloth) +
    times(
      3,
      (n) =>
        pen.line(
          `M210 ${700 + n * 80}C400 ${692 + n * 80} 580 ${708 + n * 80} 770 ${700 + n * 80}`,
          16,
          n === 1 ? RED : LINEN,
        ),
    ) + pen.shape("M380 560C440 520 560 520 620 560C560 600 440 600 380 560Z", RED),
  kantele: (pen) =>
    floor(pen, 1040) +
    at(
      490,
      650,
      pen.shape(
        "M-390 190L-330 -40C-200 -90 -20 -190 300 -330L380 -300L330 190C100 236 -180 236 -390 190Z",
        TINT.clay.cloth,
      ) +
        times(9, (n) => pen.line(`M-334 ${150 - n * 22}L${310 + n * 6} ${150 - n * 54}`, 4, LINEN)) +
        pen.shape(disc(-60, 90, 56), INK) + times(9, (n) => pen.flat(disc(322 + n * 5, 150 - n * 54, 9), RED)),
    ),
  organ: (pen) =>
    times(9, (n) => {
      const [x, top] = [126 + n * 82, 190 + Math.abs(n - 4) * 96];
      return pen.shape(`M${x} ${top}h68V700L${x + 34} 760L${x} 700Z`, n % 2 ? LINEN : pen.wash) +
        pen.line(`M${x + 14} 640h40`, 9);
    }) + pen.shape(box(80, 760, 820, 290), pen.cloth) + pen.shape(box(200, 820, 580, 84)) +
    times(15, (n) => pen.flat(`M${222 + n * 36} 820h14v52h-14Z`, n === 7 ? RED : INK)) +
    pen.shape(box(330, 980, 320, 70), LINEN) + floor(pen, 1060),
  theodolite: (pen) =>
    pen.line("M490 640L250 1080M490 640L730 1080M490 640V1080", 20) + pen.shape(box(380, 600, 220, 56), INK) +
    pen.shape("M410 600V400H570V600", TINT.ochre.cloth) + pen.shape(box(310, 330, 360, 110), RED) +
    pen.shape(disc(300, 386, 40, 66), LINEN) + pen.shape(disc(690, 386, 26, 44), INK) +
    pen.shape(disc(490, 520, 44), LINEN) + pen.line("M490 490V520H516", 7) +
    pen.line("M40 1090C260 1050 420 1110 620 1086S860 1070 950 1090", 10) + pen.shape("M836 1080V640H880V1080Z") +
    times(4, (n) => pen.flat(`M836 ${680 + n * 110}h44v52h-44Z`, RED)) + pen.line("M836 1080V640H880V1080Z", 8),
  scissors: (pen) =>
    at(
      490,
      620,
      pen.shape(
        "M-36 40L-210 -420C-160 -440 -130 -420 -110 -380L40 10ZM36 40L210 -420C160 -440 130 -420 110 -380L-40 10Z",
        LINEN,
      ) + pen.shape(disc(0, 26, 20), INK) + pen.line("M-24 60L-110 210M24 60L110 210", 26) +
        pen.line("M-130 200a96 130 0 1 0 2 0M130 200a96 130 0 1 1 -2 0", 30, RED),
    ) +
    pen.line("M120 300C240 240 280 420 180 480S100 660 220 700M860 300C760 260 700 400 800 470S880 640 770 690", 9),
  crown: (pen) =>
    floor(pen, 1010) + pen.shape("M170 1000C230 930 360 900 490 900C620 900 750 930 810 1000Z", pen.cloth) +
    pen.shape("M200 880L150 460L330 640L490 340L650 640L830 460L780 880C600 920 380 920 200 880Z", TINT.ochre.cloth) +
    pen.line("M212 800C400 838 580 838 768 800", 9) +
    [[150, 440], [490, 316], [830, 440]].map(([x, y]) => pen.shape(disc(x!, y!, 40), RED)).join("") + times(5, (n) =>
      pen.shape(disc(290 + n * 100, 850 - Math.abs(n - 2) * 8, 22), n % 2 ? LINEN : RED, 7)),
  amphora: (pen) =>
    floor(pen, 1060) + pen.line("M390 380C220 360 220 560 330 600M590 380C760 360 760 560 650 600", 28) +
    pen.shape("M390 300H590L560 420C740 520 740 800 540 1000V1056H440V1000C240 800 240 520 420 420Z", TINT.clay.cloth) +
    pen.shape(box(366, 262, 248, 46), TINT.clay.cloth) +
    pen.line("M310 600H670M300 720H680", 9) + times(6, (n) => pen.line(`M${330 + n * 58} 690l26 -56l26 56`, 9, LINEN)) +
    pen.line("M600 470L560 560L620 590L580 700", 7) +
    [[170, 1020], [760, 1030], [850, 1000]].map(([x, y]) =>
      pen.shape(disc(x!, y!, 46, 30), TINT.ochre.cloth) + pen.line(`M${x! - 16} ${y}h32`, 6)
    ).join(""),
  stage: (pen) =>
    pen.shape(box(120, 210, 740, 760), TINT.dusk.ground) + pen.flat(disc(620, 420, 86), LINEN) +
    pen.line("M160 720C320 600 420 700 560 640S760 660 830 600M170 800C340 720 500 800 820 740", 10) +
    times(6, (n) => pen.line(`M${240 + (n * 137) % 480} ${320 + (n * 97) % 220}v1`, 16, LINEN)) +
    pen.shape(
      "M90 160C120 420 150 700 110 1000H260C300 760 300 420 250 160ZM890 160C860 420 830 700 870 1000H720C680 760 680 420 730 160Z",
      RED,
    ) + pen.line("M170 180C196 440 210 720 180 990M810 180C784 440 770 720 800 990", 7) +
    pen.shape(
      "M70 130C340 120 640 140 910 128V230C840 290 780 290 730 230C670 290 600 290 550 230C490 290 430 290 380 230C320 290 260 290 210 230C160 290 110 280 70 230Z",
      RED,
    ) + floor(pen, 1006) + pen.shape(box(80, 1010, 820, 70), TINT.clay.cloth),
  hedgehog: (pen) =>
    pen.line("M260 120L330 520M720 120L640 520M490 100V460", 5) + pen.line("M220 120C400 100 600 140 760 116", 22) +
    pen.shape(
      "M180 860C150 640 300 480 520 480C700 480 790 620 800 720L900 800C910 850 860 880 800 880C640 920 320 920 180 860Z",
      TINT.clay.cloth,
    ) +
    times(22, (n) => {
      const a = Math.PI * (0.98 + n * 0.034);
      return pen.line(
        `M${480 + Math.cos(a) * 240} ${760 + Math.sin(a) * 230}L${480 + Math.cos(a) * (350 + (n % 2) * 30)} ${
          760 + Math.sin(a) * (330 + (n % 2) * 30)
        }`,
        10,
      );
    }) +
    pen.shape(
      "M640 880C600 760 640 640 730 640C790 640 800 720 804 724L900 800C910 850 860 884 800 884C740 890 690 890 640 880Z",
      LINEN,
    ) + pen.flat(disc(892, 806, 28), INK) + pen.line("M730 726v6", 22) +
    pen.shape("M560 880L500 850V940L560 912L620 940V850Z", RED) + pen.line("M330 900V1000M600 930V1000", 18) +
    floor(pen, 1016),
  shadows: (pen) =>
    floor(pen, 1010) + pen.shape(box(130, 330, 720, 660), TINT.clay.cloth) +
    pen.shape(box(190, 400, 600, 520), TINT.paper.wash) +
    pen.flat("M220 910C300 800 380 860 460 800C560 740 660 830 770 780V910Z", INK) +
    pen.flat("M330 800C320 700 360 640 420 640L400 590L450 620L480 580L486 640C520 660 520 720 490 760L510 820Z", INK) +
    pen.flat("M600 780V640L660 580L720 640V770Z", INK) + pen.line("M420 800V1090M660 780V1090", 6) +
    pen.flat(disc(290, 500, 44), RED),
  abacus: (pen) =>
    floor(pen, 1040) + pen.shape(box(140, 240, 700, 790), TINT.clay.cloth) +
    pen.shape(box(200, 300, 580, 670), pen.wash) +
    times(
      7,
      (row) =>
        pen.line(`M200 ${360 + row * 92}H780`, 6) + times(10, (n) =>
          pen.shape(
            disc((n < (row * 3) % 8 ? 236 : 330) + n * 45, 360 + row * 92, 20, 34),
            n === 4 || n === 5 ? INK : row === 3 ? RED : LINEN,
            6,
          )),
    ),
  stethoscope: (pen) =>
    pen.line("M280 200C220 560 420 640 420 640S620 560 560 200", 22) +
    pen.line("M420 640V800C420 1000 740 1000 740 800V700", 22, RED) + pen.shape(disc(740, 640, 86), LINEN) +
    pen.shape(disc(740, 640, 44), pen.cloth) +
    pen.line("M280 200L230 220M560 200L610 220", 26) + pen.shape(disc(236, 1010, 90), TINT.ochre.cloth) +
    times(5, (n) => pen.line(`M${196 + (n * 37) % 90} ${980 + (n * 53) % 70}v1`, 14)) + floor(pen, 1110),
  signpost: (pen) =>
    pen.flat("M0 760L240 420L380 600L600 280L980 780V1225H0Z", pen.wash) +
    pen.line("M0 760L240 420L380 600L600 280L980 780", 9) +
    pen.line("M560 340L600 430L650 360M210 460L240 520L276 470", 7) +
    pen.shape("M440 1130V520H510V1130Z", TINT.clay.cloth) + pen.shape("M250 560H700L770 620L700 680H250Z") +
    pen.shape("M720 740H300L230 800L300 860H720Z") +
    pen.flat("M320 600H400V640H320ZM640 780H560V820H640Z", RED) + pen.line("M430 620H640M360 800H520", 8) +
    pen.line("M60 1120C300 1090 640 1140 920 1110", 13),
  doorhandle: (pen) =>
    pen.shape(box(150, 100, 680, 1000), pen.cloth) + pen.line("M230 190H750V560H230ZM230 650H750V1020H230Z", 9) +
    pen.shape(box(640, 520, 100, 300), TINT.ochre.ground) +
    pen.shape("M690 610C600 590 480 600 400 640C370 660 390 700 420 690C500 660 600 660 690 670Z", TINT.ochre.cloth) +
    pen.shape(disc(690, 640, 38), RED) + pen.flat("M676 730h28l8 60h-44Z", INK),
  lens: (pen) =>
    floor(pen, 1080) + pen.shape(disc(440, 520, 290), LINEN) + pen.shape(disc(440, 520, 240), TINT.ochre.wash) +
    pen.shape("M330 640C300 540 340 400 450 380C560 370 600 480 560 580C530 660 380 720 330 640Z", TINT.ochre.cloth) +
    pen.line(
      "M430 500l40 40M470 500l-40 40M420 470l-34 -30M480 470l30 -34M410 520h-50M490 522h50M424 548l-30 36M480 550l28 34",
      8,
    ) + at(650, 730, pen.shape("M-34 0H34L44 330H-44Z", RED), 1, -42),
  samples: (pen) =>
    floor(pen) + pen.shape("M180 998V420C180 360 420 360 420 420V998Z", LINEN) +
    pen.shape(box(166, 360, 268, 60), pen.cloth) +
    pen.flat("M196 984V780C240 730 270 800 300 750C330 710 370 780 404 740V984Z", TINT.moss.cloth) +
    times(4, (n) => pen.line(`M${230 + n * 44} ${760 - (n % 2) * 30}v-90`, 7, TINT.moss.cloth)) +
    pen.shape("M540 998V640H480V590H720V640H660V998Z", LINEN) + pen.flat("M554 984V790H646V984Z", TINT.river.cloth) +
    pen.shape("M780 998V700H740V650H890V700H850V998Z", LINEN) + pen.flat("M792 984V860H838V984Z", RED),
} satisfies Record<string, Thing>;

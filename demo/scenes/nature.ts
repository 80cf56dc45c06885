/** What lives and grows outside, and what one does there. */
import { INK, LINEN, RED, TINT } from "../portraits/palette.ts";
import { at, box, disc, leaf, type Thing, times, water } from "./strokes.ts";

export const nature = {
  mountains: (pen) =>
    pen.shape("M-20 900L230 380L400 660L610 260L1000 900V1240H-20Z", pen.cloth) +
    pen.shape("M170 504L230 380L296 490L250 460L226 520ZM520 432L610 260L716 434L650 392L612 470L570 410Z", LINEN) +
    pen.shape("M-20 1000C240 860 420 980 600 920C760 870 880 900 1000 860V1240H-20Z", TINT.moss.ground) +
    times(5, (n) => pen.shape(`M${100 + n * 70} ${880 + (n % 2) * 40}l44 160h-88Z`, TINT.moss.cloth)) +
    pen.line("M640 1200C700 1120 560 1060 660 980S600 930 640 912", 8, RED),
  boat: (pen) =>
    pen.shape("M150 760C400 790 600 790 850 752C800 880 720 930 500 930C300 930 200 890 150 760Z", TINT.clay.cloth) +
    pen.line("M240 830C420 856 600 856 770 826", 7) + pen.line("M330 700L120 1010M670 700L880 1000", 16) +
    pen.shape("M100 990L136 1010L110 1070L66 1040ZM900 980L864 1004L892 1064L934 1034Z", LINEN) +
    pen.line("M420 770V690H590V770", 12) + pen.shape(box(440, 640, 130, 56), RED) + water(pen, 980, 3) + times(3, (n) =>
      pen.line(`M${300 + n * 150} ${330 - (n % 2) * 60}c30 -40 50 -40 64 -4c14 -36 40 -36 64 4`, 8)),
  fishing: (pen) =>
    pen.line("M120 1010C260 700 420 360 700 180", 16) + pen.line("M700 180C760 420 740 600 720 770", 4) +
    pen.shape(disc(720, 800, 30, 40), RED) + water(pen, 860, 5) +
    pen.shape("M250 1060C300 1010 400 1000 470 1050L530 1010V1110L470 1072C400 1120 300 1110 250 1060Z", LINEN) +
    pen.line("M300 1046v2", 14) + pen.shape("M120 1000H330L310 840H140Z", pen.cloth) +
    pen.line("M150 840C170 760 280 760 300 840", 9),
  sea: (pen) =>
    pen.shape("M600 760L640 300H740L780 760Z") +
    pen.shape("M624 480L630 400H750L756 480ZM610 640L617 560H763L770 640Z", RED) +
    pen.shape(box(626, 220, 128, 80), TINT.ochre.ground) + pen.shape("M610 220C640 150 740 150 770 220Z", RED) +
    pen.shape("M420 860C520 740 860 730 980 840V880H400Z", TINT.stone.cloth) + water(pen, 880, 5) +
    times(3, (n) => pen.line(`M${130 + n * 120} ${330 + (n % 2) * 80}c30 -40 50 -40 64 -4c14 -36 40 -36 64 4`, 8)),
  dunes: (pen) =>
    water(pen, 560, 3) +
    pen.shape("M-20 900C200 720 360 760 520 840C700 930 840 860 1000 780V1240H-20Z", TINT.ochre.ground) +
    times(9, (n) => pen.line(`M${120 + n * 30} ${800 + (n % 3) * 10}q${-10 + n * 6} -70 ${-20 + n * 9} -120`, 6)) +
    [[420, 1000, 60], [620, 1060, 44], [290, 1080, 36]].map(([x, y, r]) =>
      pen.shape(disc(x!, y!, r!, r! * 0.8), TINT.ochre.cloth) +
      pen.line(`M${x! - r! * 0.4} ${y! - r! * 0.3}q${r! * 0.3} -14 ${r! * 0.6} -6`, 7, LINEN)
    ).join("") + pen.shape(disc(760, 330, 100), RED),
  sunflowers: (pen) =>
    [[270, 430, 130], [690, 350, 150], [500, 650, 120]].map(([x, y, r], n) =>
      pen.line(`M${x} ${y}C${x! + 20} ${y! + 200} ${x! - 20} 900 ${x} 1180`, 16) +
      leaf(pen, x!, 960 + n * 30, 62, TINT.moss.cloth, 1.1) + leaf(pen, x!, 1010 - n * 20, -62, TINT.moss.cloth, 1.1) +
      times(
        14,
        (k) =>
          at(
            x!,
            y!,
            pen.shape(
              `M-26 ${-r! * 0.5}C-34 ${-r!} 0 ${-r! * 1.36} 0 ${-r! * 1.4}C0 ${-r! * 1.36} 34 ${-r!} 26 ${-r! * 0.5}Z`,
              TINT.ochre.ground,
              7,
            ),
            1,
            k * 25.7,
          ),
      ) +
      pen.shape(disc(x!, y!, r! * 0.62), TINT.clay.cloth) + times(7, (k) =>
        pen.line(
          `M${x! + Math.cos(k * 2.4) * r! * 0.1 * (k / 2 + 1)} ${y! + Math.sin(k * 2.4) * r! * 0.1 * (k / 2 + 1)}v1`,
          12,
        ))
    ).join(""),
  mushrooms: (pen) =>
    [[320, 620, 1.2, RED], [680, 760, 0.9, TINT.clay.cloth], [500, 856, 0.6, RED]].map(([x, y, s, fill]) =>
      at(
        x as number,
        y as number,
        pen.shape("M-60 0C-50 140 -80 240 -90 330H90C80 240 50 140 60 0Z") +
          pen.shape(
            "M-200 30C-190 -130 -90 -210 0 -210C90 -210 190 -130 200 30C120 66 -120 66 -200 30Z",
            fill as string,
          ) + (fill === RED
            ? [[-100, -40], [10, -120], [90, -30], [-10, -20]].map(([a, b]) => pen.flat(disc(a!, b!, 24), LINEN)).join(
              "",
            )
            : ""),
        s as number,
      )
    ).join("") + pen.line("M60 1060C340 1040 640 1070 920 1050", 13) + times(12, (n) =>
      pen.line(`M${100 + n * 70} 1056q${-10 + (n % 3) * 12} -40 ${-16 + (n % 3) * 18} -70`, 7, TINT.moss.cloth)),
  tree: (pen) =>
    pen.shape(
      "M430 1050C460 900 440 760 420 660L480 700L500 600L540 700L600 650C570 760 560 900 590 1050Z",
      TINT.clay.cloth,
    ) +
    pen.shape(
      "M490 180C620 140 720 220 720 320C840 340 870 480 790 560C790 670 660 720 570 670C500 730 400 720 360 660C250 690 160 610 190 500C110 420 170 300 280 300C290 210 390 150 490 180Z",
      TINT.moss.cloth,
    ) +
    [[330, 380], [470, 300], [620, 370], [700, 490], [540, 510], [380, 550], [270, 480], [600, 600]].map(([x, y]) =>
      pen.shape(disc(x!, y!, 40), RED)
    ).join("") + pen.line("M60 1060C340 1050 640 1070 920 1056", 13) +
    [[250, 1030], [700, 1036]].map(([x, y]) => pen.shape(disc(x!, y!, 36), RED)).join(""),
  owl: (pen) =>
    pen.line("M60 900C340 860 640 930 930 850", 30) + leaf(pen, 180, 870, -20, TINT.moss.cloth) +
    leaf(pen, 800, 860, 30, TINT.moss.cloth) +
    pen.shape(
      "M290 880C240 640 260 460 300 330L370 400C440 370 540 370 610 400L680 330C720 460 740 640 690 880C580 930 400 930 290 880Z",
      TINT.clay.cloth,
    ) +
    pen.shape("M370 880C340 720 400 640 490 640C580 640 640 720 610 880C540 906 440 906 370 880Z", LINEN) +
    times(6, (n) => pen.line(`M${430 + (n % 3) * 56} ${740 + Math.floor(n / 3) * 66}l14 22l14 -22`, 7)) +
    pen.shape(disc(400, 520, 90)) + pen.shape(disc(580, 520, 90)) + pen.flat(disc(410, 526, 38), INK) +
    pen.flat(disc(570, 526, 38), INK) + pen.shape("M464 560H516L490 630Z", RED) +
    pen.line("M400 900v44M440 906v44M540 906v44M580 900v44", 12),
  goose: (pen) =>
    pen.shape(
      "M200 820C180 700 300 640 440 650C520 656 560 600 560 500C550 420 560 330 640 310C720 296 770 350 760 420C700 430 690 500 700 600C716 760 640 920 460 930C320 936 260 900 200 820Z",
    ) + pen.shape("M750 380L860 400L756 434Z", RED) + pen.line("M680 366v6", 20) +
    pen.line("M300 740C380 700 500 720 560 790C480 860 360 850 300 740", 9) + pen.line("M200 820L110 760L230 780", 9) +
    pen.line("M400 930V1020H350M500 926V1020H450", 14, RED) + pen.line("M60 1040C340 1030 640 1050 920 1036", 13),
  swan: (pen) =>
    pen.shape(
      "M190 820C160 680 300 600 440 680C400 600 520 560 640 640C700 600 720 520 680 440C640 360 600 300 640 230C680 170 780 180 790 260C720 260 700 290 730 360C780 480 800 640 730 780C660 900 260 920 190 820Z",
    ) + pen.shape("M776 220L880 270L780 280Z", RED) + pen.flat("M770 210L800 230L786 262Z", INK) +
    pen.line("M724 236v4", 15) + pen.line("M300 760C400 720 540 730 620 790M360 700C440 680 520 690 580 720", 9) +
    water(pen, 890, 4),
  stork: (pen) =>
    pen.shape("M230 1000C240 900 320 880 490 880C660 880 740 900 750 1000Z", TINT.clay.cloth) + times(9, (n) =>
      pen.line(`M${240 + n * 56} ${930 + (n % 3) * 22}l70 ${-20 + (n % 2) * 40}`, 7)) +
    pen.line("M490 1000V1200", 34) + pen.line("M460 880V700M530 880V700", 12, RED) +
    pen.shape(
      "M300 620C340 500 480 480 560 520C600 440 560 340 600 270C640 220 710 240 710 300C650 320 670 430 660 520C650 660 560 720 460 720C380 716 320 690 300 620Z",
    ) + pen.flat("M300 620C360 560 460 560 520 620C460 720 340 700 240 700C260 670 280 650 300 620Z", INK) +
    pen.flat("M700 276L880 330L704 316Z", RED) + pen.line("M660 284v4", 15),
  pelican: (pen) =>
    pen.shape(
      "M180 780C170 640 320 560 470 590C560 600 600 540 590 450C580 350 620 270 700 270C770 270 800 330 780 390L740 470C760 620 720 820 560 880C400 920 220 890 180 780Z",
    ) + pen.shape("M760 330L930 460C900 620 800 640 740 470Z", TINT.ochre.cloth) + pen.line("M756 352L926 462", 8) +
    pen.line("M712 330v4", 18) + pen.line("M270 740C380 690 520 710 600 790C500 860 340 850 270 740", 9) +
    water(pen, 880, 4) + pen.line("M100 900V560M130 900V620M70 900V600", 8, TINT.moss.cloth),
  camel: (pen) =>
    pen.line("M60 1050C340 1040 640 1060 920 1046", 13) +
    pen.shape(
      "M190 660C220 560 280 480 330 480C380 480 390 560 430 580C470 560 490 470 550 470C610 470 640 560 660 620C700 560 700 440 740 380C780 330 880 340 900 400C920 440 880 460 830 450C800 520 800 680 720 760C700 820 690 920 690 1040H630L620 820C520 850 400 850 320 820L310 1040H250C240 900 230 820 200 780Z",
      TINT.ochre.cloth,
    ) + pen.line("M800 390v4", 15) + pen.line("M196 680L150 800", 9) + pen.shape(box(650, 900, 60, 80), LINEN) +
    pen.line("M650 930H710", 7, RED) + pen.line("M760 340L776 290L796 340", 9),
  hives: (pen) =>
    [[120, 560, RED], [400, 480, LINEN], [690, 590, pen.cloth]].map(([x, y, fill]) => {
      const [left, top] = [x as number, y as number];
      return pen.shape(`M${left - 30} ${top}h240l-24 -54h-192Z`, TINT.clay.cloth) +
        pen.shape(box(left, top, 180, 1000 - top), fill as string) +
        pen.line(`M${left + 6} ${top + 150}h168M${left + 6} ${top + 290}h168`, 7) +
        pen.flat(`M${left + 50} ${top + 220}h80v22h-80Z`, INK);
    }).join("") + pen.line("M60 1010C340 1000 640 1020 920 1006", 13) +
    [[250, 330, 20], [560, 260, -10], [720, 400, 30], [420, 200, 0], [860, 300, -20]].map(([x, y, turn]) =>
      at(
        x!,
        y!,
        pen.shape(disc(-8, -30, 16, 28), LINEN, 5) + pen.shape(disc(18, -26, 16, 26), LINEN, 5) +
          pen.shape(disc(0, 0, 42, 26), TINT.ochre.ground, 7) + pen.line("M-12 -20v40M14 -20v40", 9),
        1,
        turn!,
      )
    ).join(""),
  stars: (pen) =>
    pen.flat("M0 0H980V900C640 860 340 860 0 900Z", TINT.dusk.cloth) +
    [[180, 200], [330, 290], [430, 220], [560, 330], [700, 300], [760, 420], [620, 470]].map(([x, y], n, all) =>
      (n ? pen.line(`M${all[n - 1]![0]} ${all[n - 1]![1]}L${x} ${y}`, 4, LINEN) : "") +
      pen.flat(disc(x!, y!, 17), n === 3 ? RED : LINEN)
    ).join("") + times(30, (n) => pen.line(`M${(n * 211 + 60) % 960} ${(n * 137 + 90) % 780}v1`, 7, LINEN)) +
    pen.shape("M0 900C340 850 640 870 980 890V1240H0Z", TINT.moss.cloth) +
    at(
      430,
      900,
      pen.line("M0 0L-110 260M0 0L110 260M0 0V260", 16) + pen.shape("M-60 -30L240 -170L276 -100L-30 40Z", RED) +
        pen.shape("M240 -186L300 -210L340 -120L276 -90Z", LINEN),
    ),
  balloon: (pen) =>
    pen.shape(
      "M490 110C700 110 800 260 790 400C780 560 620 650 560 780H420C360 650 200 560 190 400C180 260 280 110 490 110Z",
      RED,
    ) +
    pen.shape(
      "M490 110C580 110 630 260 620 400C614 560 560 650 530 780H450C420 650 366 560 360 400C350 260 400 110 490 110Z",
      LINEN,
    ) + pen.line("M430 780L440 880M550 780L540 880", 7) + pen.shape(box(420, 880, 140, 110), TINT.clay.cloth) +
    pen.line("M424 930H556", 6) + pen.line("M0 1120C260 1010 420 1100 600 1050S860 1070 980 1010", 10),
  plane: (pen) =>
    at(
      490,
      520,
      pen.shape("M-60 -20L-400 120L-390 160L-40 60Z", LINEN) +
        pen.shape("M-300 -60C-180 -60 200 -70 340 10C360 40 300 60 240 60C60 70 -180 40 -300 20Z", RED) +
        pen.shape("M-300 -60L-370 -190L-310 -200L-230 -58Z") + pen.shape("M20 -10L430 -210L440 -170L130 40Z", LINEN) +
        pen.shape("M160 -50C190 -90 260 -80 280 -40Z", TINT.river.wash),
      1,
      -10,
    ) +
    [[220, 860], [640, 960], [700, 250]].map(([x, y]) =>
      pen.line(`M${x! - 130} ${y}c-10 -60 60 -80 90 -50c20 -70 130 -60 140 0c50 -20 90 20 70 50Z`, 9, LINEN)
    ).join("") + pen.line("M60 1130C340 1110 640 1150 920 1120", 10),
  tent: (pen) =>
    times(
      4,
      (n) =>
        pen.shape(
          `M${110 + n * 250} ${330 + (n % 2) * 60}l110 460h-220Z`,
          n % 2 ? TINT.moss.cloth : TINT.celadon.cloth,
        ),
    ) + pen.shape("M90 1020L370 560L650 1020Z", TINT.ochre.cloth) + pen.shape("M270 1020L370 620L470 1020Z", INK) +
    pen.line("M370 560L350 500M370 560L392 500", 9) +
    pen.line("M660 1040L870 980M660 980L870 1040", 24, TINT.clay.cloth) +
    pen.shape(
      "M690 990C660 900 730 880 740 780C810 830 800 880 830 860C870 910 850 980 820 1000C780 1020 710 1020 690 990Z",
      RED,
    ) +
    pen.flat("M740 990C726 940 760 920 768 880C800 910 806 970 790 994C770 1006 750 1004 740 990Z", TINT.ochre.ground) +
    pen.line("M50 1060C340 1050 640 1070 930 1056", 13),
  palm: (pen) =>
    water(pen, 940, 3) + pen.shape("M20 1200C200 1060 460 1040 640 1200Z", TINT.ochre.ground) +
    pen.line("M330 1120C400 900 420 700 470 480", 34, TINT.clay.cloth) +
    times(6, (n) => pen.line(`M${350 + n * 20} ${1040 - n * 90}l44 10`, 7)) +
    [[-300, 60], [-220, -120], [-60, -220], [120, -200], [260, -80], [300, 90]].map(([dx, dy]) =>
      pen.shape(
        `M470 480C${470 + dx! * 0.5} ${480 + dy! * 0.9 - 90} ${470 + dx! * 0.9} ${480 + dy! - 30} ${470 + dx!} ${
          480 + dy! + 60
        }C${470 + dx! * 0.7} ${480 + dy! * 0.8 + 20} ${470 + dx! * 0.3} ${480 + dy! * 0.4 + 30} 470 480Z`,
        TINT.moss.cloth,
      )
    ).join("") + pen.shape(disc(456, 510, 30), RED) + pen.shape(disc(500, 504, 28), TINT.ochre.cloth),
  parrot: (pen) =>
    pen.line("M120 860H860", 22, TINT.clay.cloth) + pen.line("M120 866H860", 6) +
    pen.shape(
      "M400 840C330 640 340 420 470 330C580 270 690 350 680 470C670 640 600 760 540 840L470 1120L430 1110Z",
      RED,
    ) + pen.shape("M440 480C560 520 570 700 480 860C400 760 400 600 440 480Z", TINT.celadon.cloth) +
    pen.shape(disc(560, 420, 62)) + pen.flat(disc(570, 422, 22), INK) +
    pen.shape("M664 400C740 410 740 500 690 530C690 480 670 470 660 470Z", INK) +
    pen.line("M470 848v30M510 848v30", 14),
  hills: (pen) =>
    pen.shape("M-20 760C200 560 420 640 560 700C720 760 860 640 1000 600V1240H-20Z", TINT.moss.ground) +
    pen.shape("M-20 980C260 840 480 960 660 920C800 890 900 940 1000 900V1240H-20Z", TINT.moss.cloth) +
    pen.shape("M330 840C330 700 620 700 620 840V940H330Z") + pen.shape("M310 800C360 640 590 640 640 800Z", RED) +
    pen.shape(box(440, 840, 80, 100), TINT.clay.cloth) + pen.line("M476 660V600c-20 -40 20 -60 0 -110", 8) +
    pen.shape(disc(240, 330, 110), TINT.ochre.wash),
} satisfies Record<string, Thing>;

/** What one passes on the way: streets, vehicles, bridges, roofs. */
import { INK, LINEN, RED, TINT } from "../portraits/palette.ts";
import { at, box, disc, floor, type Thing, times, water } from "./strokes.ts";

const wheel = (pen: Parameters<Thing>[0], x: number, y: number, r: number) =>
  pen.line(disc(x, y, r), 12) + times(6, (n) =>
    pen.line(`M${x} ${y}L${x + Math.cos(n * 1.047) * r} ${y + Math.sin(n * 1.047) * r}`, 4)) +
  pen.shape(disc(x, y, 14), RED, 6);

export const town = {
  tram: (pen) =>
    pen.line("M0 190C340 170 640 210 980 180M0 250C340 236 640 262 980 240", 6) +
    pen.line("M400 420L490 220L580 420", 10) +
    pen.shape("M210 1000C196 800 206 600 230 480C300 410 680 410 750 480C774 600 784 800 770 1000Z", RED) +
    pen.shape(box(266, 520, 448, 240), TINT.river.wash) + pen.line("M490 522V758", 10) +
    pen.shape(box(370, 436, 240, 60)) + pen.line("M420 468H560", 9) + pen.shape(disc(300, 880, 40), LINEN) +
    pen.shape(disc(680, 880, 40), LINEN) + pen.line("M210 820H770", 9) +
    pen.shape(box(240, 1000, 500, 50), INK) + pen.line("M300 1056L180 1200M680 1056L800 1200", 12),
  bus: (pen) =>
    floor(pen, 1010) +
    pen.shape("M90 950C80 760 90 560 110 460C340 440 640 440 870 460C890 560 900 760 890 950Z", pen.cloth) +
    times(4, (n) => pen.shape(box(140 + n * 150, 530, 120, 170), n === 2 ? TINT.ochre.ground : TINT.river.wash)) +
    pen.shape(box(750, 530, 100, 410), LINEN) + pen.line("M800 532V938", 8) + pen.line("M96 780H740", 16, RED) +
    [260, 640].map((x) => pen.shape(disc(x, 960, 74), INK) + pen.shape(disc(x, 960, 30), LINEN)).join("") +
    pen.line("M420 450L560 210M470 450L610 210M0 220C340 200 640 226 980 200", 9),
  bench: (pen) =>
    floor(pen, 1040) + pen.line("M770 1036V360", 18) + pen.shape("M710 360L734 230H806L830 360Z", TINT.ochre.ground) +
    pen.line("M720 226C750 190 790 190 820 226", 12) +
    pen.shape(box(110, 620, 520, 60), RED) + pen.shape(box(110, 710, 520, 60), RED) +
    pen.shape(box(90, 840, 570, 54), TINT.clay.cloth) + pen.line("M170 600V1036M580 600V1036", 18) +
    pen.shape("M300 836V740C300 726 380 726 380 740V836Z", LINEN) + pen.shape(box(312, 700, 56, 34), INK) +
    pen.line("M420 836C430 800 480 800 486 836", 8),
  roofs: (pen) =>
    [[40, 620, 430, RED], [470, 520, 470, pen.cloth]].map(([x, y, w, fill]) => {
      const [left, top, width] = [x as number, y as number, w as number];
      return pen.shape(
        `M${left} ${top + 240}L${left + width * 0.2} ${top - 200}H${left + width * 0.8}L${left + width} ${top + 240}Z`,
        fill as string,
      ) +
        pen.shape(box(left + 24, top + 240, width - 48, 900 - top)) +
        [0.36, 0.64].map((part) => {
          const cx = left + width * part;
          return pen.shape(
            `M${cx - 70} ${top + 60}C${cx - 40} ${top - 10} ${cx + 40} ${top - 10} ${cx + 70} ${top + 60}C${cx + 30} ${
              top + 84
            } ${cx - 30} ${top + 84} ${cx - 70} ${top + 60}Z`,
            LINEN,
          ) + pen.flat(disc(cx, top + 46, 20), INK);
        }).join("") + [0.22, 0.6].map((part) =>
          pen.shape(box(left + width * part, top + 330, width * 0.2, 130), TINT.river.wash)
        ).join("");
    }).join("") + pen.shape(box(760, 200, 70, 130), LINEN) + pen.line("M796 180c-30 -50 30 -70 0 -120", 8) +
    floor(pen, 1140),
  church: (pen) =>
    pen.shape("M300 1040V560H680V1040Z") + pen.shape("M270 560C330 480 650 480 710 560Z", pen.cloth) +
    pen.shape("M410 480V350H570V480", LINEN) +
    pen.shape("M490 120C500 200 640 230 600 340C580 370 400 370 380 340C340 230 480 200 490 120Z", RED) +
    pen.line("M490 120V50M462 80H518", 10) +
    [370, 490, 610].map((x) =>
      pen.shape(`M${x - 30} 760V670C${x - 30} 620 ${x + 30} 620 ${x + 30} 670V760Z`, TINT.river.cloth)
    ).join("") + pen.shape("M430 1040V900C430 820 550 820 550 900V1040Z", TINT.clay.cloth) +
    pen.line("M60 1046C340 1036 640 1056 920 1042", 13) + [[140, 900], [840, 930]].map(([x, y]) =>
      pen.shape(disc(x!, y! - 80, 84, 120), TINT.moss.cloth) + pen.line(`M${x} ${y}V1040`, 14)
    ).join(""),
  fortress: (pen) =>
    pen.shape("M60 1120C200 980 360 1000 490 960C660 920 820 990 930 1120Z", TINT.moss.ground) +
    [[110, 560, 170, RED], [400, 440, 190, RED], [720, 600, 160, RED]].map(([x, y, w, fill]) => {
      const [left, top, width] = [x as number, y as number, w as number];
      return pen.shape(
        `M${left - 20} ${top}L${left + width / 2} ${top - 250}L${left + width + 20} ${top}Z`,
        fill as string,
      ) + pen.shape(box(left, top, width, 1000 - top)) +
        pen.flat(`M${left + width / 2 - 14} ${top + 90}h28v90h-28Z`, INK);
    }).join("") +
    pen.shape(
      "M280 800V740H310V770H340V740H370V770H400V1000H280ZM590 800V740H620V770H650V740H690V770H720V1000H590Z",
      TINT.stone.ground,
    ) + pen.line("M495 190V90L560 116L495 142", 8),
  bridge: (pen) =>
    pen.line("M20 560C340 548 640 572 960 556M20 610C340 598 640 622 960 606", 11) +
    pen.line("M20 556C150 250 330 250 490 556C650 250 830 250 960 556", 12) +
    times(
      14,
      (n) =>
        pen.line(
          `M${70 + n * 64} ${556 - [110, 190, 224, 214, 160, 70, 10, 10, 70, 160, 214, 224, 190, 110][n]!}V556`,
          5,
        ),
    ) + pen.line("M255 616V900M725 616V900", 34) +
    water(pen, 900) +
    pen.shape(
      "M400 540C396 480 420 470 424 440C410 420 420 396 440 396C460 396 470 420 456 440C462 470 486 480 480 540Z",
      RED,
    ),
  tunnel: (pen) =>
    pen.shape("M100 1100V560C100 320 280 160 490 160C700 160 880 320 880 560V1100Z", pen.cloth) +
    pen.shape("M250 1100V600C250 440 360 340 490 340C620 340 730 440 730 600V1100Z", INK) +
    pen.shape("M380 940V700C380 640 600 640 600 700V940Z", RED) +
    pen.shape(box(410, 700, 160, 100), TINT.ochre.ground) + pen.shape(disc(430, 870, 20), LINEN, 6) +
    pen.shape(disc(550, 870, 20), LINEN, 6) +
    pen.line("M410 960L280 1100M570 960L700 1100", 10, LINEN) +
    times(3, (n) => pen.line(`M${372 - n * 34} ${1000 + n * 40}H${608 + n * 34}`, 8, LINEN)) +
    [[180, 700], [800, 700]].map(([x, y]) => pen.shape(disc(x!, y!, 34), TINT.ochre.ground)).join(""),
  washing: (pen) =>
    pen.shape(box(-20, 120, 190, 1000), TINT.clay.ground) + pen.shape(box(810, 60, 200, 1060), TINT.stone.ground) +
    [[40, 260], [40, 560], [860, 220], [860, 520]].map(([x, y]) => pen.shape(box(x!, y!, 84, 150), TINT.river.cloth))
      .join("") +
    pen.line("M166 340C400 430 600 430 812 330M166 640C400 740 600 740 812 630", 7) +
    pen.shape("M250 384H390V620L320 600L250 620Z") +
    pen.shape("M450 410H640L650 480L610 486V640H480V486L440 480Z", RED) +
    pen.shape(box(680, 380, 90, 170), TINT.dusk.cloth) +
    pen.shape(box(240, 690, 300, 190)) + pen.line("M240 760H540M340 690V880", 6, RED) +
    pen.shape("M600 720H720L714 940H672L660 800L648 940H606Z", pen.cloth) +
    pen.flat(
      "M430 1110C400 1030 420 1000 450 990L440 940L476 968H510L546 940L540 990C580 1010 590 1060 580 1110Z",
      INK,
    ) + pen.line("M60 1116H920", 13),
  platform: (pen) =>
    pen.line("M490 560V1060", 26) + pen.shape(disc(490, 400, 230), LINEN) + times(12, (n) =>
      pen.line(
        `M${490 + Math.cos(n * 0.5236) * 190} ${400 + Math.sin(n * 0.5236) * 190}L${490 + Math.cos(n * 0.5236) * 210} ${
          400 + Math.sin(n * 0.5236) * 210
        }`,
        10,
      )) +
    pen.line("M490 400L490 250M490 400L600 460", 16) + pen.line("M490 400L420 540", 7, RED) +
    pen.line("M490 620C600 620 640 560 650 540M490 620C380 620 340 560 330 540", 10) +
    pen.line(
      "M0 1066C340 1056 640 1076 980 1062M0 1130C340 1120 640 1140 980 1126M0 1180C340 1170 640 1190 980 1176",
      11,
    ) + pen.shape(box(700, 860, 170, 190), RED) + pen.line("M740 860V810H830V860", 11),
  gate: (pen) =>
    times(
      4,
      (n) =>
        pen.shape(`M${50 + n * 62} 1040V560L${76 + n * 62} 500L${102 + n * 62} 560V1040Z`, LINEN) +
        pen.shape(`M${700 + n * 62} 1040V560L${726 + n * 62} 500L${752 + n * 62} 560V1040Z`, LINEN),
    ) +
    pen.line("M40 660H310M690 660H950M40 920H310M690 920H950", 16) + pen.shape("M330 1040V460H650V1040Z", pen.cloth) +
    pen.line("M330 1040L650 470M410 464V1036M490 464V1036M570 464V1036", 8) + pen.shape(disc(620, 760, 22), RED) +
    pen.line("M40 1050C340 1040 640 1060 940 1046", 13) +
    pen.line("M810 500C790 380 800 300 770 220", 14) + pen.shape(disc(770, 220, 150, 130), TINT.moss.cloth) +
    [[710, 200], [800, 160], [840, 250], [760, 280]].map(([x, y]) => pen.shape(disc(x!, y!, 26), RED, 7)).join(""),
  ship: (pen) =>
    pen.shape("M90 700H890L800 940H210Z", RED) + pen.line("M130 780H860", 8, LINEN) +
    pen.shape(box(300, 540, 330, 156)) + times(4, (n) => pen.shape(disc(350 + n * 76, 620, 24), TINT.river.cloth, 7)) +
    pen.shape(box(400, 400, 150, 140), LINEN) + pen.shape(box(440, 260, 80, 140), pen.cloth) +
    pen.line("M480 230c-30 -50 30 -80 0 -130", 9) +
    pen.line("M760 700V200M760 200L640 360M760 240L880 700", 8) + water(pen, 950),
  bicycle: (pen) =>
    floor(pen, 1030) + wheel(pen, 250, 850, 176) + wheel(pen, 740, 850, 176) +
    pen.line(
      "M250 850L400 560H660L740 850M400 560L500 850H250M500 850L660 560M380 500L400 560M640 470L660 560",
      16,
      RED,
    ) + pen.line("M330 496H430", 24) + pen.line("M640 470C600 440 640 410 700 430", 14) +
    pen.shape(disc(500, 850, 34), LINEN) + pen.line("M500 850L540 920H570", 11) +
    pen.shape(box(690, 480, 190, 120), TINT.ochre.cloth) + times(3, (n) => pen.line(`M${740 + n * 46} 482V598`, 5)) +
    [[730, 450], [790, 426], [846, 452]].map(([x, y]) => pen.shape(disc(x!, y!, 34), LINEN)).join(""),
  windmill: (pen) =>
    pen.shape("M330 1060L400 500H580L650 1060Z", TINT.clay.cloth) +
    pen.line("M350 900H630M370 740H610M390 600H590", 7) + pen.shape("M380 500C400 400 580 400 600 500Z", RED) +
    pen.shape("M440 1060V900C440 860 540 860 540 900V1060Z", INK) +
    [20, 110, 200, 290].map((turn) =>
      at(
        490,
        460,
        pen.shape("M-10 0H10V-400H-10Z") + pen.shape("M10 -110H96V-390H10Z", LINEN, 8) +
          times(3, (n) => pen.line(`M10 ${-180 - n * 70}H96`, 5)),
        1,
        turn,
      )
    ).join("") + pen.shape(disc(490, 460, 28), RED) + pen.line("M60 1066C340 1056 640 1076 920 1062", 13),
  hut: (pen) =>
    [120, 250, 760, 880].map((x, n) =>
      pen.shape(`M${x} ${230 + n * 30}L${x + 130} 860H${x - 130}Z`, n % 2 ? TINT.moss.cloth : TINT.celadon.cloth)
    ).join("") +
    pen.shape("M240 1040V660H740V1040Z", TINT.clay.cloth) + times(4, (n) => pen.line(`M244 ${740 + n * 76}H736`, 7)) +
    pen.shape("M190 680L490 420L790 680L750 720L490 500L230 720Z", LINEN) +
    pen.shape(box(320, 760, 130, 130), TINT.ochre.ground) + pen.line("M385 762V888M322 824H448", 7) +
    pen.shape(box(540, 780, 130, 260), RED) + pen.shape(box(610, 400, 66, 130), LINEN) +
    pen.line("M644 380c-30 -50 30 -80 0 -140", 9) + pen.line("M40 1050C340 1040 640 1060 940 1046", 13),
  cablecar: (pen) =>
    pen.flat("M0 900C240 760 420 860 560 780C720 700 860 760 980 700V1225H0Z", pen.wash) +
    pen.line("M0 130L980 420M0 160L980 450", 7) + pen.line("M490 300V520", 12) + pen.shape(disc(490, 288, 34), LINEN) +
    pen.shape("M260 560C300 510 680 510 720 560V860C690 910 290 910 260 860Z", RED) +
    pen.shape(box(300, 600, 170, 150), TINT.river.wash) + pen.shape(box(510, 600, 170, 150), TINT.river.wash) +
    pen.line("M260 800H720", 8) + water(pen, 1000, 3),
} satisfies Record<string, Thing>;

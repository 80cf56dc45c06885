/** What the people of the portraits wear: collars and shoulders drawn for the lorelei head, in its ink and its hand. */
import { INK, LINEN, RED } from "./palette.ts";

/** `back` lies behind the neck, `front` over it. Both stand in the 980-wide field of the head. */
export interface Worn {
  back: string;
  front: string;
}

const SHOULDERS = "M-30 1260C-8 1112 96 1034 278 962C330 1052 596 1054 656 946C800 1014 930 1096 968 1260Z";
const NECKLINE = "M278 962C330 1052 596 1054 656 946";
/** The ribbing between the neckline and the line below it. */
const BAND = "M278 962C330 1052 596 1054 656 946L682 962C606 1096 318 1092 252 976Z";

const ink = (width = 11) => `stroke="${INK}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
const line = (d: string, width = 11) => `<path d="${d}" fill="none" ${ink(width)}/>`;
const part = (d: string, fill: string, width = 11) => `<path d="${d}" fill="${fill}" ${ink(width)}/>`;
const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;
const dot = (x: number, y: number, r: number, colour = INK) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
const body = (colour: string) => `<path d="${SHOULDERS}" fill="${colour}" stroke="${INK}" stroke-width="11"/>`;
/** Keeps a pattern inside the shoulders; a picture holds one garment, so one id is enough. */
const patterned = (colour: string, pattern: string) =>
  `<clipPath id="g"><path d="${SHOULDERS}"/></clipPath>${body(colour)}<g clip-path="url(#g)">${pattern}</g>`;

/** A small cross-stitch diamond with a heart of ink. */
const stitch = (x: number, y: number, r: number) =>
  `<path d="M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z" fill="${RED}"/>` + dot(x, y, r / 3.4);
const each = <T>(items: readonly T[], draw: (item: T) => string) => items.map(draw).join("");

/** Every garment takes the cloth of its tint and the skin of the person. */
export const GARMENT = {
  crew: (cloth) => ({
    back: body(cloth),
    front: fill(BAND, cloth) + line(NECKLINE) + line("M252 976C318 1092 606 1096 682 962", 8),
  }),
  vee: (cloth, skin) => ({
    back: body(cloth) + fill("M278 962L470 1190L652 964C592 1058 330 1052 278 962Z", skin),
    front: fill("M660 960L560 1078L640 1080L700 1000Z", cloth) +
      line("M272 960L470 1192L658 962") + line("M470 1192V1250", 8),
  }),
  shirt: (_cloth, skin) => ({
    back: body(skin),
    front: part("M276 940L222 1034L366 1142L452 1058C372 1046 306 1008 276 940Z", skin) +
      part("M652 942L716 1030L560 1146L452 1058C552 1056 622 1014 652 942Z", skin) +
      line("M456 1066V1250", 8) + dot(486, 1168, 9),
  }),
  polo: (cloth) => ({
    back: body(cloth),
    front: part(
      "M286 912C292 970 280 1010 262 1044C380 1096 560 1098 672 1042C652 1008 644 974 642 916C560 976 372 972 286 912Z",
      cloth,
    ),
  }),
  boat: (cloth, skin) => ({
    back: body(skin) +
      fill("M-30 1260C-18 1150 30 1096 110 1052C300 1140 640 1142 826 1050C900 1096 950 1160 968 1260Z", cloth),
    front: line("M110 1052C300 1140 640 1142 826 1050"),
  }),
  stripe: (_cloth, skin) => ({
    back: patterned(
      skin,
      each(
        [1094, 1146, 1198],
        (y) =>
          `<path d="M-40 ${y + 20}C200 ${y + 44} 700 ${y + 46} 1000 ${
            y + 18
          }" fill="none" stroke="${INK}" stroke-width="13"/>`,
      ),
    ),
    front: line(NECKLINE),
  }),
  /** The embroidered blouse of the Carpathians and Polesia. */
  embroidered: () => ({
    back: patterned(
      LINEN,
      each(
        [60, 112, 164, 216],
        (x) => stitch(x, 1130 - (x - 60) * 0.32, 20) + stitch(930 - x, 1128 - (x - 60) * 0.3, 20),
      ),
    ),
    front: part("M278 962C330 1052 592 1058 652 964L684 982C610 1098 316 1094 248 978Z", LINEN) +
      each(
        [[300, 1012], [352, 1044], [410, 1059], [530, 1060], [588, 1046], [640, 1010]] as const,
        ([x, y]) => stitch(x, y, 13),
      ) +
      line("M470 1068V1250", 8) +
      each([1092, 1134, 1176, 1218], (y) => stitch(428, y, 18) + stitch(512, y, 18)) +
      line("M398 1082V1250M542 1082V1250", 6),
  }),
  blazer: (cloth, skin) => ({
    back: body(cloth) + fill("M278 962L462 1240L652 964C592 1058 330 1052 278 962Z", skin) +
      fill("M350 1072C420 1096 520 1096 588 1066L462 1250Z", LINEN) + line("M350 1072C420 1096 520 1096 588 1066", 8),
    front:
      part("M282 944C240 980 214 1020 206 1062L262 1086L232 1126L452 1256L462 1226C392 1140 318 1050 282 944Z", cloth) +
      part("M650 946C690 980 716 1020 724 1060L668 1086L700 1124L474 1256L462 1226C536 1140 612 1050 650 946Z", cloth),
  }),
  cardigan: (cloth) => ({
    back: body(LINEN) + part(
      "M278 962C200 992 -8 1090 -30 1260H452C380 1170 300 1080 278 962ZM652 964C730 994 946 1090 968 1260H470C560 1170 632 1080 652 964Z",
      cloth,
    ),
    front: line("M288 972C346 1050 580 1056 644 974", 9) +
      line("M306 968C330 1066 400 1160 462 1234M626 970C604 1066 540 1160 470 1234", 8) +
      dot(436, 1246, 10),
  }),
  sundress: (cloth, skin) => ({
    back: body(skin) +
      part(
        "M104 1260C134 1170 190 1096 256 1050C330 1096 404 1088 468 1064C540 1088 620 1096 688 1046C756 1090 796 1180 822 1260Z",
        cloth,
      ),
    front: line("M256 1056C244 1026 240 1000 246 972M688 1052C698 1026 698 996 690 966", 24) +
      `<path d="M256 1056C244 1026 240 1000 246 972M688 1052C698 1026 698 996 690 966" fill="none" stroke="${cloth}" stroke-width="8"/>`,
  }),
  /** A blouse tied at the throat. */
  bow: (cloth) => ({
    back: body(cloth),
    front: part(
      "M286 930C290 966 282 990 268 1014C370 1076 566 1078 664 1012C650 988 644 966 642 934C560 1004 372 1000 286 930Z",
      cloth,
    ) +
      part(
        "M462 1062C420 1120 380 1190 366 1262H446C452 1190 462 1120 474 1070ZM474 1066C520 1120 566 1180 590 1262H506C500 1190 486 1120 466 1070Z",
        cloth,
        9,
      ) +
      part(
        "M468 1058C400 996 316 1002 300 1046C288 1092 390 1108 468 1064C546 1112 650 1096 640 1046C628 1000 536 996 468 1058Z",
        cloth,
        9,
      ) +
      part(
        "M444 1036C458 1028 480 1028 494 1038C500 1056 498 1072 490 1084C474 1090 458 1088 446 1080C438 1066 438 1050 444 1036Z",
        cloth,
        9,
      ) +
      line("M352 1048C386 1044 412 1050 436 1058M588 1046C552 1044 528 1050 502 1058", 6),
  }),
  /** A dress with a round linen collar. */
  round: (cloth) => ({
    back: body(cloth),
    front: part("M276 944C220 984 196 1040 216 1086C300 1142 410 1140 464 1060C376 1048 308 1012 276 944Z", LINEN) +
      part("M652 946C710 984 734 1040 714 1084C634 1142 522 1140 464 1060C556 1056 622 1014 652 946Z", LINEN) +
      line("M464 1064V1250", 8) + dot(492, 1152, 9) + dot(492, 1222, 9),
  }),
  scarf: (cloth) => ({
    back: body(cloth),
    front: part("M330 1050C300 1120 284 1200 286 1264H430C424 1190 430 1120 452 1070Z", LINEN, 9) +
      line("M322 1232L318 1262M360 1232V1262M398 1232V1262", 6) +
      part(
        "M246 946C206 986 214 1046 262 1078C380 1138 570 1136 690 1068C726 1036 724 980 684 946C580 1024 360 1022 246 946Z",
        LINEN,
      ) +
      line("M262 998C372 1068 566 1068 676 996M300 1066C350 1084 400 1092 452 1092", 7),
  }),
  wrap: (cloth, skin) => ({
    back: body(cloth) + fill("M278 962L486 1216L652 964C592 1058 330 1052 278 962Z", skin),
    front:
      part("M652 950C690 976 704 1000 706 1020C640 1120 560 1200 470 1264L402 1266C500 1180 600 1080 652 950Z", cloth) +
      part("M278 950C244 974 232 998 232 1018C300 1120 372 1190 452 1230L490 1204C400 1130 320 1060 278 950Z", cloth),
  }),
  dots: (cloth) => ({
    back: patterned(
      cloth,
      each(
        [0, 1, 2, 3],
        (row) =>
          each([...Array(13).keys()], (column) => dot(column * 80 - 20 + (row % 2) * 40, 1044 + row * 58, 13, LINEN)),
      ),
    ),
    front: fill(BAND, cloth) + line(NECKLINE) + line("M252 976C318 1092 606 1096 682 962", 8),
  }),
  knit: (cloth) => ({
    back: patterned(
      cloth,
      each([1120, 1190], (y) => line(`M-40 ${y + 40}C200 ${y + 30} 700 ${y + 30} 1000 ${y + 40}`, 6)) +
        each([...Array(24).keys()], (i) => line(`M${i * 42 - 10} 1168L${i * 42 + 11} 1210L${i * 42 + 32} 1168`, 6)),
    ),
    front: part(
      "M286 920C292 974 280 1010 256 1050C380 1112 566 1112 680 1048C656 1010 644 976 642 922C560 980 372 976 286 920Z",
      cloth,
    ) +
      line(
        "M318 984L306 1058M372 1004L366 1080M430 1014L428 1092M492 1014L496 1092M552 1006L562 1082M604 988L622 1062",
        6,
      ),
  }),
  coat: (cloth) => ({
    back: body(cloth),
    front: part(
      "M296 928C300 980 290 1010 280 1030C380 1076 560 1078 656 1030C644 1010 638 980 638 930C560 996 372 992 296 928Z",
      LINEN,
      9,
    ) +
      part("M270 946C190 990 136 1060 128 1120L246 1126L232 1172L448 1262L464 1120C372 1100 298 1040 270 946Z", cloth) +
      part("M660 948C740 990 796 1060 806 1118L690 1126L704 1170L480 1262L464 1120C560 1100 632 1040 660 948Z", cloth),
  }),
} as const satisfies Record<string, (cloth: string, skin: string) => Worn>;
export type GarmentName = keyof typeof GARMENT;

/** Points of the curve on which a necklace lies. */
function strung(count: number, sag: number): { x: number; y: number }[] {
  return [...Array(count).keys()].map((i) => {
    const t = i / (count - 1);
    const [from, middle, to] = [[318, 1002], [468, sag], [622, 1000]] as const;
    const at = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * middle[axis] + t ** 2 * to[axis];
    return { x: at(0), y: at(1) };
  });
}

/** Worn over bare skin: with `vee`, `boat`, `sundress`, `wrap`; pearls also over `crew`. */
export const NECKLACE = {
  pearls: each(
    strung(13, 1130),
    ({ x, y }) => `<circle cx="${x}" cy="${y}" r="14" fill="${LINEN}" stroke="${INK}" stroke-width="6"/>`,
  ),
  beads: each(strung(15, 1120), ({ x, y }) => dot(x, y, 12, RED)),
  pendant: line("M322 1000C360 1080 430 1120 470 1128C510 1118 580 1076 618 998", 4) + dot(470, 1140, 14, RED),
} as const;
export type NecklaceName = keyof typeof NECKLACE;

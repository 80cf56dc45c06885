/** Hair that lorelei does not have: locks that fall over the shoulders, and a plait. Drawn flat, as its own hair is. */

/** Where the drawn hair of a variant ends: outer and inner x of her right lock, inner and outer x of her left. */
type Ends = readonly [rightOuter: number, rightInner: number, leftInner: number, leftOuter: number];

/** Only these variants end where a lock can grow out of them unseen. */
const ENDS: Readonly<Record<number, Ends>> = {
  13: [178, 362, 724, 812],
  15: [194, 366, 738, 806],
  16: [204, 362, 700, 752],
  21: [186, 372, 738, 800],
  23: [206, 356, 716, 752],
  40: [190, 352, 738, 806],
  41: [178, 352, 716, 772],
};

export interface Locks {
  /** Goes behind the head. */
  back: string;
  /** The same locks again from the jaw down, to lie over the collar. */
  front: string;
}

/** Long hair in front of both shoulders, straight or in waves; throws for a variant without ends above. */
export function locks(variant: number, colour: string, wavy: boolean): Locks {
  const ends = ENDS[variant];
  if (!ends) throw new Error(`hair ${variant} does not end where long locks can begin`);
  const [a, b, c, d] = ends;
  const right = wavy
    ? `M${a + 40} 600C${a} 700 ${a - 30} 780 ${a - 12} 860C${a + 4} 930 ${a - 66} 960 ${a - 54} 1030` +
      `C${a - 44} 1090 ${a - 10} 1110 ${a - 40} 1180L${a - 40} 1280H${b + 10}C${b + 40} 1190 ${b - 14} 1130 ${
        b + 10
      } 1060` +
      `C${b + 34} 1000 ${b - 20} 950 ${b} 860V600Z`
    : `M${a + 40} 600C${a + 6} 700 ${a - 10} 780 ${a - 14} 860C${a - 20} 980 ${a - 16} 1100 ${a - 30} 1280H${b - 10}` +
      `C${b + 6} 1180 ${b + 22} 1040 ${b} 860V600Z`;
  const left = wavy
    ? `M${d - 26} 600C${d} 700 ${d + 16} 780 ${d + 6} 850C${d - 4} 920 ${d + 62} 950 ${d + 54} 1020` +
      `C${d + 46} 1080 ${d + 4} 1110 ${d + 34} 1180L${d + 34} 1280H${c - 40}C${c - 70} 1190 ${c - 10} 1130 ${
        c - 36
      } 1060` +
      `C${c - 60} 1000 ${c + 6} 950 ${c} 850V600Z`
    : `M${d - 26} 600C${d - 6} 700 ${d + 6} 780 ${d + 8} 850C${d + 14} 980 ${d + 10} 1100 ${d + 20} 1280H${c - 40}` +
      `C${c - 46} 1180 ${c - 20} 1040 ${c} 850V600Z`;
  const shapes = `<g fill="${colour}"><path d="${right}"/><path d="${left}"/></g>`;
  return {
    back: shapes,
    front: `<clipPath id="jaw"><path d="M-200 866H1200V1400H-200Z"/></clipPath><g clip-path="url(#jaw)">${shapes}</g>`,
  };
}

/** A plait over her right shoulder, tied in red; `gap` is the thin line between the strands. */
export function plait(colour: string, gap: string, red: string): string {
  const strands: string[] = [];
  for (let i = 0; i < 6; i++) {
    const y = 872 + i * 56;
    const x = 258 - 12 * Math.sin(i / 1.5);
    const w = 66 - i * 4;
    strands.push(
      `<path d="M${x} ${y + 34}C${x - w * 0.3} ${y - 4} ${x - w} ${y - 6} ${x - w} ${y + 30}` +
        `C${x - w * 0.8} ${y + 66} ${x - w * 0.3} ${y + 84} ${x} ${y + 96}` +
        `C${x + w * 0.3} ${y + 84} ${x + w * 0.8} ${y + 66} ${x + w} ${y + 30}` +
        `C${x + w} ${y - 6} ${x + w * 0.3} ${y - 4} ${x} ${
          y + 34
        }Z" fill="${colour}" stroke="${gap}" stroke-width="5"/>`,
    );
  }
  return `<path d="M228 1214L204 1290H312L288 1214Z" fill="${colour}"/>` + strands.reverse().join("") +
    `<path d="M226 1196C246 1208 270 1208 290 1196V1226C270 1236 246 1236 226 1226Z" fill="${red}"/>` +
    `<path d="M204 790H322L324 868C312 934 206 934 192 872Z" fill="${colour}"/>`;
}

/** What stands behind the person: one large shape in a lighter shade, never a scene. Field: 980 × 1225. */

const leaf = (x: number, y: number, turn: number) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C26 -42 26 -96 0 -140C-26 -96 -26 -42 0 0Z"/>`;

export const GROUND = {
  plain: () => "",
  moon: (wash) => `<circle cx="640" cy="430" r="330" fill="${wash}"/>`,
  arch: (wash) => `<path d="M170 1260V560A320 320 0 0 1 810 560V1260Z" fill="${wash}"/>`,
  hill: (wash) => `<path d="M-10 820C220 700 420 780 560 730C720 676 860 700 1000 640V1260H-10Z" fill="${wash}"/>`,
  window: (wash) =>
    `<path d="M110 110H470V560H110ZM510 110H870V560H510ZM110 600H470V1240H110ZM510 600H870V1240H510Z" fill="${wash}"/>`,
  sun: (wash) => `<circle cx="250" cy="300" r="190" fill="${wash}"/>`,
  band: (wash) => `<path d="M0 0H330V1240H0Z" fill="${wash}"/>`,
  sprig: (wash) =>
    `<g fill="${wash}"><path d="M846 1240C880 900 860 520 760 150L774 146C886 520 904 900 866 1240Z"/>` +
    [
      [782, 250, -58],
      [800, 230, 40],
      [826, 400, -62],
      [846, 390, 46],
      [850, 560, -64],
      [866, 560, 50],
      [866, 730, -64],
      [880, 720, 52],
      [764, 160, -8],
    ]
      .map(([x, y, turn]) => leaf(x!, y!, turn!)).join("") +
    `</g>`,
  waves: (wash) =>
    `<g fill="none" stroke="${wash}" stroke-width="26" stroke-linecap="round">` +
    [180, 330, 480, 630, 780, 930].map((y) =>
      `<path d="M-40 ${y}c90 -60 170 -60 260 0s170 60 260 0s170 -60 260 0s170 60 260 0"/>`
    ).join("") + `</g>`,
} as const satisfies Record<string, (wash: string) => string>;
export type GroundName = keyof typeof GROUND;

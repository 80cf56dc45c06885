/** The colours of the portraits: one ink, five hairs, and tints that go together on a page of cards. */

export const INK = "#1f2433";
export const LINEN = "#fbf6ea";
export const RED = "#b23a22";

export const HAIR = {
  black: "#1f2433",
  brown: "#3b2a26",
  light: "#7b5638",
  golden: "#b08a55",
  grey: "#86837f",
} as const;
export type Hair = keyof typeof HAIR;

interface Tint {
  ground: string;
  /** A lighter shade of the ground, for the shapes behind the person. */
  wash: string;
  cloth: string;
  skin: string;
}

const tint = (ground: string, wash: string, cloth: string, skin: string): Tint => ({ ground, wash, cloth, skin });

export const TINT = {
  clay: tint("#dcc6b2", "#e8d6c5", "#a4614a", "#f9f2e7"),
  sage: tint("#c6cab8", "#d5d8ca", "#66725c", "#f9f2e7"),
  river: tint("#bcc6cb", "#ced6d9", "#52636f", "#f9f2e8"),
  ochre: tint("#dccb9f", "#e7dabb", "#9a7a3c", "#faf2e5"),
  blush: tint("#dcc4ba", "#e8d5cc", "#8f5348", "#f9f0e8"),
  stone: tint("#d0c8ba", "#ded7ca", "#7b7164", "#f9f2e8"),
  heather: tint("#cbc3cd", "#d8d1d9", "#6f5d74", "#f9f1e9"),
  moss: tint("#b7bfa6", "#c7ceb9", "#4f5c41", "#f9f2e7"),
  dusk: tint("#aab7c3", "#bcc7d1", "#3d4d66", "#f9f2e8"),
  rose: tint("#d8b4a8", "#e3c6bc", "#9c4438", "#faf1e7"),
  paper: tint("#e6dcc8", "#f0e9da", "#8b6c4c", "#faf4ea"),
  celadon: tint("#b9cbc2", "#cad8d1", "#4d6f67", "#f9f2e8"),
} as const satisfies Record<string, Tint>;
export type TintName = keyof typeof TINT;

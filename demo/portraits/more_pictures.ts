/** The second and third pictures of a lady: the same face on another day. By rule, so that no lady is forgotten. */
import type { GarmentName } from "./garments.ts";
import type { GroundName } from "./grounds.ts";
import type { TintName } from "./palette.ts";
import type { Face, Look } from "./people.ts";

const TINTS: readonly TintName[] = [
  "sage",
  "blush",
  "river",
  "paper",
  "heather",
  "celadon",
  "clay",
  "dusk",
  "stone",
  "rose",
  "moss",
  "ochre",
];
/** Golden hair and these grounds are too near to each other. */
const GOLDEN: ReadonlySet<TintName> = new Set(["ochre", "clay", "paper"]);
const INDOORS: readonly GarmentName[] = [
  "shirt",
  "knit",
  "vee",
  "bow",
  "dots",
  "cardigan",
  "round",
  "crew",
  "stripe",
  "polo",
  "blazer",
];
const OUTDOORS: readonly GarmentName[] = ["coat", "sundress", "scarf", "stripe", "wrap", "boat", "crew", "knit"];
/** Cut so low that a close picture would show nothing of it. */
const BARE: ReadonlySet<GarmentName> = new Set(["sundress", "boat"]);
const ROOMS: readonly GroundName[] = ["window", "plain", "arch", "band"];
const AIR: readonly GroundName[] = ["hill", "sprig", "moon", "waves", "sun"];

const at = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
/** The first of the list from `i` on that is not refused. */
function next<T>(list: readonly T[], i: number, refuse: (item: T) => boolean): T {
  for (let step = 0; step < list.length; step++) if (!refuse(at(list, i + step))) return at(list, i + step);
  throw new Error("every choice was refused");
}

/** Two further pictures for the lady in place `i` of the list. */
export function moreLooks(face: Face, first: Look, i: number): [Look, Look] {
  const tooNear = (tint: TintName) => face.colour === "golden" && GOLDEN.has(tint);
  const tint2 = next(TINTS, i * 5 + 2, (tint) => tint === first.tint || tooNear(tint));
  const tint3 = next(TINTS, i * 5 + 7, (tint) => tint === first.tint || tint === tint2 || tooNear(tint));
  const garment2 = next(INDOORS, i * 3, (garment) => garment === first.garment);
  const garment3 = next(OUTDOORS, i * 3 + 1, (garment) => garment === first.garment || garment === garment2);
  const smiles = face.lips ? [1, 2] : [5, 2, 1, 6];
  const mouth2 = next(smiles, i, (mouth) => mouth === first.mouth);
  const laughing = i % 3 === 0;
  const second: Look = {
    eyes: first.eyes,
    mouth: mouth2,
    tint: tint2,
    garment: garment2,
    ground: next(ROOMS, i, (ground) => ground === first.ground),
    cloth: at(TINTS, i * 7 + 4),
    scale: at([1.06, 1.3, 1.12], i),
    tilt: at([-4, 3, 0, -3], i),
  };
  const third: Look = {
    eyes: laughing ? 19 : next([20, 12, 4, 11, 21], i, (eyes) => eyes === first.eyes),
    mouth: laughing ? 5 : next([1, 2, 5], i, (mouth) => mouth === mouth2),
    tint: tint3,
    garment: garment3,
    ground: next(AIR, i, (ground) => ground === first.ground),
    cloth: at(TINTS, i * 7 + 9),
    scale: BARE.has(garment3) ? 1.08 : at([1.28, 1.06, 1.18, 1.34], i),
    tilt: at([3, -4, 4, -2, 0], i),
    flowers: first.flowers && garment3 === "sundress",
  };
  return [second, third];
}
